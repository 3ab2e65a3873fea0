import type { ComparedRow, showProviderDay } from '@hiram/contract/console/reconcile';
import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import { validate } from 'uuid';
import type { AppContext } from '../../context/app-context.ts';
import { statementDay } from '../../lending/reconciliation/reconciliation.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { StatementEntry } from '../../providers/ports/statement.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { currencyOf } from './currency-of.ts';
import { causesOf } from './likely-cause.ts';
import { differenceRows, shownDifference } from './list-differences.ts';
import { proofOf } from './proof-of-day.ts';
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

/** A day of a brand at a provider and ours, side by side. */
export const showDay: StaffHandler<typeof showProviderDay> = async (input, request) => {
  const found = await statementOf(request, input);
  if ('rejected' in found) return found;
  const { statement, timeZone, day } = found;
  const { db } = request;
  const account = { provider: statement.name, brand: input.brand, day };
  const entries = await statement.entries(statementDay(timeZone, day));
  const brandOf = await brandsOfReferences(db, entries);
  const rows = sideBySide(
    request.context.appContext,
    entries,
    await ourRows(db, statement.name, day),
    brandOf,
  ).filter(({ brand }) => brand === input.brand);
  const differing = rows.filter(({ isPair }) => !isPair);
  const all = await differenceRows(db)
    .where('difference.provider', '=', statement.name)
    .where('difference.day', '=', day)
    .execute();
  const stored = all.filter(({ brand }) => (brand ?? undefined) === input.brand);
  const unnamed = all.filter(({ brand }) => brand === null);
  const causes = await causesOf(db, account, stored, unnamed);
  return {
    rows: [...differing, ...rows.filter(({ isPair }) => isPair)].slice(0, maxRows),
    count: rows.length,
    differing: differing.length,
    ...(await proofOf(db, account)),
    differences: stored.map((row) => ({
      ...shownDifference(row, request),
      before: 0,
      ...causes.get(row.id),
    })),
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

/** A row before it is told whether it pairs. */
type Side = Omit<ComparedRow, 'isPair'>;

function referenceOf(entry: StatementEntry): string {
  if (entry.kind === 'payment') return entry.paymentId;
  return entry.kind === 'refund' ? entry.refundId : (entry.reference ?? entry.providerReference);
}

function sideBySide(
  appContext: AppContext,
  entries: readonly StatementEntry[],
  ours: readonly OurRow[],
  brandOf: ReadonlyMap<string, string>,
): readonly ComparedRow[] {
  const own = new Map(ours.map((row) => [`${row.kind} ${row.reference}`, row]));
  const rows: Side[] = entries.map((entry) => {
    const reference = referenceOf(entry);
    const match = own.get(`${entry.kind} ${reference}`);
    own.delete(`${entry.kind} ${reference}`);
    const named = entry.kind === 'refund' ? undefined : brandOf.get(entry.reference ?? '');
    const brand = match?.brand ?? named;
    return {
      ...(brand === undefined ? {} : { brand }),
      currency: currencyOf(appContext, brand, entry.currency),
      kind: entry.kind,
      reference,
      theirs: entry.amount,
      theirState: entry.kind === 'refund' ? 'refunded' : entry.state,
      ...(match ? { ours: match.amount } : {}),
      ourState: match?.state ?? '',
    };
  });
  for (const { kind, reference, brand, amount, state } of own.values())
    rows.push({
      brand,
      currency: currencyOf(appContext, brand, undefined),
      kind,
      reference,
      theirState: '',
      ours: amount,
      ourState: state,
    });
  return rows.map((row) => ({ ...row, isPair: !isDifferent(row) }));
}

/** States that say the same on both sides. */
const sameStates = new Set([
  'paid posted',
  'paid paid',
  'reversed reversed',
  'returned returned',
  'pending sent',
]);

function isDifferent({ theirs, ours, theirState, ourState }: Side): boolean {
  return theirs !== ours || !sameStates.has(`${theirState} ${ourState}`);
}
