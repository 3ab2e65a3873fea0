import type { StaffId } from '@hiram/contract/ids';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { validate } from 'uuid';
import type { AppContext } from '../../context/app-context.ts';
import { cellOfId } from '../../platform/cells/marks.ts';
import { startOfDay } from '../../platform/clock/clock.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { oncePerDay } from '../../platform/jobs/daily-run.ts';
import type { StatementDay, StatementEntry, StatementPort } from '../../providers/ports/statement.ts';
import type { ComparedDay, ComparisonResult, Difference } from './difference.ts';
import { type CashDay, compareCash } from './reconcile-cash.ts';
import { comparePayments } from './reconcile-payments.ts';
import { comparePayouts } from './reconcile-payouts.ts';

/** Number of past days that every run compares: late reports resolve differences. */
const recentDays = 4;
/** Older days with unresolved differences are compared again: maximum age in days, and maximum number of days a run. */
const olderDays = { maxAge: 62, maxPerRun: 10 } as const;

/** Compares every provider's statements of the last days, once a business day among all servers. */
export async function reconcile(appContext: AppContext, timeZone: string, today: LocalDate): Promise<void> {
  // An unavailable provider must not stop the others.
  for (const statement of appContext.ports.statements)
    await oncePerDay(
      appContext,
      { name: `reconcile ${statement.name}`, brand: 'all', day: today },
      async (heartbeat) => {
        let open = 0;
        for (let daysAgo = recentDays; daysAgo >= 1; daysAgo -= 1) {
          open += (
            await reconcileDay(appContext, statement, { timeZone, day: addDays(today, -daysAgo), today })
          ).length;
          await heartbeat();
        }
        for (const day of await openDays(appContext, statement.name, today)) {
          // A reviewer may have resolved it by now. The provider may no longer serve statements of that day.
          const comparison = reconcileDay(appContext, statement, { timeZone, day, today });
          open += await comparison.then(
            (found) => found.length,
            (error: unknown) => {
              appContext.log.warn({ err: error, provider: statement.name, day }, 'reconciliation');
              return 0;
            },
          );
          await heartbeat();
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
    .where('day', '<', addDays(today, -recentDays))
    .where('day', '>=', addDays(today, -olderDays.maxAge))
    .orderBy('day', 'desc')
    .limit(olderDays.maxPerRun)
    .execute();
  return rows.map(({ day }) => localDate(day));
}

/**
 * Compares a provider's statement of a day with our books: each movement, and the day's total cash. Movements that never reached
 * us are queried and posted as their webhook would have done. Stores every difference with its reason, and marks resolved ones.
 * Throws Unavailable if the provider is unavailable.
 */
export async function reconcileDay(
  appContext: AppContext,
  statement: StatementPort,
  { timeZone, day, today }: { readonly timeZone: string; readonly day: LocalDate; readonly today: LocalDate },
): Promise<readonly Difference[]> {
  const period = statementDay(timeZone, day);
  const entries = await entriesHere(appContext, await statement.entries(period));
  const compared: ComparedDay = { ...period, timeZone, today };
  const comparisons: ComparisonResult[] = [
    await comparePayments(appContext, statement, compared, {
      entries,
      adjacentIds: adjacentPaymentIds(statement, timeZone, day),
    }),
    await comparePayouts(appContext, statement.name, compared, entries),
  ];
  const cash = await compareCash(appContext, statement.name, compared, { entries, comparisons });
  const differences = [...comparisons.flatMap((comparison) => comparison.differences), ...cash.differences];
  await inTransaction(appContext.db, async (trx) => {
    const at = { provider: statement.name, day, now: appContext.clock.now() };
    await saveDifferences(trx, at, differences);
    await saveCash(trx, at, allBrandsOf(appContext, cash.days));
  });
  return differences;
}

/** The movements of this cell, those of borrowers who moved with their new cell. */
async function entriesHere(
  appContext: AppContext,
  entries: readonly StatementEntry[],
): Promise<readonly StatementEntry[]> {
  if (!appContext.directory) return entries;
  const references = entries.map(referenceOf).filter((reference) => validate(reference));
  const { rows } = await sql<{ reference: string; here: boolean }>`
    select value as reference, false as here from moved_mark where value = any(${references}::text[])
    union all select id::text, true from payment_code where id = any(${references}::uuid[])
    union all select id::text, true from payout where id = any(${references}::uuid[])`.execute(appContext.db);
  const moved = new Map(rows.map(({ reference, here }) => [reference, here]));
  return entriesOf(appContext, entries, moved);
}

const referenceOf = (entry: StatementEntry): string =>
  (entry.kind === 'refund' ? undefined : entry.reference?.toLowerCase()) ?? '';

/**
 * The movements of this cell, where several share the provider's account: those whose reference it made. What has no reference of
 * ours is cell 0's to explain.
 */
export function entriesOf(
  { cell, directory }: Pick<AppContext, 'cell' | 'directory'>,
  entries: readonly StatementEntry[],
  moved: ReadonlyMap<string, boolean> = new Map(),
): readonly StatementEntry[] {
  if (!directory) return entries;
  return entries.filter((entry) => {
    const reference = referenceOf(entry);
    const isMade = (cellOfId(reference) ?? 0) === cell.id;
    return moved.get(reference) ?? isMade;
  });
}

/** Ids of the payments on the statements of the day before and the day after. Read once, on first use. */
function adjacentPaymentIds(
  statement: StatementPort,
  timeZone: string,
  day: LocalDate,
): () => Promise<ReadonlySet<string>> {
  let reading: Promise<ReadonlySet<string>> | undefined;
  const read = async () => {
    const ids = new Set<string>();
    for (const offset of [-1, 1])
      for (const entry of await statement.entries(statementDay(timeZone, addDays(day, offset))))
        if (entry.kind === 'payment') ids.add(entry.paymentId);
    return ids;
  };
  return () => {
    reading ??= read();
    return reading;
  };
}

export function statementDay(timeZone: string, day: LocalDate): StatementDay {
  return { day, from: startOfDay(timeZone, day), to: startOfDay(timeZone, addDays(day, 1)) };
}

const differenceKey = (difference: {
  readonly kind: string;
  readonly reason: string;
  readonly reference: string;
}) => `${difference.kind} ${difference.reason} ${difference.reference}`;

/** Keeps the explanation of a difference as long as its values are the ones that were explained. */
function explanationIfSame() {
  const isSame = sql`reconciliation_difference.provider_value is not distinct from excluded.provider_value
    and reconciliation_difference.ledger_value is not distinct from excluded.ledger_value`;
  return {
    explanation: sql<string | null>`case when ${isSame} then reconciliation_difference.explanation end`,
    explained_by: sql<StaffId | null>`case when ${isSame} then reconciliation_difference.explained_by end`,
    explained_at: sql<Date | null>`case when ${isSame} then reconciliation_difference.explained_at end`,
  };
}

/** A comparison that is stored: of which provider and day, and when. */
interface Compared {
  readonly provider: string;
  readonly day: LocalDate;
  readonly now: Date;
}

async function saveDifferences(
  trx: Db,
  { provider, day, now }: Compared,
  found: readonly Difference[],
): Promise<void> {
  for (const { kind, reference, reason, currency = null, providerValue = null, ledgerValue = null } of found)
    await trx
      .insertInto('reconciliation_difference')
      .values({
        provider,
        day,
        kind,
        reference,
        reason,
        provider_value: providerValue,
        ledger_value: ledgerValue,
        currency,
        found_at: now,
        // Resolved at once: stored for the record, not as open.
        resolved_at: reason === 'posted now' ? now : null,
      })
      .onConflict((conflict) =>
        conflict.columns(['provider', 'day', 'kind', 'reference', 'reason']).doUpdateSet({
          ...explanationIfSame(),
          provider_value: providerValue,
          ledger_value: ledgerValue,
          resolved_at: reason === 'posted now' ? now : null,
        }),
      )
      .execute();
  const open = await trx
    .selectFrom('reconciliation_difference')
    .select(['kind', 'reference', 'reason'])
    .where('provider', '=', provider)
    .where('day', '=', day)
    .where('resolved_at', 'is', null)
    .execute();
  const currentKeys = new Set(found.map(differenceKey));
  for (const difference of open)
    if (!currentKeys.has(differenceKey(difference)))
      await trx
        .updateTable('reconciliation_difference')
        .set({ resolved_at: now })
        .where('provider', '=', provider)
        .where('day', '=', day)
        .where('kind', '=', difference.kind)
        .where('reference', '=', difference.reference)
        .where('reason', '=', difference.reason)
        .execute();
}

/** The movement of each brand; none for one without a movement, so that its day counts as compared. */
function allBrandsOf({ brands }: AppContext, days: readonly CashDay[]): readonly CashDay[] {
  const none = { payments: 0, payouts: 0, other: 0 };
  const moved = new Set(days.map(({ brand }) => brand));
  const others = [...brands.keys()].filter((brand) => !moved.has(brand));
  return [...days, ...others.map((brand) => ({ brand, atProvider: none, inLedger: none }))];
}

async function saveCash(trx: Db, { provider, day, now }: Compared, days: readonly CashDay[]): Promise<void> {
  for (const { brand, atProvider, inLedger } of days) {
    const values = {
      their_payments: atProvider.payments,
      our_payments: inLedger.payments,
      their_payouts: atProvider.payouts,
      our_payouts: inLedger.payouts,
      their_other: atProvider.other,
      our_other: inLedger.other,
      compared_at: now,
    };
    await trx
      .insertInto('reconciliation_day')
      .values({ provider, brand, day, ...values })
      .onConflict((conflict) => conflict.columns(['provider', 'brand', 'day']).doUpdateSet(values))
      .execute();
  }
}
