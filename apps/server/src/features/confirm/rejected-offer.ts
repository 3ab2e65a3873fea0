import { formatCents } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { BorrowerRequest } from '../../api/serve.ts';
import type { NoOffer, OfferRejection } from '../../lending/origination/apply.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';

/** The rejection of an offer, with the figures that its text needs. */
export function rejectedOffer(
  offer: OfferRejection,
  { brand, translate, lang }: BorrowerRequest,
): Rejection<NoOffer> {
  const money = (amount: number | undefined) => formatCents(amount ?? 0, brand.money);
  const values = {
    date: offer.date ? formatDate(offer.date, lang) : '',
    min: money(offer.min),
    max: money(offer.max),
  };
  const field = offer.reason === 'amountOutOfRange' ? 'amount' : 'productId';
  return reject(offer.reason, { field, text: translate(`rejection.${offer.reason}`, values) });
}
