import type { CardId } from '@hiram/contract/ids';
import type { repaymentCommit } from '@hiram/contract/legacy';
import type { Selectable } from 'kysely';
import { validate } from 'uuid';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { loadOrder } from '../../lending/loans/order-store.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { beginCardPayment, type CardPayment, cardPaymentOf, changeCardPayment } from './card-payments.ts';
import { tryCard } from './card-tries.ts';
import { payabilityRejection } from './payability.ts';
import { isRepayToken } from './repay-token.ts';

/** Milliseconds until another code can be requested (LEG-04). */
const resendMs = 60_000;

/** Begins a payment by card, or sends the code of a begun one again. A token is for one payment (LEG-03). */
export const commitCardPayment: Handler<typeof repaymentCommit> = async (input, requestContext) => {
  const { db, borrower } = requestContext;
  const order = await loadOrder(db, borrower.id, input.orderId);
  if (input.couponId) return reject('unknownCoupon', { field: 'couponId' });
  if (!isRepayToken(requestContext, order.id, input.paymentToken))
    return reject('staleToken', { field: 'paymentToken' });
  const existing = await cardPaymentOf(db, borrower.id, input.paymentToken);
  if (existing && hasResult(existing)) return paidTwice();
  const rejection = existing ? undefined : await payabilityRejection(order, input.amount, requestContext);
  if (rejection) return rejection;
  const card = await cardOf(requestContext, input.cardId);
  if (!card) return reject('unknownCard', { field: 'cardId' });
  const begun = await beginCardPayment(requestContext, order, {
    cardId: card.id,
    token: input.paymentToken,
    amount: input.amount,
    today: await requestContext.today(),
  });
  if (!begun) return paidTwice();
  const { payment, isNew } = begun;
  if (isNew) return chargeCard(requestContext, card, begun);
  const isSamePayment = payment.card_id === card.id && payment.amount === input.amount;
  if (!isSamePayment || hasResult(payment)) return paidTwice();
  if (payment.state !== 'waiting' || payment.charge === null) return chargeCard(requestContext, card, begun);
  return input.sendsCode ? sendCodeAgain(requestContext, payment, payment.charge) : paidTwice();
};

type Card = Selectable<Database['debit_card']>;

const hasResult = ({ state }: CardPayment) => state === 'confirmed' || state === 'declined';

const paidTwice = () => reject('paidTwice', { field: 'paymentToken' });

async function cardOf({ db, borrower }: BorrowerRequest, cardId: CardId): Promise<Card | undefined> {
  if (!validate(cardId)) return undefined;
  return db
    .selectFrom('debit_card')
    .selectAll()
    .where('borrower_id', '=', borrower.id)
    .where('id', '=', cardId)
    .executeTakeFirst();
}

async function sendCodeAgain(
  { appContext, borrower, now }: BorrowerRequest,
  payment: CardPayment,
  charge: string,
) {
  const sentAgo = now.getTime() - (payment.code_sent_at?.getTime() ?? 0);
  const seconds = Math.ceil((resendMs - sentAgo) / 1000);
  if (sentAgo < resendMs) return reject('codeTooSoon', { seconds, values: { seconds } });
  await appContext.ports.card.sendCode(charge, borrower.phone);
  await changeCardPayment(appContext, payment, { code_sent_at: now });
  return { needsCode: true, paymentId: payment.id };
}

async function chargeCard(
  requestContext: BorrowerRequest,
  card: Card,
  { payment, isNew }: { readonly payment: CardPayment; readonly isNew: boolean },
) {
  const { appContext, borrower, now } = requestContext;
  const charge = () =>
    appContext.ports.card.charge({
      reference: payment.code_id,
      token: appContext.cipher.decrypt(card.token_encrypted),
      amount: payment.amount,
      phone: borrower.phone,
    });
  // A payment that was begun before is not counted again. Its reference can be charged only once.
  const charged = isNew
    ? await tryCard(appContext, requestContext, charge, (answer) => answer.state === 'declined')
    : await charge();
  if (charged === 'rejected' || charged.state === 'declined') {
    await changeCardPayment(appContext, payment, { state: 'declined' });
    return reject('cardDeclined', { field: 'cardId' });
  }
  const needsCode = charged.state === 'needsCode';
  await changeCardPayment(appContext, payment, {
    charge: charged.charge,
    needs_code: needsCode,
    state: needsCode ? 'waiting' : 'confirmed',
    ...(needsCode ? { code_sent_at: now } : {}),
  });
  return { needsCode, paymentId: payment.id };
}
