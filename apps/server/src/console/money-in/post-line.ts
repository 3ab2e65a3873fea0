import type { postLine as postLineCalls } from '@hiram/contract/console/bank-statement';
import { allBrands } from '@hiram/contract/console/rights';
import type { StaffRejectionOf } from '@hiram/contract/console/staff-call';
import { asId, type OrderId, type StatementLineId } from '@hiram/contract/ids';
import { loadOrder, lockOrder, type Order } from '../../lending/loans/order-store.ts';
import { settlingAmount } from '../../lending/payments/hold-payment.ts';
import { paymentIdOfLine, postLine } from '../../lending/payments/statements/post-line.ts';
import {
  isOpenLine,
  loadLine,
  lockLine,
  type StatementLine,
} from '../../lending/payments/statements/statement-lines.ts';
import { competingClaims, lockTransfer } from '../../lending/payments/transfers/transfer-claims.ts';
import { isBeforeLoan } from '../../lending/review/resolve-payment.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { Action, ActionScope } from '../actions/action.ts';
import { asDay, disbursedOrder } from './entry.ts';
import { paymentEffect } from './payment-effect.ts';

/** The digits of a loan's number that the console shows. */
const shownDigits = 8;

type LineReason = StaffRejectionOf<(typeof postLineCalls)['preview']>;

interface LineRequest {
  readonly lineId: StatementLineId;
  readonly orderId: OrderId;
}

/**
 * The reason why a line is not posted to an order; undefined: it fits. Line and order are of one brand, and
 * so of one currency.
 */
async function lineFault(
  { db }: ActionScope,
  line: StatementLine,
  order: Order,
): Promise<Rejection<LineReason> | undefined> {
  if (!isOpenLine(line)) return reject('lineIsUsed', { field: 'lineId' });
  const { brand, reference: utr } = line;
  if (utr !== '' && (await competingClaims(db, { id: asId(line.id), brand, utr })).length > 0)
    return reject('lineIsClaimed', { field: 'lineId' });
  const posted = await db
    .selectFrom('payment')
    .select('id')
    .where('provider', '=', 'transfer')
    .where('provider_payment_id', '=', paymentIdOfLine(line))
    .executeTakeFirst();
  if (posted) return reject('lineIsUsed', { field: 'lineId' });
  const day = asDay(line.booked_on);
  if (day === undefined || isBeforeLoan(day, order)) return reject('beforeLoan', { field: 'orderId' });
  // The same measure by which a provider's payment is held.
  if (line.amount > 2 * (await settlingAmount(db, order, day)))
    return reject('amountTooLarge', { field: 'orderId' });
  return undefined;
}

/**
 * Posts a line of the bank's statement that nobody claimed to the order that a person found. No borrower named this payment, so
 * two persons always decide it.
 */
export const postLineAction: Action<LineRequest, LineReason> = {
  name: 'moneyIn.postLine',
  right: 'moneyIn.post',
  approvalRight: 'moneyIn.approveRequest',
  async lock(scope, { lineId, orderId }) {
    const { brand, reference: utr } = await loadLine(scope.db, scope.brand, lineId);
    // A claim of the same reference that is made or decided meanwhile waits.
    if (utr !== '') await lockTransfer(scope.db, { brand, utr });
    const order = await disbursedOrder(scope, orderId);
    if (order) await lockOrder(scope.db, order.borrower_id, order.id);
    await lockLine(scope.db, brand, knownId(lineId));
  },
  async preview(scope, { lineId, orderId }) {
    if (scope.brand === allBrands) return reject('oneBrand');
    const line = await loadLine(scope.db, scope.brand, lineId);
    const found = await disbursedOrder(scope, orderId);
    if (!found) return reject('orderMissing', { field: 'orderId' });
    const order = await loadOrder(scope.db, found.borrower_id, found.id);
    const fault = await lineFault(scope, line, order);
    if (fault) return fault;
    const paidOn = asDay(line.booked_on) ?? scope.today;
    const payment = { amount: line.amount, paidOn, provider: 'transfer' };
    const { lines, journal } = await paymentEffect(scope, order, payment);
    return {
      subject: 'statement_line',
      subjectId: line.id,
      amount: line.amount,
      cost: line.amount,
      needsTwo: true,
      journal,
      lines: [
        { label: 'Bank’s statement', before: `${line.file_name}, line ${line.line_no}`, after: 'posted' },
        { label: 'Reference', before: line.reference, after: line.reference },
        { label: 'Loan', before: '', after: `…${order.id.slice(-shownDigits)}` },
        { label: 'Amount', before: '', after: String(line.amount), format: 'money' },
        ...lines,
      ],
      notes: ['No borrower reported this transfer: check by the bank’s statement whose it is.'],
    };
  },
  async perform(scope, { lineId, orderId }, { approvalId }) {
    const { db, brand, now, today, appContext } = scope;
    const line = await lockLine(db, brand, knownId(lineId));
    const found = await disbursedOrder(scope, orderId);
    if (!line || !found) throw new Error('the preview found a line and an order');
    const order = await lockOrder(db, found.borrower_id, found.id);
    await postLine(db, { ...appContext, db }, line, { order, approvalId, today, now });
  },
};
