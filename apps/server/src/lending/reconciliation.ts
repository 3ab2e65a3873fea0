import { addDays, daysBetween, type LocalDate } from '@hiram/loan';
import { validate } from 'uuid';
import { inTransaction } from '../db/connect.ts';
import type { House } from '../house.ts';
import { dayIn, startOfDay } from '../ports/clock.ts';
import type { StatementEntry, StatementPort } from '../ports/statement.ts';
import { oncePerDay } from './daily-run.ts';
import { receive } from './payments.ts';
import { settlePayout } from './payouts.ts';

type Reason =
  | 'missing here'
  | 'missing there'
  | 'taken in now'
  | 'amount differs'
  | 'day differs'
  | 'state differs'
  | 'unknown reference'
  | 'pending too long';

/** Something that a provider's statement and our books do not agree on. */
export interface Difference {
  readonly kind: 'payment' | 'payout';
  /** The provider's id of a payment, our id of a payout. */
  readonly reference: string;
  readonly reason: Reason;
  readonly theirs?: string;
  readonly ours?: string;
}

type Payment = Extract<StatementEntry, { kind: 'payment' }>;
type Payout = Extract<StatementEntry, { kind: 'payout' }>;

/** Days that are looked at again: what comes late makes a difference vanish. */
const lookBack = 4;
/** A payout that is under way for longer is one to ask the provider's people about. */
const longestPending = 3;

/** Every provider's statement of the last days, once a business day among all servers. */
export async function reconcile(house: House, timeZone: string, today: LocalDate): Promise<void> {
  // A provider that is away keeps no other from being compared.
  for (const statement of house.ports.statements)
    await oncePerDay(house, { name: `reconcile ${statement.name}`, brand: 'all', day: today }, async () => {
      let open = 0;
      for (let ago = lookBack; ago >= 1; ago -= 1)
        open += (await reconcileDay(house, statement, timeZone, addDays(today, -ago), today)).length;
      return { open };
    }).catch((error: unknown) => house.log.warn({ err: error, provider: statement.name }, 'reconciliation'));
}

/**
 * Compares what a provider reports of a day with what we have. A payment or a payout's end that never reached us is taken
 * in, as its webhook would have been; every difference is kept with its reason, and marked as resolved once it is gone.
 */
export async function reconcileDay(
  house: House,
  statement: StatementPort,
  timeZone: string,
  day: LocalDate,
  today: LocalDate,
): Promise<readonly Difference[]> {
  const entries = await statement.entries(startOfDay(timeZone, day), startOfDay(timeZone, addDays(day, 1)));
  const payments = entries.filter((one): one is Payment => one.kind === 'payment');
  const payouts = entries.filter((one): one is Payout => one.kind === 'payout');
  const found = [
    ...(await comparePayments(house, statement.name, timeZone, day, payments)),
    ...(await comparePayouts(house, statement.name, timeZone, day, today, payouts)),
  ];
  await keep(house, statement.name, day, found);
  return found;
}

async function comparePayments(
  house: House,
  provider: string,
  timeZone: string,
  day: LocalDate,
  theirs: readonly Payment[],
): Promise<Difference[]> {
  const ids = theirs.map((one) => one.paymentId);
  const rows = await house.db
    .selectFrom('payment')
    .select(['provider_payment_id as id', 'amount', 'paid_on', 'state'])
    .where('provider', '=', provider)
    .where((eb) =>
      eb.or([eb('paid_on', '=', day), ...(ids.length > 0 ? [eb('provider_payment_id', 'in', ids)] : [])]),
    )
    .execute();
  const ours = new Map(rows.map((row) => [row.id, row]));
  const found: Difference[] = [];
  for (const one of theirs) {
    const row = ours.get(one.paymentId);
    const said = { kind: 'payment', reference: one.paymentId } as const;
    if (!row) {
      found.push({ ...said, reason: await takeIn(house, provider, one), theirs: String(one.amount) });
      continue;
    }
    if (row.amount !== one.amount)
      found.push({ ...said, reason: 'amount differs', theirs: String(one.amount), ours: String(row.amount) });
    const theirDay = one.at instanceof Date ? dayIn(timeZone, one.at) : one.at;
    if (row.paid_on !== theirDay)
      found.push({ ...said, reason: 'day differs', theirs: theirDay, ours: row.paid_on });
  }
  const known = new Set(ids);
  for (const row of rows)
    if (row.paid_on === day && !known.has(row.id) && row.state !== 'reversed')
      found.push({ kind: 'payment', reference: row.id, reason: 'missing there', ours: String(row.amount) });
  return found;
}

/** Our id of the code that a provider names by its own. */
async function codeBy(house: House, provider: string, code: string | undefined): Promise<string | undefined> {
  if (code === undefined) return undefined;
  const row = await house.db
    .selectFrom('payment_code')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_reference', '=', code)
    .executeTakeFirst();
  return row?.id;
}

/** A payment whose webhook never came: posted as if it had. */
async function takeIn(house: House, provider: string, one: Payment): Promise<Reason> {
  const reference = one.reference ?? (await codeBy(house, provider, one.code));
  if (reference === undefined || !validate(reference)) return 'unknown reference';
  const outcome = await inTransaction(house.db, (trx) =>
    receive(trx, house, {
      provider,
      paymentId: one.paymentId,
      reference,
      amount: one.amount,
      paidOn: one.at,
    }),
  );
  return outcome === 'unknown' ? 'unknown reference' : 'taken in now';
}

async function comparePayouts(
  house: House,
  provider: string,
  timeZone: string,
  day: LocalDate,
  today: LocalDate,
  theirs: readonly Payout[],
): Promise<Difference[]> {
  const ids = theirs.flatMap(({ reference }) =>
    reference !== undefined && validate(reference) ? [reference] : [],
  );
  const rows = await house.db
    .selectFrom('payout')
    .select(['id', 'amount', 'state', 'sent_at'])
    .where('provider', '=', provider)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('sent_at', '>=', startOfDay(timeZone, day)),
          eb('sent_at', '<', startOfDay(timeZone, addDays(day, 1))),
        ]),
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
      ]),
    )
    .execute();
  const ours = new Map(rows.map((row) => [row.id, row]));
  const found: Difference[] = [];
  for (const one of theirs) {
    const row = one.reference === undefined ? undefined : ours.get(one.reference);
    const said = { kind: 'payout', reference: one.reference ?? one.providerReference } as const;
    if (!row) found.push({ ...said, reason: 'unknown reference', theirs: String(one.amount) });
    else if (row.amount !== one.amount)
      found.push({ ...said, reason: 'amount differs', theirs: String(one.amount), ours: String(row.amount) });
    else if (one.state === 'pending') {
      if (daysBetween(day, today) >= longestPending) found.push({ ...said, reason: 'pending too long' });
    } else if (row.state !== one.state) {
      const outcome = { reference: row.id, result: one.state, on: one.at, reason: 'found on the statement' };
      const taken = await inTransaction(house.db, (trx) => settlePayout(trx, house, outcome));
      const reason = taken === 'done' ? 'taken in now' : 'state differs';
      found.push({ ...said, reason, theirs: one.state, ours: row.state });
    }
  }
  const known = new Set(ids);
  for (const row of rows)
    if (!known.has(row.id) && row.state !== 'requested')
      found.push({ kind: 'payout', reference: row.id, reason: 'missing there', ours: String(row.amount) });
  return found;
}

async function keep(
  house: House,
  provider: string,
  day: LocalDate,
  found: readonly Difference[],
): Promise<void> {
  const now = house.clock.now();
  await inTransaction(house.db, async (trx) => {
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
    for (const one of open)
      if (
        !found.some(
          (still) =>
            still.kind === one.kind && still.reference === one.reference && still.reason === one.reason,
        )
      )
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
