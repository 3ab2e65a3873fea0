import type { declineOffer, LoanDetails } from '@hiram/contract/order';
import { cents, disclose, type LocalDate, type Terms } from '@hiram/loan';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { lockOrder, type Order } from '../../lending/loans/order-store.ts';
import { declineCounterOffer, openCounterOffer } from '../../lending/origination/decision/counter-offer.ts';
import { loadProduct, termsOf } from '../../lending/origination/products.ts';
import { reject } from '../../platform/errors/rejection.ts';

function figuresOf(terms: Terms) {
  const cost = disclose(terms);
  return {
    amount: terms.principal,
    receive: cost.netProceeds,
    repayment: cost.instalments[0]?.payment ?? 0,
    cost: cost.financeCharge,
  };
}

/** The page on which the borrower confirms this amount, as any other loan. */
function confirmationUrl({ kind, product_id }: Order, amount: number): string {
  const page = kind === 'single' ? '/loanConfirm' : '/loanConfirmPeriod';
  return `${page}?${new URLSearchParams({ productId: product_id, amount: String(amount) })}`;
}

/** The smaller offer beside what was asked for. Empty for an order without one. */
export async function counterOfferOf(
  order: Order,
  { db, brand }: BorrowerRequest,
  today: LocalDate,
): Promise<Pick<LoanDetails, 'counterOffer'>> {
  const offered = openCounterOffer(order, today);
  if (!offered || order.offer_lapses_on === null) return {};
  const product = await loadProduct(db, brand, order.product_id);
  const terms = termsOf(brand, product, cents(offered.amount), order.client_kind);
  return {
    counterOffer: {
      asked: figuresOf(order.terms),
      offered: figuresOf(terms),
      periods: terms.periods,
      takeUrl: confirmationUrl(order, offered.amount),
      until: order.offer_lapses_on,
    },
  };
}

/** The borrower does not want the smaller offer. Declined twice is once. */
export const decline: Handler<typeof declineOffer> = async ({ orderId }, requestContext) => {
  const { db, borrower } = requestContext;
  const order = await lockOrder(db, borrower.id, orderId);
  const today = await requestContext.today();
  if (!openCounterOffer(order, today)) return reject('noOffer');
  await declineCounterOffer(db, order, today);
  return {};
};
