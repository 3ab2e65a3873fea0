import type { loanPush } from '@hiram/contract/confirm';
import type { OrderId, ProductId } from '@hiram/contract/ids';
import { cents, type LocalDate } from '@hiram/loan';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { markets } from '../../brands/markets/markets.ts';
import { lockBorrower } from '../../lending/borrowers/borrower-store.ts';
import { markIdentity } from '../../lending/borrowers/identity-marks.ts';
import { type Order, openOrder } from '../../lending/loans/order-store.ts';
import { notify } from '../../lending/notices/notify.ts';
import { storeAgreements } from '../../lending/origination/agreements/agreements.ts';
import { type Acknowledgement, acknowledgedFor } from '../../lending/origination/agreements/disclosures.ts';
import { apply, hasChanged, type Offer, offerFor, shownTerms } from '../../lending/origination/apply.ts';
import { acceptCounterOffer, isCounterOffer } from '../../lending/origination/decision/counter-offer.ts';
import { loadProduct, type StoredProduct, termsHash, termsOf } from '../../lending/origination/products.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { nameOf } from './agreement-of-offer.ts';
import { rejectedOffer } from './rejected-offer.ts';

/** Milliseconds in which an equal application counts as a repeated tap. */
const repeatWindowMs = 10 * 60_000;

/**
 * The application for a loan, with the agreements that it accepts, or the smaller offer that an earlier one was answered with. A
 * repeated tap gets the first answer.
 */
export const applyForLoan: Handler<typeof loanPush> = async (input, requestContext) => {
  const { appContext, db, brand, borrower, context, now } = requestContext;
  const today = await requestContext.today();
  await lockBorrower(db, borrower.id);
  const running = await openOrder(db, borrower.id);
  const product = await loadProduct(db, brand, input.productId);
  if (input.term !== product.figures.termDays) return reject('termDiffers', { field: 'term' });
  const isTaken =
    running && isCounterOffer(running, { productId: product.row.id, amount: input.amount, today });
  if (running && !isTaken)
    return (await isRepeated(running, product, input.amount, requestContext))
      ? { orderUrl: orderUrl(running.id, product.row.id) }
      : reject('runningOrder', { field: 'productId' });
  const offer = await offerFor(requestContext, input, today);
  if ('reason' in offer) return rejectedOffer(offer, requestContext);
  if (await hasChanged(db, borrower.id, offer)) return reject('offerChanged', { field: 'amount' });
  const acknowledged = await acknowledgedFor(db, appContext, borrower.id, offer);
  if (markets[brand.market].disclosureFirst && !acknowledged)
    return reject('disclosureFirst', { field: 'productId' });
  if (brand.identity.sharedDevice === 'refer' && context.deviceId)
    await markIdentity(db, appContext, borrower, { kind: 'device', values: [context.deviceId] });
  if (running) {
    await acceptCounterOffer(db, appContext, running, { offer, today });
    await acceptAgreements(requestContext, offer, { orderId: running.id, today, acknowledged, version: 2 });
    return { orderUrl: orderUrl(running.id, product.row.id) };
  }
  const orderId = await apply(db, appContext.jobs, brand, { borrowerId: borrower.id, offer, today, now });
  await db
    .insertInto('application_address')
    .values({
      borrower_id: borrower.id,
      order_id: orderId,
      brand: brand.id,
      digest: appContext.matcher.digest('address', brand.id, requestContext.address),
      applied_at: now,
    })
    .execute();
  await acceptAgreements(requestContext, offer, { orderId, today, acknowledged });
  await notify(
    db,
    appContext,
    { borrower_id: borrower.id, id: orderId },
    {
      kind: 'applied',
      event: 'applied',
      values: { amount: offer.amount },
    },
  );
  return { orderUrl: orderUrl(orderId, product.row.id) };
};

/** Reports whether the running order is this application, sent a moment ago. */
async function isRepeated(
  running: Order,
  product: StoredProduct,
  amount: number,
  { db, brand, borrower, now }: BorrowerRequest,
): Promise<boolean> {
  const { id: productId } = product.row;
  const shown = await shownTerms(db, { borrowerId: borrower.id, productId, amount });
  const terms = shown?.terms ?? termsOf(brand, product, cents(amount), running.client_kind);
  return (
    running.product_id === productId &&
    running.amount === amount &&
    now.getTime() - running.applied_at.getTime() < repeatWindowMs &&
    termsHash(running.terms).equals(termsHash(terms))
  );
}

async function acceptAgreements(
  requestContext: BorrowerRequest,
  offer: Offer,
  application: {
    readonly orderId: OrderId;
    readonly today: LocalDate;
    readonly acknowledged: Acknowledgement | undefined;
    readonly version?: 1 | 2;
  },
): Promise<void> {
  const { appContext, db, brand, borrower, translate } = requestContext;
  const { orderId, today, acknowledged, version = 1 } = application;
  const loan = {
    brand,
    terms: offer.terms,
    productName: offer.product.row.name,
    translate,
    from: today,
    validThrough: offer.validThrough,
    borrower: await nameOf(requestContext),
    orderId,
  };
  await storeAgreements(
    db,
    appContext,
    { borrowerId: borrower.id, orderId },
    { loan, acknowledged, version },
  );
}

function orderUrl(orderId: OrderId, productId: ProductId): string {
  return `/order?${new URLSearchParams({ productId, orderId })}`;
}
