import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { circuitBreaker } from '../../providers/circuit-breaker.ts';
import type { PaymentStanding, StatementEntry, StatementPort } from '../../providers/statement.ts';
import { receive } from '../payments/payments.ts';
import { reverse } from '../payments/reversals.ts';
import type { Compared, ComparedDay, Difference, Reason } from './difference.ts';

type Theirs = Extract<StatementEntry, { kind: 'payment' }>;

interface Ours {
  readonly id: string;
  readonly provider_payment_id: string;
  readonly code_id: string | null;
  readonly amount: number;
  readonly paid_on: string;
  readonly state: 'posted' | 'held' | 'reversed' | 'refused';
}

/**
 * Compares a day's payments, both ways. Nothing is posted or taken back by the statement alone: the provider is asked for that
 * payment by itself, and what it says then is what counts.
 */
export async function comparePayments(
  appContext: AppContext,
  statement: StatementPort,
  about: ComparedDay,
  entries: readonly StatementEntry[],
  /** Ids of the payments on the statements of the day before and the day after. */
  beside: () => Promise<ReadonlySet<string>>,
): Promise<Compared> {
  const ask = circuitBreaker<PaymentStanding>({ state: 'pending' });
  const standingOf: StandingOf = (paymentId) => ask(() => statement.payment(paymentId));
  const theirs = entries.filter((one): one is Theirs => one.kind === 'payment');
  const found: Difference[] = [];
  const counted: string[] = [];
  const matched = new Map<string, Ours>();
  for (const entry of entries)
    if (entry.kind === 'refund')
      found.push({
        kind: 'payment',
        reference: entry.refundId,
        reason: 'refunded there',
        theirs: String(entry.amount),
      });
  const known = await ourPayments(
    appContext,
    statement.name,
    theirs.map((one) => one.paymentId),
  );
  for (const one of theirs) {
    const said = { kind: 'payment', reference: one.paymentId } as const;
    let row = known.get(one.paymentId);
    if (!row && one.state === 'paid') {
      const taken = await takeIn(appContext, statement.name, standingOf, one);
      if (taken.reason) found.push({ ...said, reason: taken.reason, theirs: String(one.amount) });
      row = taken.row;
    }
    if (!row) continue;
    matched.set(row.id, row);
    counted.push(row.id);
    found.push(...(await compareOne(appContext, statement.name, about, standingOf, one, row)));
  }
  const paidTwice = new Set([...matched.values()].flatMap((row) => (row.code_id ? [debtOf(row)] : [])));
  for (const row of await paymentsOf(appContext, statement.name, about.day)) {
    if (matched.has(row.id)) continue;
    const standing = await standingOf(row.provider_payment_id);
    // Theirs is of another day, by their clock or because it was listed around midnight, and is compared with that one.
    const isElsewhere =
      standing.state === 'paid' &&
      (dayOf(about.timeZone, standing.on) !== about.day || (await beside()).has(row.provider_payment_id));
    if (!isElsewhere) counted.push(row.id);
    if (row.state === 'reversed' || row.state === 'refused') continue;
    const said = { kind: 'payment', reference: row.provider_payment_id } as const;
    if (isElsewhere) {
      const theirDay = dayOf(about.timeZone, standing.on);
      if (theirDay !== row.paid_on)
        found.push({ ...said, reason: 'day differs', theirs: theirDay, ours: row.paid_on });
    } else if (standing.state === 'reversed')
      found.push({
        ...said,
        reason: await reverseDisbursement(appContext, statement.name, standing),
        ours: row.state,
      });
    else {
      const twin = paidTwice.has(debtOf(row));
      found.push({ ...said, reason: twin ? 'posted twice' : 'missing there', ours: String(row.amount) });
    }
  }
  return { found, counted };
}

/** The code that was paid, and how much. */
const debtOf = ({ code_id, amount }: Ours) => `${code_id} ${amount}`;

/** A payment that both have. */
async function compareOne(
  appContext: AppContext,
  provider: string,
  about: ComparedDay,
  standingOf: StandingOf,
  one: Theirs,
  row: Ours,
): Promise<readonly Difference[]> {
  const said = { kind: 'payment', reference: one.paymentId } as const;
  if (one.state === 'reversed') {
    if (row.state === 'reversed' || row.state === 'refused') return [];
    const standing = await standingOf(row.provider_payment_id);
    const reason =
      standing.state === 'reversed'
        ? await reverseDisbursement(appContext, provider, standing)
        : 'state differs';
    return [{ ...said, reason, theirs: one.state, ours: row.state }];
  }
  // What was refused is theirs until they give it back.
  if (row.state === 'reversed' || row.state === 'refused')
    return [{ ...said, reason: 'state differs', theirs: one.state, ours: row.state }];
  const found: Difference[] = [];
  if (row.state === 'held') found.push({ ...said, reason: 'held here', theirs: String(one.amount) });
  if (row.amount !== one.amount)
    found.push({ ...said, reason: 'amount differs', theirs: String(one.amount), ours: String(row.amount) });
  const { timeZone } = about;
  if (row.paid_on !== dayOf(timeZone, one.at)) {
    // A list may name the moment at which it was written; the payer's is what the provider says of the payment alone.
    const standing = await standingOf(row.provider_payment_id);
    const theirDay = dayOf(timeZone, standing.state === 'paid' ? standing.on : one.at);
    if (row.paid_on !== theirDay)
      found.push({ ...said, reason: 'day differs', theirs: theirDay, ours: row.paid_on });
  }
  return found;
}

type StandingOf = (paymentId: string) => Promise<PaymentStanding>;

const dayOf = (timeZone: string, at: Theirs['at']): string => (at instanceof Date ? dayIn(timeZone, at) : at);

const columns = ['id', 'provider_payment_id', 'code_id', 'amount', 'paid_on', 'state'] as const;

async function ourPayments(
  appContext: AppContext,
  provider: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Ours>> {
  if (ids.length === 0) return new Map();
  const rows = await appContext.db
    .selectFrom('payment')
    .select(columns)
    .where('provider', '=', provider)
    .where(sql<boolean>`provider_payment_id = any(${ids})`)
    .execute();
  return new Map(rows.map((row) => [row.provider_payment_id, row]));
}

function paymentsOf(appContext: AppContext, provider: string, day: string): Promise<readonly Ours[]> {
  return appContext.db
    .selectFrom('payment')
    .select(columns)
    .where('provider', '=', provider)
    .where('paid_on', '=', day)
    .execute();
}

/** A payment whose webhook never came: posted as if it had, with what the provider says of it when it is asked for it alone. */
async function takeIn(
  appContext: AppContext,
  provider: string,
  standingOf: StandingOf,
  one: Theirs,
): Promise<{ reason?: Reason; row?: Ours }> {
  const standing = await standingOf(one.paymentId);
  if (standing.state === 'foreign') return { reason: 'unknown reference' };
  if (standing.state !== 'paid') return { reason: 'missing here' };
  const { paymentId, reference, amount, on } = standing;
  const outcome = await inTransaction(appContext.db, (trx) =>
    receive(trx, appContext, { provider, paymentId, reference, amount, paidOn: on }),
  );
  if (outcome === 'unknown') return { reason: 'unknown reference' };
  const row = (await ourPayments(appContext, provider, [paymentId])).get(paymentId);
  // Repeated: its webhook came meanwhile, or it is known by another of its ids. Held is told where both are compared.
  return { ...(outcome === 'posted' ? { reason: 'taken in now' } : {}), ...(row ? { row } : {}) };
}

async function reverseDisbursement(
  appContext: AppContext,
  provider: string,
  { paymentId, on }: Extract<PaymentStanding, { state: 'reversed' }>,
): Promise<Reason> {
  await inTransaction(appContext.db, (trx) => reverse(trx, appContext, { provider, paymentId, on }));
  return 'taken in now';
}
