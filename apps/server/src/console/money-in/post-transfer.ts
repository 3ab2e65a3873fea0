import { asId } from '@hiram/contract/ids';
import { loadOrder } from '../../lending/loans/order-store.ts';
import { isOpenLine, loadLine } from '../../lending/payments/statements/statement-lines.ts';
import { competingClaims, isPostedByLine } from '../../lending/payments/transfers/transfer-claims.ts';
import { isBeforeLoan } from '../../lending/review/resolve-payment.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { ActionScope, Effect } from '../actions/action.ts';
import { asDay, claimOf, type PostReason, type PostRequest } from './entry.ts';
import { paymentEffect } from './payment-effect.ts';

interface Statement {
  readonly amount: number;
  readonly on: string;
  readonly source: string;
  /** True if a line of an import with the claim's own reference says so; else a person does. */
  readonly namesClaim: boolean;
}

/** The bank's statement of the transfer: a line of an import, or what the person read. */
async function statementOf(
  { db, brand }: ActionScope,
  { lineId, amount, on }: PostRequest,
  reference: string,
): Promise<Statement | Rejection<PostReason>> {
  if (lineId === undefined)
    return amount === undefined || on === undefined
      ? reject('lineMissing', { field: 'lineId' })
      : { amount, on, source: 'typed', namesClaim: false };
  const line = await loadLine(db, brand, lineId);
  if (!isOpenLine(line)) return reject('lineIsUsed', { field: 'lineId' });
  return {
    amount: line.amount,
    on: line.booked_on,
    source: `${line.file_name}, line ${line.line_no}`,
    namesClaim: line.reference === reference,
  };
}

/** The effect of posting a claimed transfer. */
export async function previewTransfer(
  scope: ActionScope,
  request: PostRequest,
): Promise<Effect | Rejection<PostReason>> {
  const claim = await claimOf(scope, asId(request.id));
  if (claim.state !== 'review') return reject('notWaitingHere');
  const statement = await statementOf(scope, request, claim.utr);
  if ('rejected' in statement) return statement;
  const rivals = await competingClaims(scope.db, claim);
  const winner = rivals.find((rival) => rival.state === 'accepted');
  if (winner && !request.takesBack) return reject('givenElsewhere');
  if (await isPostedByLine(scope.db, claim)) return reject('postedByLine');
  const order = await loadOrder(scope.db, claim.borrower_id, claim.order_id);
  const { amount, on, source, namesClaim } = statement;
  const paidOn = asDay(on) ?? scope.today;
  if (isBeforeLoan(paidOn, order)) return reject('beforeLoan', { field: request.lineId ? 'lineId' : 'on' });
  const payment = { amount, paidOn, provider: 'transfer' };
  const { lines, journal } = await paymentEffect(scope, order, payment);
  return {
    subject: 'utr_submission',
    subjectId: claim.id,
    amount,
    // Without a line that names it, nothing but a person's word says that the money is this claim's.
    ...(namesClaim && !winner ? {} : { cost: amount, needsTwo: true }),
    journal,
    lines: [
      { label: 'Transfer', before: 'waits', after: 'posted' },
      { label: 'Amount', before: String(claim.amount), after: String(amount), format: 'money' },
      { label: 'Bank’s statement', before: claim.utr, after: source },
      ...lines,
    ],
    notes: [
      ...(winner ? ['The payment of the claim that had it is taken back.'] : []),
      ...(rivals.some((rival) => rival.state === 'review')
        ? ['The other claims of this transfer are refused; their borrowers read that it is another’s.']
        : []),
    ],
  };
}
