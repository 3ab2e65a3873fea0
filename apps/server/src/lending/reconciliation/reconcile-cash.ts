import { addDays } from '@hiram/loan';
import { sql } from 'kysely';
import { validate } from 'uuid';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { StatementEntry } from '../../providers/ports/statement.ts';
import type { ComparedDay, ComparisonResult, Difference } from './difference.ts';

/** A statement of an earlier day is compared with archived books, too. */
const daysBeforeArchive = 300;

/** Movements of cash by kind, in cents; what left is below 0. */
interface CashMoved {
  readonly payments: number;
  readonly payouts: number;
  readonly other: number;
}

/** The movement at a provider on a day for a brand: by its statement and by our books. */
export interface CashDay {
  readonly brand: string;
  readonly atProvider: CashMoved;
  readonly inLedger: CashMoved;
}

const nothing: CashMoved = { payments: 0, payouts: 0, other: 0 };

const totalOf = ({ payments, payouts, other }: CashMoved): number => payments + payouts + other;

/** The change of the balance at the provider by an entry, in cents. A returned payout changed nothing in the end. */
function movedBy(entry: StatementEntry): CashMoved {
  if (entry.kind === 'refund') return { ...nothing, other: -entry.amount };
  if (entry.kind === 'payment') return { ...nothing, payments: entry.state === 'paid' ? entry.amount : 0 };
  return { ...nothing, payouts: entry.state === 'returned' ? 0 : -entry.amount };
}

const sumOf = (one: CashMoved, other: CashMoved): CashMoved => ({
  payments: one.payments + other.payments,
  payouts: one.payouts + other.payouts,
  other: one.other + other.other,
});

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
): Promise<{ readonly differences: readonly Difference[]; readonly days: readonly CashDay[] }> {
  const counted = [...new Set(parts.flatMap(({ counted }) => counted))];
  // Books may be archived a year after their last posting. To read the whole archive takes long, so only such days do.
  const isOld = day < addDays(today, -daysBeforeArchive);
  const ledgerTotals = await ledgerCash(appContext, { provider, day, isOld }, counted);
  const providerTotals = await statementCash(appContext, provider, entries, [...ledgerTotals.keys()]);
  const brands = [...new Set([...ledgerTotals.keys(), ...providerTotals.keys()])].sort();
  const days = brands.map((brand) => ({
    brand,
    atProvider: providerTotals.get(brand) ?? nothing,
    inLedger: ledgerTotals.get(brand) ?? nothing,
  }));
  const differences = days
    .map(({ brand, atProvider, inLedger }) => ({
      brand,
      atProvider: totalOf(atProvider),
      inLedger: totalOf(inLedger),
    }))
    .filter(({ atProvider, inLedger }) => atProvider !== inLedger)
    .map(({ brand, atProvider, inLedger }) => ({
      kind: 'day' as const,
      reference: brand,
      reason: 'cash differs' as const,
      providerValue: String(atProvider),
      ledgerValue: String(inLedger),
    }));
  return { differences, days };
}

/** The statement's movements by brand. */
async function statementCash(
  { db, brands, defaultBrand }: AppContext,
  provider: string,
  entries: readonly StatementEntry[],
  ledgerBrands: readonly string[],
): Promise<ReadonlyMap<string, CashMoved>> {
  const brandOfEntry = await brandsOfEntries(db, provider, entries);
  const totals = new Map<string, CashMoved>();
  const unknown: StatementEntry[] = [];
  for (const entry of entries) {
    const brand = brandOfEntry.get(keyOf(entry));
    if (brand === undefined) unknown.push(entry);
    else totals.set(brand, sumOf(totals.get(brand) ?? nothing, movedBy(entry)));
  }
  const served = new Set([...totals.keys(), ...ledgerBrands]);
  const [only, ...others] = served.size > 0 ? served : brands.keys();
  if (only === undefined || others.length > 0) return totals;
  const { currency } = markets[(brands.get(only) ?? defaultBrand).market];
  const own = unknown
    .filter((entry) => entry.currency === undefined || entry.currency === currency)
    .map(movedBy)
    .filter((moved) => Object.values(moved).some((amount) => amount !== 0));
  for (const moved of own) totals.set(only, sumOf(totals.get(only) ?? nothing, moved));
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
): Promise<ReadonlyMap<string, CashMoved>> {
  const [journals, lines] = isOld ? ['every_journal', 'every_journal_line'] : ['journal', 'journal_line'];
  const account = `cash:${provider}`;
  const { rows } = await sql<{ brand: string; kind: keyof CashMoved; amount: string }>`
    select brand, kind, sum(amount) as amount from (
      select loan_order.brand, 'payments' as kind, line.amount from payment
        join loan_order on loan_order.borrower_id = payment.borrower_id and loan_order.id = payment.order_id
        join ${sql.table(lines)} line on line.borrower_id = payment.borrower_id and line.order_id = payment.order_id
          and line.account = ${account} and line.event_id = payment.id
        where payment.id = any(${counted}::uuid[])
      union all
      select payout.brand, 'payouts', line.amount from payout
        join ${sql.table(journals)} journal on journal.borrower_id = payout.borrower_id and journal.order_id = payout.order_id
          and journal.event_id = payout.id
        join ${sql.table(lines)} line on line.journal_id = journal.id and line.borrower_id = payout.borrower_id
          and line.order_id = payout.order_id and line.account = ${account}
        where payout.id = any(${counted}::uuid[])
      union all
      select journal.brand, 'other', line.amount from ${sql.table(journals)} journal join ${sql.table(lines)} line on line.journal_id = journal.id
        where journal.posted_on = ${day} and line.account = ${account}
          and not exists (select from payment where payment.id = line.event_id)
          and not exists (select from payout where payout.id = journal.event_id)
    ) as moved group by brand, kind`.execute(appContext.db);
  const totals = new Map<string, CashMoved>();
  for (const { brand, kind, amount } of rows)
    totals.set(brand, { ...(totals.get(brand) ?? nothing), [kind]: Number(amount) });
  return totals;
}
