import { formatCents, type Position } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { markets } from '../../brands/markets/markets.ts';
import type { Notice, Wording } from '../../lending/loans/notice.ts';
import type { Order } from '../../lending/loans/order-store.ts';
import { appliedNotice } from '../../lending/origination/decision/applied-notice.ts';
import { reasonsOf } from '../../lending/origination/decision/reasons-of.ts';
import { reversalNotice } from '../../lending/payments/history/reversal-notice.ts';
import { payoutNotice } from '../../lending/payouts/payout-notice.ts';
import type { OrderFacts } from './details.ts';

/** Status and its meaning, one line each, in the caller's language. */
export function notice(facts: OrderFacts, wording: Wording): Notice {
  const { order, position: current } = facts;
  if (order.status === 'applied') return appliedNotice(order, facts, wording);
  if (order.status === 'rejected') return rejectedNotice(order, wording);
  return current ? loanNotice(facts, current, wording) : payoutNotice(order, facts.out, facts.today, wording);
}

function loanNotice(facts: OrderFacts, current: Position, wording: Wording): Notice {
  const { brand, translate, lang } = wording;
  const money = (amount: number) => formatCents(amount, brand.money);
  const date = (day: string) => formatDate(day, lang);
  const due = current.dueDate ?? facts.today;
  const { quote } = facts;
  const held = facts.held.get(facts.order.id);
  const review = facts.heldCount > 1 ? 'review.several' : 'review';
  if (held !== undefined && current.status !== 'settled')
    return {
      title: translate(`order.${review}.title`),
      text: translate(`order.${review}.text`, { amount: money(held), count: facts.heldCount }),
    };
  const reversed = reversalNotice({ events: facts.events, position: current, today: facts.today }, wording);
  if (reversed) return reversed;
  switch (current.status) {
    case 'active':
      return {
        title: translate('order.active.title'),
        text: translate('order.active.text', { date: date(due) }),
      };
    case 'dueSoon':
      return current.overdue === 0 && current.chargesDue > 0
        ? { title: translate('order.dueSoon.charges.title'), text: translate('order.dueSoon.charges.text') }
        : {
            title: translate('order.dueSoon.title'),
            text: translate('order.dueSoon.text', { date: date(due) }),
          };
    case 'overdue': {
      const breaksOn = current.arrangement?.breaksOn;
      if (quote?.kind === 'arranged' && !quote.isLate)
        return {
          title: translate('message.topic.arrangement'),
          text: [
            translate('order.arranged.text', { amount: money(quote.amount), date: date(quote.date) }),
            ...(breaksOn === undefined ? [] : [translate('order.arranged.breaks', { date: date(breaksOn) })]),
          ].join(' '),
        };
      return {
        title: translate('order.overdue.title'),
        text:
          current.perDay === 0
            ? translate('order.overdue.still')
            : translate('order.overdue.text', { amount: money(current.perDay) }),
      };
    }
    default:
      return {
        title: translate('order.settled.title'),
        text: translate('order.settled.text', { date: date(current.settledOn ?? facts.today) }),
      };
  }
}

function rejectedNotice(order: Order, { brand, translate, lang }: Wording): Notice {
  const { country } = markets[brand.market];
  const reasons = reasonsOf(order);
  if (reasons.includes('declined'))
    return {
      title: translate('order.rejected.declined.title'),
      text: translate('order.rejected.lapsed.text'),
    };
  if (reasons.includes('lapsed'))
    return { title: translate('order.rejected.lapsed.title'), text: translate('order.rejected.lapsed.text') };
  const because = [...reasons.map((reason) => translate(`decision.${reason}`, { country })), wordsOf(order)]
    .join(' ')
    .trim();
  return {
    title: translate('order.rejected.title'),
    text: `${because} ${translate('order.rejected.text', { date: formatDate(order.apply_again_on ?? order.applied_on, lang) })}`.trim(),
  };
}

/** The reviewer's message of a refused application. */
export function wordsOf(order: Order): string {
  const decision = order.decision;
  const words =
    typeof decision === 'object' && decision !== null && 'words' in decision ? decision.words : '';
  return typeof words === 'string' ? words : '';
}
