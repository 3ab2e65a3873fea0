import {
  addDays,
  cents,
  disclose,
  formatCents,
  type LocalDate,
  type Position,
  reversalNoticeDays,
} from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { BorrowerRequest } from '../../api/serve.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { Order } from '../../lending/loans/order-store.ts';
import { openCounterOffer } from '../../lending/origination/decision/counter-offer.ts';
import { reasonsOf } from '../../lending/origination/decision/reasons-of.ts';
import { paidInAll } from '../../lending/payments/history/payment-history.ts';
import type { OrderFacts } from './details.ts';
import { accountValues, heldText, payoutSituation } from './payout-facts.ts';

/** The brand and the caller's language. */
type Wording = Pick<BorrowerRequest, 'brand' | 'translate' | 'lang'>;
type Notice = { readonly title: string; readonly text: string };

/** Status and its meaning, one line each, in the caller's language. */
export function notice(facts: OrderFacts, wording: Wording): Notice {
  const { order, position: current } = facts;
  if (order.status === 'applied') return appliedNotice(facts, wording);
  if (order.status === 'rejected') return rejectedNotice(order, wording);
  return current ? loanNotice(facts, current, wording) : payoutNotice(facts, wording);
}

function appliedNotice(
  { order, today, corrections, isReferred }: OrderFacts,
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
  return {
    title: translate(
      isReferred && !markets[brand.market].specifiedCopy ? 'order.applied.referred' : 'order.applied.title',
    ),
    // A date in the past is not promised.
    text:
      order.decide_by < today
        ? translate('order.applied.late')
        : translate('order.applied.text', { date: formatDate(order.decide_by, lang) }),
  };
}

function payoutNotice({ order, out, today }: OrderFacts, { brand, translate, lang }: Wording): Notice {
  const waiting = payoutSituation(out);
  if (waiting === 'otherLoan')
    return {
      title: translate('order.approved.otherLoan.title'),
      text: translate('order.approved.otherLoan.text', {
        amount: formatCents(cents(out.owedElsewhere ?? 0), brand.money),
      }),
    };
  if (waiting === 'held')
    return {
      title: translate('order.approved.held.title'),
      text: heldText(out, accountValues(order, out, brand, lang), translate),
    };
  const amount = formatCents(disclose(order.terms).netProceeds, brand.money);
  const isLate = waiting === 'underWay' && order.credit_by !== null && order.credit_by < today;
  // An offer that was taken up does not lapse: its money came back and waits.
  const isOpen = waiting === 'ready' && order.withdrawn_at !== null;
  const day = (waiting === 'underWay' ? order.credit_by : order.offer_lapses_on) ?? today;
  // The reviewer's reason for requesting another account comes first.
  const words = waiting === 'needsAccount' ? (out.review?.words ?? '') : '';
  const text = isLate
    ? translate('order.approved.underWay.late', { amount })
    : isOpen
      ? translate('order.approved.ready.open', { amount })
      : translate(`order.approved.${waiting}.text`, {
          amount,
          date: formatDate(day, lang),
          tail: out.account?.number_tail ?? '',
        });
  return { title: translate(`order.approved.${waiting}.title`), text: `${words} ${text}`.trim() };
}

function loanNotice(facts: OrderFacts, current: Position, { brand, translate, lang }: Wording): Notice {
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
  const reversal = recentReversal(facts);
  if (reversal && current.status !== 'settled')
    return {
      title: translate('order.reversed.title'),
      text: [
        translate('order.reversed.text', {
          amount: money(reversal.amount),
          date: date(reversal.paidOn),
          owed: money(current.owedInAll),
          until: date(reversal.until),
        }),
        ...(paidInAll(facts.events) > 0 ? [translate('order.reversed.others')] : []),
      ].join(' '),
    };
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

/**
 * The latest payment that was reversed, while what it had paid bears no late charges, and less is paid since
 * than was reversed.
 */
function recentReversal({ events, today }: OrderFacts) {
  let latest: { readonly amount: number; readonly paidOn: LocalDate; readonly until: LocalDate } | undefined;
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
