import { addDays, type LocalDate, localDate } from '@hiram/loan';
import type { AppContext } from '../../context/app-context.ts';
import { startOfDay } from '../../platform/clock/clock.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { oncePerDay } from '../../platform/jobs/daily-run.ts';
import type { StatementDay, StatementPort } from '../../providers/statement.ts';
import type { Compared, ComparedDay, Difference } from './difference.ts';
import { compareCash } from './reconcile-cash.ts';
import { comparePayments } from './reconcile-payments.ts';
import { comparePayouts } from './reconcile-payouts.ts';

/** Days that are looked at again: what comes late makes a difference vanish. */
const lookBack = 4;
/** Of older ones, those that still differ are looked at once more, the newest of them: days back, and days a run. */
const stillOpen = { daysBack: 62, atMost: 10 } as const;

/** Every provider's statement of the last days, once a business day among all servers. */
export async function reconcile(appContext: AppContext, timeZone: string, today: LocalDate): Promise<void> {
  // A provider that is away keeps no other from being compared.
  for (const statement of appContext.ports.statements)
    await oncePerDay(
      appContext,
      { name: `reconcile ${statement.name}`, brand: 'all', day: today },
      async (goesOn) => {
        let open = 0;
        for (let ago = lookBack; ago >= 1; ago -= 1) {
          open += (await reconcileDay(appContext, statement, timeZone, addDays(today, -ago), today)).length;
          await goesOn();
        }
        for (const day of await openDays(appContext, statement.name, today)) {
          // However long ago it was: a person may have settled it by now. A provider may not tell of it any more.
          const again = reconcileDay(appContext, statement, timeZone, day, today);
          open += await again.then(
            (found) => found.length,
            (error: unknown) => {
              appContext.log.warn({ err: error, provider: statement.name, day }, 'reconciliation');
              return 0;
            },
          );
          await goesOn();
        }
        return { open };
      },
    ).catch((error: unknown) =>
      appContext.log.warn({ err: error, provider: statement.name }, 'reconciliation'),
    );
}

async function openDays(
  appContext: AppContext,
  provider: string,
  today: LocalDate,
): Promise<readonly LocalDate[]> {
  const rows = await appContext.db
    .selectFrom('reconciliation_difference')
    .select('day')
    .distinct()
    .where('provider', '=', provider)
    .where('resolved_at', 'is', null)
    .where('day', '<', addDays(today, -lookBack))
    .where('day', '>=', addDays(today, -stillOpen.daysBack))
    .orderBy('day', 'desc')
    .limit(stillOpen.atMost)
    .execute();
  return rows.map(({ day }) => localDate(day));
}

/**
 * Compares what a provider reports of a day with what we have: each movement, and the day's cash as a whole. What never
 * reached us is read again by itself and taken in, as its webhook would have been; every difference is kept with its reason,
 * and marked as resolved once it is gone. Throws Unavailable when the provider is away.
 */
export async function reconcileDay(
  appContext: AppContext,
  statement: StatementPort,
  timeZone: string,
  day: LocalDate,
  today: LocalDate,
): Promise<readonly Difference[]> {
  const span = spanOf(timeZone, day);
  const entries = await statement.entries(span);
  const about: ComparedDay = { ...span, timeZone, today };
  const parts: Compared[] = [
    await comparePayments(appContext, statement, about, entries, besideOf(statement, timeZone, day)),
    await comparePayouts(appContext, statement.name, about, entries),
  ];
  const found = [
    ...parts.flatMap((part) => part.found),
    ...(await compareCash(appContext, statement.name, about, entries, parts)),
  ];
  await keep(appContext, statement.name, day, found);
  return found;
}

/** What stands around midnight on another day's statement than ours: read once, and only where somebody asks for it. */
function besideOf(
  statement: StatementPort,
  timeZone: string,
  day: LocalDate,
): () => Promise<ReadonlySet<string>> {
  let reading: Promise<ReadonlySet<string>> | undefined;
  const read = async () => {
    const ids = new Set<string>();
    for (const days of [-1, 1])
      for (const one of await statement.entries(spanOf(timeZone, addDays(day, days))))
        if (one.kind === 'payment') ids.add(one.paymentId);
    return ids;
  };
  return () => {
    reading ??= read();
    return reading;
  };
}

function spanOf(timeZone: string, day: LocalDate): StatementDay {
  return { day, from: startOfDay(timeZone, day), to: startOfDay(timeZone, addDays(day, 1)) };
}

const nameOf = (one: { readonly kind: string; readonly reason: string; readonly reference: string }) =>
  `${one.kind} ${one.reason} ${one.reference}`;

async function keep(
  appContext: AppContext,
  provider: string,
  day: LocalDate,
  found: readonly Difference[],
): Promise<void> {
  const now = appContext.clock.now();
  await inTransaction(appContext.db, async (trx) => {
    for (const { kind, reference, reason, theirs = null, ours = null } of found)
      await trx
        .insertInto('reconciliation_difference')
        .values({
          provider,
          day,
          kind,
          reference,
          reason,
          theirs,
          ours,
          found_at: now,
          // It was made good at once: kept as what happened, not as what is open.
          resolved_at: reason === 'taken in now' ? now : null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['provider', 'day', 'kind', 'reference', 'reason'])
            .doUpdateSet({ theirs, ours, resolved_at: reason === 'taken in now' ? now : null }),
        )
        .execute();
    const open = await trx
      .selectFrom('reconciliation_difference')
      .select(['kind', 'reference', 'reason'])
      .where('provider', '=', provider)
      .where('day', '=', day)
      .where('resolved_at', 'is', null)
      .execute();
    const still = new Set(found.map(nameOf));
    for (const one of open)
      if (!still.has(nameOf(one)))
        await trx
          .updateTable('reconciliation_difference')
          .set({ resolved_at: now })
          .where('provider', '=', provider)
          .where('day', '=', day)
          .where('kind', '=', one.kind)
          .where('reference', '=', one.reference)
          .where('reason', '=', one.reason)
          .execute();
  });
}
