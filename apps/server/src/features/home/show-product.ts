import type { productDetail } from '@hiram/contract/home';
import { cents, formatCents } from '@hiram/loan';
import type { Handler } from '../../api/serve.ts';
import { isCertified } from '../../lending/borrowers/profile.ts';
import { runningOrder } from '../../lending/loans/order-store.ts';
import { clientKind, refusedUntil } from '../../lending/origination/apply.ts';
import { isOffered, loadProduct, termsOf } from '../../lending/origination/products.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { costExample, listedProduct } from './product-view.ts';

/** A product with its costs for an amount (KEY-02), and what the borrower does next. */
export const showProduct: Handler<typeof productDetail> = async ({ productId, amount }, requestContext) => {
  const { db, brand, borrower, translate, lang } = requestContext;
  const product = await loadProduct(db, brand, productId);
  if (product.row.withdrawn_at) return reject('withdrawn', { field: 'productId' });
  const { amountMin, amountMax, amountStep } = product.figures;
  const requestedAmount = cents(amount ?? product.row.amount_offered);
  if (!isOffered(product, requestedAmount))
    return reject('amountOutOfRange', {
      field: 'amount',
      values: { min: formatCents(amountMin, brand.money), max: formatCents(amountMax, brand.money) },
    });
  const order = await runningOrder(db, borrower.id);
  const terms = termsOf(brand, product, requestedAmount, await clientKind(db, borrower.id));
  const today = await requestContext.today();
  const rejected = order ? undefined : await refusedUntil(db, borrower.id, today);
  return {
    product: listedProduct(product, brand, translate),
    amountMin,
    amountMax,
    amountStep,
    amount: requestedAmount,
    ...costExample(terms, { brand, translate, lang, today }),
    next: order
      ? ('order' as const)
      : rejected
        ? ('wait' as const)
        : (await isCertified(db, borrower.id))
          ? ('confirm' as const)
          : ('certify' as const),
    ...(order
      ? { orderId: order.id }
      : rejected
        ? { orderId: rejected.orderId, applyFrom: rejected.applyAgainOn }
        : {}),
  };
};
