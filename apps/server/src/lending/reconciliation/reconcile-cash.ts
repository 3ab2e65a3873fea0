import { addDays } from '@hiram/loan';
import { sql } from 'kysely';
import { validate } from 'uuid';
import type { AppContext } from '../../context/app-context.ts';
import type { StatementEntry } from '../../providers/statement.ts';
import type { ComparedDay, ComparisonResult, Difference } from './difference.ts';

/** A statement of an earlier day is compared with archived books, too. */
const daysBeforeArchive = 300;

/** The change of the balance at the provider by an entry, in cents. A returned payout changed nothing in the end. */
function movedBy(entry: StatementEntry): number {
  if (entry.kind === 'refund') return -entry.amount;
  if (entry.kind === 'payment') return entry.state === 'paid' ? entry.amount : 0;
  return entry.state === 'returned' ? 0 : -entry.amount;
}

/**
 * Compares, for each brand, the statement's total of a day with the movement of the ledger's `cash:<provider>`. Amounts of two
 * brands, which may have two currencies, are never added. An entry that names no movement of ours is a difference by itself; it
 * counts towards the total only where the provider moves money of a single brand. A payment or payout counts on its
 * day of the statement, with everything posted for it since; any other movement of cash counts on the day of its posting.
 */
export async function compareCash(
  appContext: AppContext,
  provider: string,
  { day, today }: ComparedDay,
  {
    entries,
    comparisons: parts,
  }: { readonly entries: readonly StatementEntry[]; readonly comparisons: readonly ComparisonResult[] },
): Promise<readonly Difference[]> {
  const counted = [...new Set(parts.flatMap(({ counted }) => counted))];
  // Books may be archived a year after their last posting. To read the whole archive takes long, so only such days do.
  const isOld = day < addDays(today, -daysBeforeArchive);
  const ledgerTotals = await ledgerCash(appContext, { provider, day, isOld }, counted);
  const providerTotals = await statementCash(appContext, provider, entries, [...ledgerTotals.keys()]);
  return [...new Set([...ledgerTotals.keys(), ...providerTotals.keys()])].sort().flatMap((brand) => {
    const [providerTotal, ledgerTotal] = [providerTotals.get(brand) ?? 0, ledgerTotals.get(brand) ?? 0];
    if (providerTotal === ledgerTotal) return [];
    return [
      {
        kind: 'day',
        reference: brand,
        reason: 'cash differs',
        providerValue: String(providerTotal),
        ledgerValue: String(ledgerTotal),
      },
    ];
  });
}

/** The statement's movements by brand, in cents. */
async function statementCash(
  { db, brands }: AppContext,
  provider: string,
  entries: readonly StatementEntry[],
  ledgerBrands: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const brandOfEntry = await brandsOfEntries(db, provider, entries);
  const totals = new Map<string, number>();
  let unknown = 0;
  for (const entry of entries) {
    const brand = brandOfEntry.get(keyOf(entry));
    if (brand === undefined) unknown += movedBy(entry);
    else totals.set(brand, (totals.get(brand) ?? 0) + movedBy(entry));
  }
  const served = new Set([...totals.keys(), ...ledgerBrands]);
  const [only, ...others] = served.size > 0 ? served : brands.keys();
  if (unknown !== 0 && only !== undefined && others.length === 0)
    totals.set(only, (totals.get(only) ?? 0) + unknown);
  return totals;
}

function keyOf(entry: StatementEntry): string {
  if (entry.kind === 'payment') return `payment ${entry.paymentId}`;
  if (entry.kind === 'refund') return `refund ${entry.refundId}`;
  return `payout ${entry.reference ?? ''}`;
}

/** The brands of our payments and payouts that the entries name. */
async function brandsOfEntries(
  db: AppContext['db'],
  provider: string,
  entries: readonly StatementEntry[],
): Promise<ReadonlyMap<string, string>> {
  const payments = entries.flatMap((entry) => (entry.kind === 'payment' ? entry.paymentId : []));
  const payouts = entries.flatMap((entry) =>
    entry.kind === 'payout' && validate(entry.reference) ? (entry.reference ?? []) : [],
  );
  const { rows } = await sql<{ key: string; brand: string }>`
    select 'payment ' || payment.provider_payment_id as key, loan_order.brand from payment
      join loan_order on loan_order.borrower_id = payment.borrower_id and loan_order.id = payment.order_id
      where payment.provider = ${provider} and payment.provider_payment_id = any(${payments})
    union all
    select 'payout ' || id, brand from payout where provider = ${provider} and id = any(${payouts}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ key, brand }) => [key, brand]));
}

async function ledgerCash(
  appContext: AppContext,
  { provider, day, isOld }: { readonly provider: string; readonly day: string; readonly isOld: boolean },
  counted: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const [journals, lines] = isOld ? ['every_journal', 'every_journal_line'] : ['journal', 'journal_line'];
  const account = `cash:${provider}`;
  const { rows } = await sql<{ brand: string; amount: string }>`
    select brand, sum(amount) as amount from (
      select loan_order.brand, line.amount from payment
        join loan_order on loan_order.borrower_id = payment.borrower_id and loan_order.id = payment.order_id
        join ${sql.table(lines)} line on line.borrower_id = payment.borrower_id and line.order_id = payment.order_id
          and line.account = ${account} and line.event_id = payment.id
        where payment.id = any(${counted}::uuid[])
      union all
      select payout.brand, line.amount from payout
        join ${sql.table(journals)} journal on journal.borrower_id = payout.borrower_id and journal.order_id = payout.order_id
          and journal.event_id = payout.id
        join ${sql.table(lines)} line on line.journal_id = journal.id and line.borrower_id = payout.borrower_id
          and line.order_id = payout.order_id and line.account = ${account}
        where payout.id = any(${counted}::uuid[])
      union all
      select journal.brand, line.amount from ${sql.table(journals)} journal join ${sql.table(lines)} line on line.journal_id = journal.id
        where journal.posted_on = ${day} and line.account = ${account}
          and not exists (select from payment where payment.id = line.event_id)
          and not exists (select from payout where payout.id = journal.event_id)
    ) as moved group by brand`.execute(appContext.db);
  return new Map(rows.map(({ brand, amount }) => [brand, Number(amount)]));
}
