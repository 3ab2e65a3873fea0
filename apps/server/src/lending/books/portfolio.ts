import type { OrderId } from '@hiram/contract/ids';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { accountOf } from '../../brands/chart.ts';
import type { Db } from '../../platform/database/connect.ts';
import type { PortfolioKind } from '../../platform/database/schema/books.ts';

export const lateKinds = ['late0', 'late1', 'late8', 'late16', 'late31', 'late61', 'late91'] as const;
export type LateKind = (typeof lateKinds)[number];

/** One product or kind of clients of a brand; undefined: all. */
export interface PortfolioPart {
  readonly product?: string | undefined;
  readonly client?: 'new' | 'repeat' | undefined;
}

export interface LoansAndMoney {
  readonly loans: number;
  readonly amount: number;
}

/** The portfolio of a brand at the end of a day. Amounts in cents. */
export interface Portfolio {
  readonly on: LocalDate | undefined;
  readonly products: string[];
  readonly ties: { readonly portfolio: number; readonly ledger: number };
  readonly days: { readonly day: LocalDate; readonly late: LoansAndMoney[] }[];
  readonly disbursed: number;
  readonly collected: number;
  readonly lost: number;
  readonly recovered: number;
  readonly vintages: { readonly month: string; readonly lent: number; readonly late: number[] }[];
  readonly first: { readonly month: string; readonly due: number; readonly missed: number }[];
  readonly rolls: {
    readonly from?: LocalDate;
    readonly to?: LocalDate;
    readonly moves: { readonly from: LateKind; readonly to?: LateKind; readonly loans: number }[];
  };
}

interface Row extends LoansAndMoney {
  readonly day: string;
  readonly kind: PortfolioKind;
  readonly lent_month: string;
}

const monthsShown = 12;
/** Classes of more than 30 days late. */
const over30: ReadonlySet<string> = new Set(['late31', 'late61', 'late91']);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const monthOf = (day: string) => day.slice(0, 7);

/** The last counted day up to `asked`. */
async function countedDay(db: Db, brand: string, asked: LocalDate | undefined) {
  const { rows } = await sql<{ day: string | null }>`
    select max(day) as day from portfolio_day where brand = ${brand} and day <= coalesce(${asked ?? null}::date, 'infinity')`.execute(
    db,
  );
  const day = rows[0]?.day ?? undefined;
  return day === undefined ? undefined : localDate(day);
}

/** Reads what the daily runs counted; nothing is computed of loans. */
export async function readPortfolio(
  db: Db,
  brand: Brand,
  asked: LocalDate | undefined,
  { product, client }: PortfolioPart = {},
): Promise<Portfolio> {
  const on = await countedDay(db, brand.id, asked);
  const none = { disbursed: 0, collected: 0, lost: 0, recovered: 0 };
  if (on === undefined)
    return {
      ...{ on, products: [], ties: { portfolio: 0, ledger: 0 }, days: [], ...none, vintages: [], first: [] },
      rolls: { moves: [] },
    };
  const part = sql<boolean>`(${product ?? null}::text is null or product = ${product ?? null})
    and (${client ?? null}::text is null or client = ${client ?? null})`;
  const { rows: monthEnds } = await sql<{ day: string }>`
    select distinct day from portfolio_day where brand = ${brand.id} and day in (
      select (date_trunc('month', ${on}::date) - n * interval '1 month' - interval '1 day')::date
      from generate_series(0, ${monthsShown - 1}) n) order by day`.execute(db);
  const days = [...monthEnds.map(({ day }) => localDate(day)).filter((day) => day !== on), on];
  const { rows } = await sql<Row>`
    select day, kind, lent_month, sum(loans)::bigint as loans, sum(amount)::bigint as amount from portfolio_day
    where brand = ${brand.id} and day = any(${days}::date[]) and kind = any(${[...lateKinds, 'lent']}::text[]) and ${part}
    group by 1, 2, 3`.execute(db);
  const { rows: flows } = await sql<Row & { month: string }>`
    select to_char(day, 'YYYY-MM') as month, kind, sum(loans)::bigint as loans,
      coalesce(sum(amount) filter (where day > ${addDays(on, -30)}), 0)::bigint as amount
    from portfolio_day where brand = ${brand.id} and day between ${days[0]} and ${on}
      and kind in ('firstDue', 'firstMissed', 'disbursed', 'collected', 'lost', 'recovered') and ${part}
    group by 1, 2 order by 1`.execute(db);
  const flow = (kind: PortfolioKind) =>
    sum(flows.filter((row) => row.kind === kind).map((row) => row.amount));
  const { rows: products } = await sql<{ product: string }>`
    select distinct product from portfolio_day where brand = ${brand.id} and day = ${on} order by 1`.execute(
    db,
  );
  return {
    on,
    products: products.map((row) => row.product),
    ties: await tie(db, brand, on),
    days: days.map((day) => ({ day, late: lateOf(rows.filter((row) => row.day === day)) })),
    disbursed: flow('disbursed'),
    collected: flow('collected'),
    lost: flow('lost'),
    recovered: flow('recovered'),
    vintages: vintagesOf(rows, days),
    first: firstOf(flows),
    rolls: await readRolls(db, brand.id, on),
  };
}

const lateOf = (rows: readonly Row[]): LoansAndMoney[] =>
  lateKinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    return { loans: sum(own.map(({ loans }) => loans)), amount: sum(own.map(({ amount }) => amount)) };
  });

function vintagesOf(rows: readonly Row[], days: readonly LocalDate[]): Portfolio['vintages'] {
  const lent = rows.filter((row) => row.kind === 'lent' && row.day === days.at(-1));
  return lent
    .map(({ lent_month, amount }) => ({
      month: monthOf(lent_month),
      lent: amount,
      late: days
        .filter((day) => day >= lent_month)
        .map((day) =>
          sum(
            rows
              .filter((row) => row.day === day && row.lent_month === lent_month && over30.has(row.kind))
              .map((row) => row.amount),
          ),
        ),
    }))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
    .slice(-monthsShown);
}

function firstOf(flows: readonly (Row & { readonly month: string })[]): Portfolio['first'] {
  const months = [...new Set(flows.map(({ month }) => month))];
  const count = (month: string, kind: PortfolioKind) =>
    flows.find((row) => row.month === month && row.kind === kind)?.loans ?? 0;
  return months
    .map((month) => ({ month, due: count(month, 'firstDue'), missed: count(month, 'firstMissed') }))
    .filter(({ due }) => due > 0);
}

/** The principal that was counted, and what the accounts of principal have, at the end of a day. */
async function tie(db: Db, brand: Brand, on: LocalDate): Promise<Portfolio['ties']> {
  const { rows } = await sql<Portfolio['ties']>`
    select (select coalesce(sum(amount), 0)::bigint from portfolio_day
        where brand = ${brand.id} and day = ${on} and kind = any(${[...lateKinds]}::text[])) as portfolio,
      (select coalesce(sum(line.amount), 0)::bigint from gl_line line join gl_journal journal on journal.id = line.journal_id
        where line.brand = ${brand.id} and line.account = ${accountOf(brand.chart, 'principal')}
          and journal.posted_on <= ${on}) as ledger`.execute(db);
  return rows[0] ?? { portfolio: 0, ledger: 0 };
}

/** Moves between the last two ends of months; a loan that left has no class at the second. */
async function readRolls(db: Db, brand: string, on: LocalDate): Promise<Portfolio['rolls']> {
  const { rows: ends } = await sql<{ day: string }>`
    select distinct day from portfolio_month_end where brand = ${brand} and day <= ${on} order by day desc limit 2`.execute(
    db,
  );
  const [to, from] = ends.map(({ day }) => localDate(day));
  if (from === undefined || to === undefined) return { moves: [] };
  const { rows } = await sql<{ from: LateKind; to: LateKind | null; loans: number }>`
    select before.kind as from, after.kind as to, count(*) as loans
    from portfolio_month_end before
    left join portfolio_month_end after on after.brand = before.brand and after.day = ${to} and after.order_id = before.order_id
    where before.brand = ${brand} and before.day = ${from} group by 1, 2`.execute(db);
  return {
    from,
    to,
    moves: rows.map(({ to: kind, ...row }) => (kind === null ? row : { ...row, to: kind })),
  };
}

/** Loans of a class now, by what is posted of them, the greatest first. */
export async function loansOfClass(
  db: Db,
  brand: string,
  { late, product, client, limit }: PortfolioPart & { readonly late: LateKind; readonly limit: number },
) {
  const { rows } = await sql<{
    orderId: OrderId;
    product: string;
    daysLate: number;
    principal: number;
    count: number;
  }>`
    select ordered.id as "orderId", product.code as product, greatest(0, coalesce(book.posted_through - ordered.next_due_on, 0)) as "daysLate",
      (accrual.posted ->> 'principal')::bigint as principal, count(*) over () as count
    from gl_book book
    join loan_order ordered on ordered.brand = book.brand and ordered.status in ('active', 'dueSoon', 'overdue')
    join loan_accrual accrual on accrual.order_id = ordered.id and (accrual.posted ->> 'principal')::bigint > 0
    join product on product.id = ordered.product_id
    where book.brand = ${brand} and late_kind(coalesce(book.posted_through - ordered.next_due_on, 0)) = ${late}
      and (${product ?? null}::text is null or product.code = ${product ?? null})
      and (${client ?? null}::text is null or ordered.client_kind = ${client ?? null})
    order by principal desc, ordered.id limit ${limit}`.execute(db);
  return { loans: rows.map(({ count: _count, ...loan }) => loan), count: rows[0]?.count ?? 0 };
}
