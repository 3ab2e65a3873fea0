import type { productApply } from '@hiram/contract/home';
import { formatCents } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { Handler } from '../../api/serve.ts';
import { offerFor } from '../../lending/origination/apply.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** The page on which the product's loan is confirmed. */
export const chooseProduct: Handler<typeof productApply> = async ({ productId, amount }, requestContext) => {
  const { brand, translate, lang } = requestContext;
  const today = await requestContext.today();
  const offer = await offerFor(requestContext, { productId, amount }, today);
  if (!('reason' in offer)) {
    const page = offer.terms.kind === 'single' ? '/loanConfirm' : '/loanConfirmPeriod';
    const query = new URLSearchParams({ productId });
    if (amount !== undefined) query.set('amount', String(amount));
    return { url: `${page}?${query}` };
  }
  const { reason } = offer;
  const money = (value: number | undefined) => formatCents(value ?? 0, brand.money);
  return reject(reason, {
    field: reason === 'amountOutOfRange' ? 'amount' : 'productId',
    text: translate(`rejection.${reason}`, {
      date: offer.date ? formatDate(offer.date, lang) : '',
      min: money(offer.min),
      max: money(offer.max),
    }),
  });
};
