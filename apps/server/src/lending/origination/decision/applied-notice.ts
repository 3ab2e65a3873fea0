import type { Correction } from '@hiram/contract/console/decision-words';
import { cents, formatCents, type LocalDate } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { markets } from '../../../brands/markets/markets.ts';
import type { Notice, Wording } from '../../loans/notice.ts';
import type { Order } from '../../loans/order-store.ts';
import { openCounterOffer } from './counter-offer.ts';

/** How far an application is, and by when it is decided: the same words on every page. */
export function appliedNotice(
  order: Order,
  {
    today,
    corrections,
    isReferred,
  }: {
    readonly today: LocalDate;
    readonly corrections: readonly Correction[];
    readonly isReferred: boolean;
  },
  { brand, translate, lang }: Wording,
): Notice {
  const offered = openCounterOffer(order, today);
  if (offered)
    return {
      title: translate('order.counter.title'),
      text: translate('order.counter.text', {
        amount: formatCents(cents(offered.amount), brand.money),
        date: formatDate(order.offer_lapses_on ?? today, lang),
      }),
    };
  if (corrections.length > 0)
    return {
      title: translate('order.applied.corrections.title'),
      text: [
        ...corrections.map((thing) => translate(`decision.correction.${thing}`)),
        translate('order.applied.corrections.text'),
      ].join(' '),
    };
  // A date in the past is not promised.
  const isLate = order.decide_by < today;
  const title = isLate
    ? 'order.applied.late.title'
    : isReferred
      ? 'order.applied.referred'
      : 'order.applied.title';
  return {
    title: translate(markets[brand.market].specifiedCopy ? 'order.applied.title' : title),
    text: isLate
      ? translate('order.applied.late')
      : translate('order.applied.text', { date: formatDate(order.decide_by, lang) }),
  };
}
