import { accruals, addDays, inForce, type LocalDate, localDate, plan } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { LoanField, TotalField } from '../../brands/markets/duties.ts';
import type { DutyPeriod } from '../../brands/markets/duty-periods.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { decimal } from '../../platform/files/decimal.ts';
import { readProfile } from '../borrowers/profile.ts';
import { engineEvents, type Order, storedEvent } from '../loans/order-store.ts';

/** Of the queries and the fields below: a run stores it, so that a file can be explained later. Raised with every change of them. */
export const queryVersion = 1;
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
  /** The day of the last event, of a settled loan. */
  readonly endedOn: LocalDate | undefined;
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
      const { principalOwed, interest, late, penalty, refundOwed } = loan;
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
        owed: loan.isSettled ? 0 : Math.max(0, owed) + refundOwed,
        daysLate: loan.daysLate,
        isSettled: loan.isSettled,
        endedOn: loan.isSettled ? events.at(-1)?.valueDate : undefined,
        paid: payments.reduce((sum, amount) => sum + amount, 0),
      };
    }
  }
}

/** A row for each loan that ran in the period, with its borrower. `key`: of the line. */
export async function* loanRows(
  db: Db,
  cipher: FieldCipher,
  reported: Reported,
): AsyncGenerator<{ readonly key: string; readonly values: Readonly<Record<LoanField, string>> }> {
  const { currency } = markets[reported.brand.market];
  for await (const { order, ...loan } of loansOf(db, reported)) {
    const profile = await readProfile(db, cipher, order.borrower_id);
    const { phone, product } = await db
      .selectFrom('borrower')
      .innerJoin('product', (join) => join.on('product.id', '=', order.product_id))
      .select(['phone', 'product.name as product'])
      .where('borrower.id', '=', order.borrower_id)
      .executeTakeFirstOrThrow();
    const instalments = plan(order.terms);
    const lastDay = instalments.at(-1)?.day ?? 0;
    yield {
      key: order.id,
      values: {
        contract: order.id,
        borrower: order.borrower_id,
        name: profile.fullName ?? '',
        birthDate: profile.birthDate ?? '',
        phone: (phone ?? '').replace('+', ''),
        product,
        currency,
        amount: decimal(order.amount),
        disbursedOn: order.disbursed_on ?? '',
        lastDueOn: order.disbursed_on ? addDays(localDate(order.disbursed_on), lastDay) : '',
        instalments: String(instalments.length),
        status: loan.isSettled ? 'closed' : loan.daysLate > 0 ? 'overdue' : 'active',
        principal: decimal(loan.principal),
        owed: decimal(loan.owed),
        daysLate: String(loan.daysLate),
        paid: decimal(loan.paid),
        settledOn: loan.endedOn ?? '',
      },
    };
  }
}

/** The sums of the period. A share is a percentage with two decimals, rounded down, so that none says more than is true. */
export async function totalRow(db: Db, reported: Reported): Promise<Readonly<Record<TotalField, string>>> {
  const { from, to } = reported.period;
  const late = { 0: 0, 30: 0, 60: 0, 90: 0 };
  const sums = { lentCount: 0, lentAmount: 0, paid: 0, running: 0, principal: 0 };
  const borrowers = new Set<string>();
  for await (const { order, principal, daysLate, isSettled, paid } of loansOf(db, reported)) {
    if (order.disbursed_on !== null && order.disbursed_on >= from) {
      sums.lentCount += 1;
      sums.lentAmount += order.amount;
    }
    sums.paid += paid;
    if (isSettled) continue;
    sums.running += 1;
    sums.principal += principal;
    borrowers.add(order.borrower_id);
    for (const days of [0, 30, 60, 90] as const) if (daysLate > days) late[days] += principal;
  }
  const onTime = (days: keyof typeof late) =>
    sums.principal === 0
      ? decimal(10_000)
      : decimal(Math.floor(((sums.principal - late[days]) * 10_000) / sums.principal));
  return {
    from,
    to,
    currency: markets[reported.brand.market].currency,
    lentCount: String(sums.lentCount),
    lentAmount: decimal(sums.lentAmount),
    paidAmount: decimal(sums.paid),
    runningCount: String(sums.running),
    borrowers: String(borrowers.size),
    principal: decimal(sums.principal),
    lateOver30: decimal(late[30]),
    lateOver90: decimal(late[90]),
    onTime0: onTime(0),
    onTime30: onTime(30),
    onTime60: onTime(60),
    onTime90: onTime(90),
  };
}
