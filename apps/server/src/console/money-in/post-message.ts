import { asId } from '@hiram/contract/ids';
import * as v from 'valibot';
import { confirm } from '../../lending/review/resolve-payment.ts';
import { confirmEnd } from '../../lending/review/resolve-payout.ts';
import { storedNotice } from '../../lending/review/waiting.ts';
import { NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { ActionScope, Effect } from '../actions/action.ts';
import { asDay, disbursedOrder, type PostReason, type PostRequest } from './entry.ts';
import { messageNamed } from './message-rows.ts';
import { paymentEffect } from './payment-effect.ts';
import { refused } from './post-held.ts';

type Notice = v.InferOutput<typeof storedNotice>;

/** What posting what a provider's message is about would do. The provider is asked again. */
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

async function previewPayment(
  scope: ActionScope,
  request: PostRequest,
  { provider, notice }: { readonly provider: string; readonly notice: Extract<Notice, { kind: 'payment' }> },
): Promise<Effect | Rejection<PostReason>> {
  const order = request.orderId === undefined ? undefined : await disbursedOrder(scope, request.orderId);
  if (!order) return reject('orderMissing', { field: 'orderId' });
  const recorded = await scope.db
    .selectFrom('payment')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', notice.paymentId)
    .executeTakeFirst();
  if (recorded) return reject('alreadyPosted');
  const rejection = await refused(() => confirm(scope.appContext, provider, notice.paymentId, notice.amount));
  if (rejection) return rejection;
  const { timeZone } = scope.appContext.brands.get(scope.brand) ?? scope.appContext.defaultBrand;
  const paidOn = asDay(request.on) ?? (await scope.appContext.clock.dayOf(scope.db, timeZone, notice.paidOn));
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
