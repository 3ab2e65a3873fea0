import type { CallInput } from '@hiram/contract/call';
import type { contractJump, contractList } from '@hiram/contract/confirm';
import { confirmScene } from '@hiram/contract/confirm-scene';
import { asId, type OrderId } from '@hiram/contract/ids';
import { cents, formatCents } from '@hiram/loan';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { loadOrder } from '../../lending/loans/order-store.ts';
import { agreementTitles } from '../../lending/origination/agreements/agreements.ts';
import { contractUrl } from '../../lending/origination/agreements/contract-address.ts';
import { clientKind } from '../../lending/origination/apply.ts';
import { isOffered, loadProduct } from '../../lending/origination/products.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { agreementUrl } from './agreement-of-offer.ts';

/** The agreements of a loan by their titles. */
export const listContracts: Handler<typeof contractList> = async (input, { db, brand, translate }) => {
  await loadProduct(db, brand, input.productId);
  if (input.scene !== confirmScene) return reject('noSuchContract', { field: 'scene' });
  return { list: agreementTitles(brand, translate).map((title) => ({ title })) };
};

/** The URL of one agreement: of an order the accepted one, before an application one with the figures of the offer. */
export const openContract: Handler<typeof contractJump> = async (input, requestContext) => {
  const { db, brand, borrower, translate } = requestContext;
  if (input.scene !== confirmScene) return reject('noSuchContract', { field: 'scene' });
  if (input.position >= agreementTitles(brand, translate).length)
    return reject('noSuchContract', { field: 'position' });
  if (input.orderId) return { contractUrl: await acceptedUrl(requestContext, input, asId(input.orderId)) };
  const product = await loadProduct(db, brand, input.productId);
  const amount = cents(input.amount ?? product.row.amount_offered);
  // Sign only amounts that are offered: the page behind the URL computes figures from them.
  if (!isOffered(product, amount)) {
    const money = (value: number) => formatCents(value, brand.money);
    const { amountMin, amountMax } = product.figures;
    const values = { min: money(amountMin), max: money(amountMax) };
    return reject('amountOutOfRange', { field: 'amount', values });
  }
  return {
    contractUrl: agreementUrl(requestContext, {
      productId: product.row.id,
      amount,
      client: await clientKind(db, borrower.id),
      position: input.position,
      from: await requestContext.today(),
    }),
  };
};

/** The URL of the agreement that was accepted with the order, even if product, rules or texts have changed since (KEY-06). */
async function acceptedUrl(
  { appContext, db, borrower, now }: BorrowerRequest,
  { productId, scene, position }: CallInput<typeof contractJump>,
  orderId: OrderId,
): Promise<string> {
  const order = await loadOrder(db, borrower.id, orderId);
  const agreement = await db
    .selectFrom('agreement')
    .select('id')
    .where('borrower_id', '=', borrower.id)
    .where('order_id', '=', order.id)
    .where('scene', '=', scene)
    .where('position', '=', position)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  if (order.product_id !== productId || !agreement) throw new NotFound('contract');
  return contractUrl(appContext, { borrowerId: borrower.id, id: agreement.id, form: 'html' }, now);
}
