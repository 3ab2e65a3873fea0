import type { ComparedRow, showProviderDay } from '@hiram/contract/console/reconcile';
import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
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
  readonly amount: number;
  readonly state: string;
}

/** A day of a provider and ours, side by side. */
export const showDay: StaffHandler<typeof showProviderDay> = async (input, request) => {
  const found = await statementOf(request, input);
  if ('rejected' in found) return found;
  const { statement, timeZone, day } = found;
  const entries = await statement.entries(statementDay(timeZone, day));
  const rows = sideBySide(entries, await ourRows(request.db, statement.name, day));
  const differing = rows.filter(isDifferent);
  const stored = await differenceRows(request.db)
    .where('difference.provider', '=', statement.name)
    .where('difference.day', '=', day)
    .execute();
  return {
    payments: { theirs: sumOf(rows, 'payment', 'theirs'), ours: sumOf(rows, 'payment', 'ours') },
    payouts: { theirs: sumOf(rows, 'payout', 'theirs'), ours: sumOf(rows, 'payout', 'ours') },
    refunds: sumOf(rows, 'refund', 'theirs'),
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
    amount: string;
    state: string;
  }>`
    select 'payment' as kind, provider_payment_id as reference, amount, state from payment
      where provider = ${provider} and paid_on = ${day}
    union all
    select 'payout', id::text, amount, state from payout
      where provider = ${provider} and sent_on = ${day} and state <> 'requested'`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

function referenceOf(entry: StatementEntry): string {
  if (entry.kind === 'payment') return entry.paymentId;
  return entry.kind === 'refund' ? entry.refundId : (entry.reference ?? entry.providerReference);
}

function sideBySide(entries: readonly StatementEntry[], ours: readonly OurRow[]): readonly ComparedRow[] {
  const own = new Map(ours.map((row) => [`${row.kind} ${row.reference}`, row]));
  const rows: ComparedRow[] = entries.map((entry) => {
    const reference = referenceOf(entry);
    const match = own.get(`${entry.kind} ${reference}`);
    own.delete(`${entry.kind} ${reference}`);
    return {
      kind: entry.kind,
      reference,
      theirs: entry.amount,
      theirState: entry.kind === 'refund' ? 'refunded' : entry.state,
      ...(match ? { ours: match.amount } : {}),
      ourState: match?.state ?? '',
    };
  });
  for (const { kind, reference, amount, state } of own.values())
    rows.push({ kind, reference, theirState: '', ours: amount, ourState: state });
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

function sumOf(rows: readonly ComparedRow[], kind: ComparedRow['kind'], side: 'theirs' | 'ours') {
  const amounts = rows.flatMap((row) => (row.kind === kind ? (row[side] ?? []) : []));
  return { count: amounts.length, amount: amounts.reduce((sum, amount) => sum + amount, 0) };
}
