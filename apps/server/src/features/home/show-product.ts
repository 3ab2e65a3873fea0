import type { productDetail } from '@hiram/contract/home';
import { cents, formatCents } from '@hiram/loan';
import type { Handler } from '../../api/serve.ts';
import { markets } from '../../brands/markets/markets.ts';
import { isCertified } from '../../lending/borrowers/profile.ts';
import { openOrder } from '../../lending/loans/order-store.ts';
import { clientKind, refusedUntil } from '../../lending/origination/apply.ts';
import { amountsFor } from '../../lending/origination/decision/limit.ts';
import { isOffered, loadProduct, termsOf } from '../../lending/origination/products.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { costExample, limitTexts, listedProduct } from './product-view.ts';

/** A product with its costs for an amount (KEY-02), and what the borrower does next. */
export const showProduct: Handler<typeof productDetail> = async ({ productId, amount }, requestContext) => {
  const { appContext, db, brand, borrower, translate, lang } = requestContext;
  const product = await loadProduct(db, brand, productId);
  if (product.row.withdrawn_at) return reject('withdrawn', { field: 'productId' });
  const { amountMin, amountMax, amountStep } = product.figures;
  const today = await requestContext.today();
  const shown = await amountsFor(db, appContext, product, { brand, borrowerId: borrower.id, today });
  const requestedAmount = cents(amount ?? shown.usual);
  if (!isOffered(product, requestedAmount))
    return reject('amountOutOfRange', {
      field: 'amount',
      values: { min: formatCents(amountMin, brand.money), max: formatCents(amountMax, brand.money) },
    });
  const order = await openOrder(db, borrower.id);
  const terms = termsOf(brand, product, requestedAmount, await clientKind(db, borrower.id));
  const rejected = order ? undefined : await refusedUntil(db, borrower.id, today);
  return {
    product: listedProduct(product, brand, translate),
    amountMin,
    amountMax: Math.max(shown.most, requestedAmount),
    amountStep,
    ...limitTexts(shown.limit, requestContext, rejected?.applyAgainOn),
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
      ? {
          orderId: order.id,
          ...(order.status === 'applied' && !markets[brand.market].specifiedCopy ? { isApplied: true } : {}),
        }
      : rejected
        ? { orderId: rejected.orderId, applyFrom: rejected.applyAgainOn }
        : {}),
  };
};
