import { type LateKind, lateKinds, type showPortfolio } from '@hiram/contract/console/portfolio';
import type { StaffInput, StaffOutput } from '@hiram/contract/console/staff-call';
import type { OrderId } from '@hiram/contract/ids';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { accountOf } from '../../brands/chart.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** A part of a brand's portfolio; undefined: all. */
export type PortfolioPart = Omit<StaffInput<typeof showPortfolio>, 'on'>;

const within = (part: PortfolioPart) => {
  const [product, client, source] = [part.product ?? null, part.client ?? null, part.source ?? null];
  const [lentIn, policy] = [part.lentIn ?? null, part.policy ?? null];
  return sql<boolean>`(${product}::text is null or product = ${product}) and (${client}::text is null or client = ${client})
    and (${lentIn}::text is null or to_char(lent_month, 'YYYY-MM') = ${lentIn})
    and (${source}::text is null or source = ${source}) and (${policy}::integer is null or policy = ${policy})`;
};

interface LoansAndMoney {
  readonly loans: number;
  readonly amount: number;
}

export type Portfolio = StaffOutput<typeof showPortfolio>;

interface Row extends LoansAndMoney {
  readonly day: string;
  readonly kind: string;
  readonly lent_month: string;
}

const monthsShown = 12;
const daysOfFlow = 30;

const nothingCounted: Portfolio = {
  products: [],
  months: [],
  sources: [],
  policies: [],
  ties: { portfolio: 0, ledger: 0 },
  days: [],
  lent: 0,
  disbursed: 0,
  collected: 0,
  lost: 0,
  recovered: 0,
  extended: 0,
  arranged: 0,
  flows: [],
  forecast: { due: [] },
  vintages: [],
  first: [],
  rolls: { moves: [] },
};
/** Classes of more than 30 days late. */
const over30: ReadonlySet<string> = new Set(['late31', 'late61', 'late91']);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Reads what the daily runs counted; nothing is computed of loans. */
export async function readPortfolio(
  db: Db,
  brand: Brand,
  until: LocalDate | undefined,
  chosen: PortfolioPart = {},
): Promise<Portfolio> {
  const last = await db
    .selectFrom('portfolio_day')
    .select(({ fn }) => fn.max('day').as('day'))
    .where('brand', '=', brand.id)
    .where('day', '<=', until ?? 'infinity')
    .executeTakeFirst();
  if (!last?.day) return nothingCounted;
  const on = localDate(last.day);
  const first = await db
    .selectFrom('portfolio_day')
    .select(({ fn }) => fn.min('day').as('day'))
    .where('brand', '=', brand.id)
    .executeTakeFirst();
  const part = within(chosen);
  const { rows: monthEnds } = await sql<{ day: string }>`
    select day from (
      select (date_trunc('month', ${on}::date) - n * interval '1 month' - interval '1 day')::date as day
      from generate_series(0, ${monthsShown - 1}) n
    ) month_end
    where exists (select from portfolio_day counted
      where counted.brand = ${brand.id} and counted.kind = 'lent' and counted.day = month_end.day) order by day`.execute(
    db,
  );
  const days = [...monthEnds.map(({ day }) => localDate(day)).filter((day) => day !== on), on];
  const opening = addDays(on, -daysOfFlow);
  const flowDays = Array.from({ length: daysOfFlow }, (_, index) => addDays(on, index + 1 - daysOfFlow));
  const { rows } = await sql<Row>`
    select day, kind, lent_month, sum(loans)::bigint as loans, sum(amount)::bigint as amount from portfolio_day
    where brand = ${brand.id} and ${part} and (
      (day = any(${[opening, ...days]}::date[]) and kind = any(${[...lateKinds, 'lent']}::text[])) or (day = ${on} and kind like 'due%')
      or (day between ${flowDays[0]} and ${on}
        and kind in ('disbursed', 'collected', 'lost', 'recovered', 'extended', 'arranged')))
    group by 1, 2, 3`.execute(db);
  // By day first: few days are then written as months.
  const { rows: firstInstalments } = await sql<Portfolio['first'][number]>`
    select to_char(day, 'YYYY-MM') as month, sum(loans) filter (where kind = 'firstDue')::bigint as due,
      coalesce(sum(loans) filter (where kind = 'firstMissed'), 0)::bigint as missed
    from (
      select day, kind, sum(loans) as loans from portfolio_day
      where brand = ${brand.id} and day between ${days[0]} and ${on} and kind in ('firstDue', 'firstMissed') and ${part}
      group by 1, 2
    ) counted
    group by 1 having sum(loans) filter (where kind = 'firstDue') > 0 order by 1`.execute(db);
  const {
    rows: [choice],
  } = await sql<Pick<Portfolio, 'products' | 'months' | 'sources' | 'policies'>>`
    select coalesce(array_agg(distinct product order by product), '{}') as products,
      coalesce(array_agg(distinct to_char(lent_month, 'YYYY-MM') order by to_char(lent_month, 'YYYY-MM')), '{}') as months,
      coalesce(array_agg(distinct source order by source), '{}') as sources,
      coalesce(array_agg(distinct policy order by policy), '{}') as policies
    from portfolio_day where brand = ${brand.id} and day = ${on} and kind = 'lent'`.execute(db);
  const cells = Map.groupBy(rows, ({ kind, day }) => `${kind} ${day}`);
  const of = (kind: string, ...on: readonly string[]): LoansAndMoney => {
    const own = on.flatMap((day) => cells.get(`${kind} ${day}`) ?? []);
    return { loans: sum(own.map(({ loans }) => loans)), amount: sum(own.map(({ amount }) => amount)) };
  };
  const money = (kind: string) => of(kind, ...flowDays).amount;
  const rolls = await readRolls(db, brand.id, on);
  return {
    on,
    ...(first?.day ? { countedFrom: first.day } : {}),
    ...(choice ?? { products: [], months: [], sources: [], policies: [] }),
    ties: await tie(db, brand, on),
    days: days.map((day) => ({ day, late: lateKinds.map((kind) => of(kind, day)) })),
    lent: of('lent', on).amount,
    ...(first?.day && first.day <= opening
      ? { opening: sum(lateKinds.map((kind) => of(kind, opening).amount)) }
      : {}),
    disbursed: money('disbursed'),
    collected: money('collected'),
    lost: money('lost'),
    recovered: money('recovered'),
    extended: of('extended', ...flowDays).loans,
    arranged: of('arranged', ...flowDays).loans,
    flows: flowDays.map((day) => {
      return { day, disbursed: of('disbursed', day).amount, collected: of('collected', day).amount };
    }),
    forecast: forecastOf(
      lateKinds.map((kind) => of(kind.replace('late', 'due'), on).amount),
      rolls,
    ),
    vintages: vintagesOf(rows, days),
    first: firstInstalments,
    rolls,
  };
}

/**
 * The expected collection of the principal that falls due in 60 days: of each class the part of its loans
 * that were not more than 30 days late a month later, by the last moves. A class without moves is expected
 * like the next later one that has some, or not at all.
 */
function forecastOf(due: number[], { moves }: Portfolio['rolls']): Portfolio['forecast'] {
  if (moves.length === 0) return { due };
  const shares = lateKinds.map((kind) => {
    const own = moves.filter(({ from }) => from === kind);
    const good = own.filter(({ to }) => to === undefined || !over30.has(to));
    const loans = (list: typeof own) => sum(list.map((move) => move.loans));
    return own.length === 0 ? undefined : loans(good) / loans(own);
  });
  const shareOf = (index: number) => shares.slice(index).find((each) => each !== undefined) ?? 0;
  return { due, expected: sum(due.map((amount, index) => Math.round(amount * shareOf(index)))) };
}

function vintagesOf(rows: readonly Row[], days: readonly LocalDate[]): Portfolio['vintages'] {
  const lent = rows.filter((row) => row.kind === 'lent' && row.day === days.at(-1));
  return lent
    .map(({ lent_month, amount }) => {
      const late = rows.filter((row) => row.lent_month === lent_month && over30.has(row.kind));
      const lateOn = (day: LocalDate) => sum(late.filter((row) => row.day === day).map((row) => row.amount));
      const onBook = days.filter((day) => day >= lent_month);
      return {
        month: lent_month.slice(0, 7),
        lent: amount,
        late: onBook.map((on) => ({ on, amount: lateOn(on) })),
      };
    })
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
    .slice(-monthsShown);
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

/** Moves between the last two ends of months, as they were counted; a loan that left has no class at the second. */
async function readRolls(db: Db, brand: string, on: LocalDate): Promise<Portfolio['rolls']> {
  const rows = await db
    .selectFrom('portfolio_move')
    .select(['day', 'previous', 'late_from as from', 'late_to as to', 'loans'])
    .where('brand', '=', brand)
    .where('day', '=', (of) =>
      of
        .selectFrom('portfolio_move')
        .select(({ fn }) => fn.max('day').as('day'))
        .where('brand', '=', brand)
        .where('day', '<=', on),
    )
    .execute();
  const [first] = rows;
  if (!first) return { moves: [] };
  return {
    from: localDate(first.previous),
    to: localDate(first.day),
    moves: rows.map(({ from, to, loans }) => (to === null ? { from, loans } : { from, to, loans })),
  };
}

/** Loans of a class now, or more than 30 days late, by what is posted of them, the greatest first. */
export async function loansOfClass(
  db: Db,
  brand: string,
  { late, limit, ...part }: PortfolioPart & { readonly late?: LateKind | undefined; readonly limit: number },
) {
  const kinds = late === undefined ? [...over30] : [late];
  const { rows } = await sql<{
    orderId: OrderId;
    product: string;
    daysLate: number;
    on: string;
    principal: number;
    count: number;
  }>`
    select known.order_id as "orderId", product, greatest(0, coalesce(book.posted_through - ordered.next_due_on, 0)) as "daysLate",
      book.posted_through::text as "on",
      (accrual.posted ->> 'principal')::bigint as principal, count(*) over () as count
    from gl_book book
    join portfolio_loan known on known.brand = book.brand
    join loan_order ordered on ordered.id = known.order_id and ordered.status in ('active', 'dueSoon', 'overdue')
    join loan_accrual accrual on accrual.order_id = known.order_id and (accrual.posted ->> 'principal')::bigint > 0
    where book.brand = ${brand} and late_kind(coalesce(book.posted_through - ordered.next_due_on, 0)) = any(${kinds}::text[])
      and ${within(part)}
    order by principal desc, known.order_id limit ${limit}`.execute(db);
  return { loans: rows.map(({ count: _count, ...loan }) => loan), count: rows[0]?.count ?? 0 };
}

/** The figures of a day, a row for each cell. Amounts in cents. */
export async function portfolioRows(db: Db, brand: string, on: LocalDate, part: PortfolioPart) {
  return db
    .selectFrom('portfolio_day')
    .select(['day', 'kind', 'product', 'client', 'lent_month', 'source', 'policy', 'loans', 'amount'])
    .where('brand', '=', brand)
    .where('day', '=', on)
    .where(within(part))
    .orderBy('kind')
    .orderBy('product')
    .orderBy('client')
    .orderBy('lent_month')
    .orderBy('source')
    .orderBy('policy')
    .execute();
}
