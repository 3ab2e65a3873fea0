import type { ComparedRow, showProviderDay } from '@hiram/contract/console/reconcile';
import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import { validate } from 'uuid';
import { statementDay } from '../../lending/reconciliation/reconciliation.ts';
import type { Db } from '../../platform/database/connect.ts';
import type { StatementEntry } from '../../providers/statement.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { differenceRows, shownDifference } from './list-differences.ts';
import { statementOf } from './statement-of.ts';

/** Rows of a day that are shown: those that differ first. */
const maxRows = 200;

interface OurRow {
  readonly kind: 'payment' | 'payout';
  readonly reference: string;
  readonly brand: string;
  readonly amount: number;
  readonly state: string;
}

/** A day of a provider and ours, side by side. */
export const showDay: StaffHandler<typeof showProviderDay> = async (input, request) => {
  const found = await statementOf(request, input);
  if ('rejected' in found) return found;
  const { statement, timeZone, day } = found;
  const entries = await statement.entries(statementDay(timeZone, day));
  const brandOf = await brandsOfReferences(request.db, entries);
  const rows = sideBySide(entries, await ourRows(request.db, statement.name, day), brandOf);
  const differing = rows.filter(isDifferent);
  const stored = await differenceRows(request.db)
    .where('difference.provider', '=', statement.name)
    .where('difference.day', '=', day)
    .execute();
  return {
    totals: totalsByBrand(rows),
    rows: [...differing, ...rows.filter((row) => !isDifferent(row))].slice(0, maxRows),
    differing: differing.length,
    differences: stored.map((row) => shownDifference(row, request.session.staffId)),
  };
};

/** Our payments and payouts that count on a day. */
async function ourRows(db: Db, provider: string, day: LocalDate): Promise<readonly OurRow[]> {
  const { rows } = await sql<{
    kind: 'payment' | 'payout';
    reference: string;
    brand: string;
    amount: string;
    state: string;
  }>`
    select 'payment' as kind, provider_payment_id as reference, loan_order.brand, payment.amount, state
      from payment join loan_order
        on loan_order.borrower_id = payment.borrower_id and loan_order.id = payment.order_id
      where provider = ${provider} and paid_on = ${day}
    union all
    select 'payout', id::text, brand, amount, state from payout
      where provider = ${provider} and sent_on = ${day} and state <> 'requested'`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/** The brands of our codes and payouts that a statement names, by our id. */
async function brandsOfReferences(
  db: Db,
  entries: readonly StatementEntry[],
): Promise<ReadonlyMap<string, string>> {
  const ids = entries.flatMap((entry) =>
    entry.kind !== 'refund' && entry.reference && validate(entry.reference) ? [entry.reference] : [],
  );
  const { rows } = await sql<{ id: string; brand: string }>`
    select payment_code.id, loan_order.brand from payment_code join loan_order
      on loan_order.borrower_id = payment_code.borrower_id and loan_order.id = payment_code.order_id
      where payment_code.id = any(${ids}::uuid[])
    union all
    select id, brand from payout where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, brand }) => [id, brand]));
}

function referenceOf(entry: StatementEntry): string {
  if (entry.kind === 'payment') return entry.paymentId;
  return entry.kind === 'refund' ? entry.refundId : (entry.reference ?? entry.providerReference);
}

function sideBySide(
  entries: readonly StatementEntry[],
  ours: readonly OurRow[],
  brandOf: ReadonlyMap<string, string>,
): readonly ComparedRow[] {
  const own = new Map(ours.map((row) => [`${row.kind} ${row.reference}`, row]));
  const rows: ComparedRow[] = entries.map((entry) => {
    const reference = referenceOf(entry);
    const match = own.get(`${entry.kind} ${reference}`);
    own.delete(`${entry.kind} ${reference}`);
    const named = entry.kind === 'refund' ? undefined : brandOf.get(entry.reference ?? '');
    const brand = match?.brand ?? named;
    return {
      ...(brand === undefined ? {} : { brand }),
      kind: entry.kind,
      reference,
      theirs: entry.amount,
      theirState: entry.kind === 'refund' ? 'refunded' : entry.state,
      ...(match ? { ours: match.amount } : {}),
      ourState: match?.state ?? '',
    };
  });
  for (const { kind, reference, brand, amount, state } of own.values())
    rows.push({ brand, kind, reference, theirState: '', ours: amount, ourState: state });
  return rows;
}

/** States that say the same on both sides. */
const sameStates = new Set([
  'paid posted',
  'paid held',
  'paid paid',
  'reversed reversed',
  'returned returned',
  'pending sent',
]);

function isDifferent({ theirs, ours, theirState, ourState }: ComparedRow): boolean {
  return theirs !== ours || !sameStates.has(`${theirState} ${ourState}`);
}

/** The sums of each brand: no sum is over two currencies. */
function totalsByBrand(rows: readonly ComparedRow[]) {
  return [...Map.groupBy(rows, ({ brand }) => brand)].map(([brand, own]) => ({
    ...(brand === undefined ? {} : { brand }),
    payments: { theirs: sumOf(own, 'payment', 'theirs'), ours: sumOf(own, 'payment', 'ours') },
    payouts: { theirs: sumOf(own, 'payout', 'theirs'), ours: sumOf(own, 'payout', 'ours') },
    refunds: sumOf(own, 'refund', 'theirs'),
    differing: own.filter(isDifferent).length,
  }));
}

function sumOf(rows: readonly ComparedRow[], kind: ComparedRow['kind'], side: 'theirs' | 'ours') {
  const amounts = rows.flatMap((row) => (row.kind === kind ? (row[side] ?? []) : []));
  return { count: amounts.length, amount: amounts.reduce((sum, amount) => sum + amount, 0) };
}
