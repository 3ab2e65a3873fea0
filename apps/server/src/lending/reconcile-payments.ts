import { inTransaction } from '../db/connect.ts';
import type { House } from '../house.ts';
import { Unavailable } from '../http/refuse.ts';
import { dayIn } from '../ports/clock.ts';
import type { PaymentStanding, StatementEntry, StatementPort } from '../ports/statement.ts';
import type { Compared, ComparedDay, Difference, Reason } from './difference.ts';
import { receive } from './payments.ts';
import { reverse } from './reversals.ts';

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
  house: House,
  statement: StatementPort,
  about: ComparedDay,
  entries: readonly StatementEntry[],
): Promise<Compared> {
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
    house,
    statement.name,
    theirs.map((one) => one.paymentId),
  );
  for (const one of theirs) {
    const said = { kind: 'payment', reference: one.paymentId } as const;
    let row = known.get(one.paymentId);
    if (!row && one.state === 'paid') {
      const taken = await takeIn(house, statement, one);
      if (taken.reason) found.push({ ...said, reason: taken.reason, theirs: String(one.amount) });
      row = taken.row;
    }
    if (!row) continue;
    matched.set(row.id, row);
    counted.push(row.id);
    found.push(...(await compareOne(house, statement, about, one, row)));
  }
  for (const row of await paymentsOf(house, statement.name, about.day)) {
    if (matched.has(row.id)) continue;
    const standing = await standingOf(statement, row.provider_payment_id);
    const theirDay = standing.state === 'paid' ? dayOf(about, standing.on) : about.day;
    // Theirs is of another day, and is compared with that one.
    if (theirDay === about.day) counted.push(row.id);
    if (row.state === 'reversed' || row.state === 'refused') continue;
    const said = { kind: 'payment', reference: row.provider_payment_id } as const;
    if (theirDay !== about.day)
      found.push({ ...said, reason: 'day differs', theirs: theirDay, ours: row.paid_on });
    else if (standing.state === 'reversed')
      found.push({ ...said, reason: await takeBack(house, statement.name, standing), ours: row.state });
    else {
      const twin = [...matched.values()].some(
        (one) => one.code_id !== null && one.code_id === row.code_id && one.amount === row.amount,
      );
      found.push({ ...said, reason: twin ? 'posted twice' : 'missing there', ours: String(row.amount) });
    }
  }
  return { found, counted };
}

/** A payment that both have. */
async function compareOne(
  house: House,
  statement: StatementPort,
  about: ComparedDay,
  one: Theirs,
  row: Ours,
): Promise<readonly Difference[]> {
  const said = { kind: 'payment', reference: one.paymentId } as const;
  if (one.state === 'reversed') {
    if (row.state === 'reversed' || row.state === 'refused') return [];
    const standing = await standingOf(statement, row.provider_payment_id);
    const reason =
      standing.state === 'reversed' ? await takeBack(house, statement.name, standing) : 'state differs';
    return [{ ...said, reason, theirs: one.state, ours: row.state }];
  }
  // What was refused is theirs until they give it back.
  if (row.state === 'reversed' || row.state === 'refused')
    return [{ ...said, reason: 'state differs', theirs: one.state, ours: row.state }];
  const found: Difference[] = [];
  if (row.state === 'held') found.push({ ...said, reason: 'held here', theirs: String(one.amount) });
  if (row.amount !== one.amount)
    found.push({ ...said, reason: 'amount differs', theirs: String(one.amount), ours: String(row.amount) });
  const theirDay = dayOf(about, one.at);
  if (row.paid_on !== theirDay)
    found.push({ ...said, reason: 'day differs', theirs: theirDay, ours: row.paid_on });
  return found;
}

const dayOf = ({ timeZone }: ComparedDay, at: Theirs['at']): string =>
  at instanceof Date ? dayIn(timeZone, at) : at;

/** One that cannot be asked about now keeps no other from being compared: it counts as not confirmed. */
async function standingOf(statement: StatementPort, paymentId: string): Promise<PaymentStanding> {
  try {
    return await statement.payment(paymentId);
  } catch (error) {
    if (error instanceof Unavailable) return { state: 'pending' };
    throw error;
  }
}

const columns = ['id', 'provider_payment_id', 'code_id', 'amount', 'paid_on', 'state'] as const;

async function ourPayments(
  house: House,
  provider: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Ours>> {
  if (ids.length === 0) return new Map();
  const rows = await house.db
    .selectFrom('payment')
    .select(columns)
    .where('provider', '=', provider)
    .where('provider_payment_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.provider_payment_id, row]));
}

function paymentsOf(house: House, provider: string, day: string): Promise<readonly Ours[]> {
  return house.db
    .selectFrom('payment')
    .select(columns)
    .where('provider', '=', provider)
    .where('paid_on', '=', day)
    .execute();
}

/** A payment whose webhook never came: posted as if it had, with what the provider says of it when it is asked for it alone. */
async function takeIn(
  house: House,
  statement: StatementPort,
  one: Theirs,
): Promise<{ reason?: Reason; row?: Ours }> {
  const standing = await standingOf(statement, one.paymentId);
  if (standing.state === 'foreign') return { reason: 'unknown reference' };
  if (standing.state !== 'paid') return { reason: 'missing here' };
  const { paymentId, reference, amount, on } = standing;
  const outcome = await inTransaction(house.db, (trx) =>
    receive(trx, house, { provider: statement.name, paymentId, reference, amount, paidOn: on }),
  );
  if (outcome === 'unknown') return { reason: 'unknown reference' };
  const row = (await ourPayments(house, statement.name, [paymentId])).get(paymentId);
  // Repeated: its webhook came meanwhile, or it is known by another of its ids. Held is told where both are compared.
  return { ...(outcome === 'posted' ? { reason: 'taken in now' } : {}), ...(row ? { row } : {}) };
}

async function takeBack(
  house: House,
  provider: string,
  { paymentId, on }: Extract<PaymentStanding, { state: 'reversed' }>,
): Promise<Reason> {
  await inTransaction(house.db, (trx) => reverse(trx, house, { provider, paymentId, on }));
  return 'taken in now';
}
