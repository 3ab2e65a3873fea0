import { asId } from '@hiram/contract/ids';
import { addDays, reversalNoticeDays } from '@hiram/loan';
import * as v from 'valibot';
import { loadEvents, loadOrder } from '../../lending/loans/order-store.ts';
import { contradictionOf, recordedPayment } from '../../lending/payments/payment-store.ts';
import { effectOf } from '../../lending/review/adjustment-effect.ts';
import { confirm, isBeforeLoan } from '../../lending/review/resolve-payment.ts';
import { confirmEnd } from '../../lending/review/resolve-payout.ts';
import { storedNotice } from '../../lending/review/waiting.ts';
import { NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { ActionScope, Effect } from '../actions/action.ts';
import { asDay, disbursedOrder, type PostReason, type PostRequest } from './entry.ts';
import { messageNamed } from './message-rows.ts';
import { paymentEffect } from './payment-effect.ts';
import { refused } from './post-held.ts';

type Notice = v.InferOutput<typeof storedNotice>;

/** The effect of posting the payment of a provider's message. The provider is asked again. */
export async function previewMessage(
  scope: ActionScope,
  request: PostRequest,
): Promise<Effect | Rejection<PostReason>> {
  const message = await messageNamed(scope.db, scope.brand, request.id);
  const parsed = v.safeParse(storedNotice, message?.body);
  if (!message || !parsed.success) throw new NotFound('no waiting message of the brand');
  const notice = parsed.output;
  if (notice.kind === 'ignored') return reject('otherCurrency');
  if (notice.kind === 'payout') return previewPayout(scope, request, notice);
  if (notice.kind === 'reversal')
    return previewReversal(scope, request, { provider: message.provider, notice });
  return previewPayment(scope, request, { provider: message.provider, notice });
}

async function previewPayout(
  scope: ActionScope,
  request: PostRequest,
  notice: Extract<Notice, { kind: 'payout' }>,
): Promise<Effect | Rejection<PostReason>> {
  const rejection = await refused(() => confirmEnd(scope.appContext, notice));
  if (rejection) return rejection;
  const payout = await scope.db
    .selectFrom('payout')
    .select(['amount', 'state'])
    .where('id', '=', asId(notice.reference))
    .executeTakeFirstOrThrow();
  return {
    subject: 'provider_message',
    subjectId: request.id,
    amount: payout.amount,
    lines: [
      { label: 'Payout', before: payout.state, after: notice.result, format: 'words' },
      { label: 'Amount', before: '', after: String(payout.amount), format: 'money' },
    ],
  };
}

const effectLabels = {
  owed: 'Owed today',
  late: 'Late interest',
  penalty: 'Penalty',
  credit: 'Credit',
} as const;

const contradictionNotes = {
  otherCode: 'The provider names the code of another payment.',
  otherAmount: 'All of the payment is reversed. If only a part went back, this is to be refused.',
} as const;

/** The effect of a reversal that waits for a person on the borrower's loan. */
async function previewReversal(
  { db, brand, today }: ActionScope,
  request: PostRequest,
  { provider, notice }: { readonly provider: string; readonly notice: Extract<Notice, { kind: 'reversal' }> },
): Promise<Effect | Rejection<PostReason>> {
  const payment = await recordedPayment(db, { provider, paymentId: notice.paymentId });
  if (!payment) throw new NotFound('the payment is not recorded');
  const order = await loadOrder(db, payment.borrower_id, payment.order_id);
  if (order.brand !== brand) throw new NotFound('no payment of the brand');
  const stored = await loadEvents(db, order);
  const { before, after, journal } = await effectOf(
    db,
    { order, stored, today },
    { id: newId<'loanEvent'>(), kind: 'reversed', valueDate: today, target: payment.id },
  );
  const contradiction = contradictionOf(payment, notice);
  return {
    subject: 'provider_message',
    subjectId: request.id,
    amount: payment.amount,
    // It makes a debt of what the borrower was told is paid.
    needsTwo: true,
    lines: [
      { label: 'Payment', before: payment.state, after: 'reversed', format: 'words' },
      { label: 'Amount', before: '', after: String(payment.amount), format: 'money' },
      ...(notice.paid && contradiction === 'otherAmount'
        ? [
            {
              label: 'Reported as reversed',
              before: '',
              after: String(notice.paid.amount),
              format: 'money' as const,
            },
          ]
        : []),
      { label: 'Paid on', before: '', after: payment.paid_on, format: 'date' },
      ...(['owed', 'late', 'penalty', 'credit'] as const).map((figure) => ({
        label: effectLabels[figure],
        before: String(before[figure]),
        after: String(after[figure]),
        format: 'money' as const,
      })),
      {
        label: 'No late charges until',
        before: '',
        after: addDays(today, reversalNoticeDays),
        format: 'date',
      },
    ],
    ...(contradiction === undefined ? {} : { notes: [contradictionNotes[contradiction]] }),
    journal: [...journal]
      .filter(([, amount]) => amount !== 0)
      .map(([account, amount]) => ({
        account,
        debit: Math.max(0, amount),
        credit: Math.max(0, -amount),
      })),
  };
}

async function previewPayment(
  scope: ActionScope,
  request: PostRequest,
  { provider, notice }: { readonly provider: string; readonly notice: Extract<Notice, { kind: 'payment' }> },
): Promise<Effect | Rejection<PostReason>> {
  const order = request.orderId === undefined ? undefined : await disbursedOrder(scope, request.orderId);
  if (!order) return reject('orderMissing', { field: 'orderId' });
  if (await recordedPayment(scope.db, { provider, paymentId: notice.paymentId }))
    return reject('alreadyPosted');
  const rejection = await refused(() => confirm(scope.appContext, provider, notice.paymentId, notice.amount));
  if (rejection) return rejection;
  const { timeZone } = scope.appContext.brands.get(scope.brand) ?? scope.appContext.defaultBrand;
  const paidOn = asDay(request.on) ?? (await scope.appContext.clock.dayOf(scope.db, timeZone, notice.paidOn));
  if (isBeforeLoan(paidOn, order)) return reject('beforeLoan', { field: request.on ? 'on' : 'orderId' });
  const { amount } = notice;
  const { lines, journal } = await paymentEffect(scope, order, { amount, paidOn, provider });
  return {
    subject: 'provider_message',
    subjectId: request.id,
    amount,
    // The provider has the money, but whose loan it pays is a person's word alone.
    cost: amount,
    needsTwo: true,
    journal,
    lines: [
      { label: 'Payment', before: 'unknown code', after: `posted to ${order.id}` },
      { label: 'Amount', before: '', after: String(amount), format: 'money' },
      ...lines,
    ],
  };
}
