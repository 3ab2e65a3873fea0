import type { DayProof } from '@hiram/contract/console/reconcile';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';

/** A day of a brand at a provider; without a brand: what names none of ours. */
export interface AccountDay {
  readonly provider: string;
  readonly brand: string | undefined;
  readonly day: string;
}

type Side = 'theirs' | 'ours';
type Proof = { readonly proof?: DayProof; readonly comparedAt?: string };

/**
 * The sum of a day on both sides: what was left by the days before, what moved, and what was settled to the bank. Empty: the
 * day was not compared yet, or it is of no brand.
 */
export async function proofOf(db: Db, { provider, brand, day }: AccountDay): Promise<Proof> {
  if (brand === undefined) return {};
  const row = await db
    .selectFrom('reconciliation_day')
    .selectAll()
    .where('provider', '=', provider)
    .where('brand', '=', brand)
    .where('day', '=', day)
    .executeTakeFirst();
  if (!row) return {};
  const { rows } = await sql<Record<'theirs' | 'ours' | 'settled_before' | 'settled', string>>`
    select coalesce(sum(their_payments + their_payouts + their_other), 0) as theirs,
      coalesce(sum(our_payments + our_payouts + our_other), 0) as ours,
      ${settled(provider, brand, sql`posted_on < ${day}`)} as settled_before,
      ${settled(provider, brand, sql`posted_on = ${day}`)} as settled
    from reconciliation_day where provider = ${provider} and brand = ${brand} and day < ${day}`.execute(db);
  const before = rows[0];
  const [settledBefore, settledNow] = [Number(before?.settled_before ?? 0), Number(before?.settled ?? 0)];
  const opening = (side: Side) => Number(before?.[side] ?? 0) + settledBefore;
  const closing = (side: Side, moved: readonly number[]) =>
    moved.reduce((sum, amount) => sum + amount, opening(side) + settledNow);
  return {
    comparedAt: row.compared_at.toISOString(),
    proof: {
      opening: { theirs: opening('theirs'), ours: opening('ours') },
      payments: { theirs: row.their_payments, ours: row.our_payments },
      payouts: { theirs: row.their_payouts, ours: row.our_payouts },
      other: { theirs: row.their_other, ours: row.our_other },
      settled: { theirs: settledNow, ours: settledNow },
      closing: {
        theirs: closing('theirs', [row.their_payments, row.their_payouts, row.their_other]),
        ours: closing('ours', [row.our_payments, row.our_payouts, row.our_other]),
      },
    },
  };
}

/** Cents that settlements took out of the provider's account: 0 or less. */
const settled = (provider: string, brand: string, on: ReturnType<typeof sql<boolean>>) => sql`
  (select coalesce(sum(line.amount), 0) from lender_journal journal join lender_line line on line.journal_id = journal.id
    where journal.brand = ${brand} and journal.provider = ${provider} and ${on} and line.account = ${`cash:${provider}`})`;
