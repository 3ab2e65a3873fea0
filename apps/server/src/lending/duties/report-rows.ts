import { accruals, addDays, inForce, type LocalDate, localDate, plan } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { csvCell } from '../../platform/files/csv-line.ts';
import { decimal } from '../../platform/files/decimal.ts';
import { type Profile, readProfile } from '../borrowers/profile.ts';
import { engineEvents, type Order, storedEvent } from '../loans/order-store.ts';
import type { DutyPeriod } from './duty-periods.ts';

/**
 * The version of the queries and fields below. A run stores it, so that a file can be explained later: raise it with each change.
 */
export const queryVersion = 3;
const batchSize = 500;

export interface Reported {
  readonly brand: Brand;
  readonly period: Pick<DutyPeriod, 'from' | 'to'>;
}

/** A loan on the last day of a period. Amounts in cents. */
interface ReportedLoan {
  readonly order: Order;
  readonly principal: number;
  readonly owed: number;
  readonly daysLate: number;
  readonly isSettled: boolean;
  readonly settledOn: LocalDate | undefined;
  /** Payments of the period without reversed ones. */
  readonly paid: number;
}

/** The loans that ran in the period, in the order of their ids, as the engine has them at its end. */
async function* loansOf(db: Db, { brand, period }: Reported): AsyncGenerator<ReportedLoan> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const orders = await db
      .selectFrom('loan_order')
      .selectAll()
      .where('brand', '=', brand.id)
      .where('disbursed_on', '<=', period.to)
      .where((eb) => eb.or([eb('settled_on', 'is', null), eb('settled_on', '>=', period.from)]))
      .where('id', '>', after as Order['id'])
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const last = orders.at(-1);
    if (!last) return;
    after = last.id;
    const orderIds = orders.map(({ id }) => id);
    const borrowerIds = orders.map(({ borrower_id }) => borrower_id);
    const rows = await db
      .selectFrom('every_loan_event')
      .selectAll()
      .where('order_id', 'in', orderIds)
      .where('borrower_id', 'in', borrowerIds)
      .where('value_date', '<=', period.to)
      .orderBy('seq')
      .execute();
    for (const order of orders) {
      const events = engineEvents(rows.filter(({ order_id }) => order_id === order.id).map(storedEvent));
      const loan = accruals(order.terms, events, period.to);
      if (!loan) continue;
      const { principalOwed, interest, late, penalty, refundReceivable } = loan;
      const owed = [interest, late, penalty].reduce(
        (sum, { accrued, settled }) => sum + accrued - settled,
        Number(principalOwed),
      );
      const payments = inForce(events).flatMap((event) =>
        event.kind === 'paid' && event.valueDate >= period.from ? event.amount : [],
      );
      yield {
        order,
        principal: loan.isSettled ? 0 : principalOwed,
        owed: loan.isSettled ? 0 : Math.max(0, owed) + refundReceivable,
        daysLate: loan.daysLate,
        isSettled: loan.isSettled,
        settledOn: loan.settledOn,
        paid: payments.reduce((sum, amount) => sum + amount, 0),
      };
    }
  }
}

/** What a column map may name, and how it is written. */
type Fields<Row> = Readonly<Record<string, (row: Row) => string>>;

interface LoanRow extends ReportedLoan {
  readonly profile: Profile;
  readonly phone: string | null;
  readonly product: string;
  readonly currency: string;
}

/** The fields of a loan on the last day of a period. */
export const loanFields: Fields<LoanRow> = {
  contract: ({ order }) => order.id,
  borrower: ({ order }) => order.borrower_id,
  name: ({ profile }) => profile.fullName ?? '',
  birthDate: ({ profile }) => profile.birthDate ?? '',
  phone: ({ phone }) => (phone ?? '').replace('+', ''),
  product: ({ product }) => product,
  currency: ({ currency }) => currency,
  amount: ({ order }) => decimal(order.amount),
  disbursedOn: ({ order }) => order.disbursed_on ?? '',
  lastDueOn: ({ order: { disbursed_on: start, terms } }) =>
    start === null ? '' : addDays(localDate(start), plan(terms).at(-1)?.day ?? 0),
  instalments: ({ order }) => String(plan(order.terms).length),
  status: ({ isSettled, daysLate }) => (isSettled ? 'closed' : daysLate > 0 ? 'overdue' : 'active'),
  principal: ({ principal }) => decimal(principal),
  owed: ({ owed }) => decimal(owed),
  daysLate: ({ daysLate }) => String(daysLate),
  paid: ({ paid }) => decimal(paid),
  settledOn: ({ settledOn }) => settledOn ?? '',
};

async function rowOf(db: Db, cipher: FieldCipher, brand: Brand, loan: ReportedLoan): Promise<LoanRow> {
  const { borrower_id, product_id } = loan.order;
  const called = await db
    .selectFrom('borrower')
    .innerJoin('product', (join) => join.on('product.id', '=', product_id))
    .select(['phone', 'product.name as product'])
    .where('borrower.id', '=', borrower_id)
    .executeTakeFirstOrThrow();
  const profile = await readProfile(db, cipher, borrower_id);
  return { ...loan, ...called, profile, currency: markets[brand.market].currency };
}

/** The sums of a brand over a period, or on its last day. `late`: the principal that is later than so many days. */
interface Totals {
  readonly period: Reported['period'];
  readonly currency: string;
  lentCount: number;
  lentAmount: number;
  paid: number;
  running: number;
  principal: number;
  readonly borrowers: Set<string>;
  readonly late: Record<0 | 30 | 60 | 90, number>;
}

/** The share that is not later, a percentage with two decimals, rounded down, so that none says more than is true. */
const onTime = ({ principal, late }: Totals, days: keyof Totals['late']) =>
  decimal(principal === 0 ? 10_000 : Math.floor(((principal - late[days]) * 10_000) / principal));

export const totalFields: Fields<Totals> = {
  from: ({ period }) => period.from,
  to: ({ period }) => period.to,
  currency: ({ currency }) => currency,
  lentCount: ({ lentCount }) => String(lentCount),
  lentAmount: ({ lentAmount }) => decimal(lentAmount),
  paidAmount: ({ paid }) => decimal(paid),
  runningCount: ({ running }) => String(running),
  borrowers: ({ borrowers }) => String(borrowers.size),
  principal: ({ principal }) => decimal(principal),
  lateOver30: ({ late }) => decimal(late[30]),
  lateOver90: ({ late }) => decimal(late[90]),
  onTime0: (totals) => onTime(totals, 0),
  onTime30: (totals) => onTime(totals, 30),
  onTime60: (totals) => onTime(totals, 60),
  onTime90: (totals) => onTime(totals, 90),
};

async function totalsOf(db: Db, reported: Reported): Promise<Totals> {
  const { brand, period } = reported;
  const totals: Totals = {
    period,
    currency: markets[brand.market].currency,
    borrowers: new Set(),
    lentCount: 0,
    lentAmount: 0,
    paid: 0,
    running: 0,
    principal: 0,
    late: { 0: 0, 30: 0, 60: 0, 90: 0 },
  };
  for await (const { order, principal, daysLate, isSettled, paid } of loansOf(db, reported)) {
    if (order.disbursed_on !== null && order.disbursed_on >= period.from) {
      totals.lentCount += 1;
      totals.lentAmount += order.amount;
    }
    totals.paid += paid;
    if (isSettled) continue;
    totals.running += 1;
    totals.principal += principal;
    totals.borrowers.add(order.borrower_id);
    for (const days of [0, 30, 60, 90] as const) if (daysLate > days) totals.late[days] += principal;
  }
  return totals;
}

/** How a brand's borrowers were asked for late money in a period. */
interface Collection {
  readonly period: Reported['period'];
  /** The names of the agencies that collected for it. */
  readonly agencies: string;
  /** Rows of `contact`, by the borrower's day. */
  readonly attempts: number;
  /** Complaints about collection that came in the period, and those of them that were answered in it. */
  readonly complaints: number;
  readonly answered: number;
}

export const collectionFields: Fields<Collection> = {
  from: ({ period }) => period.from,
  to: ({ period }) => period.to,
  agencies: ({ agencies }) => agencies,
  attempts: ({ attempts }) => String(attempts),
  complaints: ({ complaints }) => String(complaints),
  answered: ({ answered }) => String(answered),
};

async function collectionOf(db: Db, { brand: { id, timeZone }, period }: Reported): Promise<Collection> {
  const { from, to } = period;
  const { rows } = await sql<Omit<Collection, 'period'>>`
    select coalesce((select string_agg(name, '; ' order by name) from agency where brand = ${id}
        and from_day <= ${to} and until_day >= ${from}
        and (ended_at is null or (ended_at at time zone ${timeZone})::date >= ${from})), '') as agencies,
      (select count(*)::integer from contact join borrower on borrower.id = borrower_id
        where brand = ${id} and purpose = 'collection' and on_day between ${from} and ${to}) as attempts,
      count(*)::integer as complaints, count(*) filter (where answered_on <= ${to})::integer as answered
    from complaint join borrower on borrower.id = borrower_id
    where brand = ${id} and type = 1 and received_on between ${from} and ${to}`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('no count');
  return { period, ...counted };
}

/** A column map, as a duty has it. */
interface Layout {
  readonly rows: 'loans' | 'totals' | 'collection' | 'none';
  readonly columns: readonly { readonly header: string; readonly field?: string | undefined }[];
}

/**
 * The file of a duty for a period, as its column map says, with the number of its rows. `only`: the rows that
 * are sent again, by the loan's id. Where the figures come from elsewhere, it has the headers alone.
 */
export async function dutyFile(
  db: Db,
  cipher: FieldCipher,
  { layout: { rows, columns } }: { readonly layout: Layout },
  reported: Reported,
  only?: ReadonlySet<string>,
) {
  const lineOf = <Row>(fields: Fields<Row>, row: Row) =>
    columns.map(({ field = '' }) => csvCell(fields[field]?.(row) ?? '')).join(',');
  const lines = [columns.map(({ header }) => csvCell(header)).join(',')];
  if (rows === 'loans')
    for await (const loan of loansOf(db, reported))
      if (!only || only.has(loan.order.id))
        lines.push(lineOf(loanFields, await rowOf(db, cipher, reported.brand, loan)));
  if (rows === 'totals') lines.push(lineOf(totalFields, await totalsOf(db, reported)));
  if (rows === 'collection') lines.push(lineOf(collectionFields, await collectionOf(db, reported)));
  return { csv: `${lines.join('\r\n')}\r\n`, rows: lines.length - 1 };
}
