import {
  addDays,
  type Cents,
  formatCents,
  type LocalDate,
  type Position,
  reversalNoticeDays,
} from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { markets } from '../../../brands/markets/markets.ts';
import type { Notice, Wording } from '../../loans/notice.ts';
import type { StoredEvent } from '../../loans/order-store.ts';
import { paidInAll } from './payment-history.ts';

/** What a payment that was reversed lately means, and what to do; undefined without one, and for a settled loan. */
export function reversalNotice(
  {
    events,
    position,
    today,
  }: {
    readonly events: readonly StoredEvent[];
    readonly position: Position;
    readonly today: LocalDate;
  },
  { brand, translate, lang }: Wording,
): Notice | undefined {
  const reversal = recentReversal(events, today);
  if (!reversal || position.status === 'settled') return undefined;
  const money = (amount: Cents) => formatCents(amount, brand.money);
  const date = (day: LocalDate) => formatDate(day, lang);
  return {
    title: translate('order.reversed.title'),
    text: [
      translate('order.reversed.text', {
        amount: money(reversal.amount),
        date: date(reversal.paidOn),
        owed: money(position.owedInAll),
        until: date(reversal.until),
      }),
      ...(paidInAll(events) > 0 ? [translate('order.reversed.others')] : []),
      ...(markets[brand.market].specifiedCopy ? [] : [translate('order.reversed.next')]),
    ].join(' '),
  };
}

/**
 * The latest payment that was reversed, while what it had paid bears no late charges, and less is paid since
 * than was reversed.
 */
function recentReversal(events: readonly StoredEvent[], today: LocalDate) {
  let latest: { readonly amount: Cents; readonly paidOn: LocalDate; readonly until: LocalDate } | undefined;
  let owedAgain = 0;
  for (const { event } of events) {
    if (event.kind === 'paid' && latest) owedAgain -= event.amount;
    if (event.kind !== 'reversed') continue;
    const until = addDays(event.valueDate, reversalNoticeDays);
    const payment = events.find(({ event: { id } }) => id === event.target)?.event;
    if (payment?.kind !== 'paid' || today > until) continue;
    latest = { amount: payment.amount, paidOn: payment.valueDate, until };
    owedAgain += payment.amount;
  }
  return owedAgain > 0 ? latest : undefined;
}
