import { cents, disclose, formatCents, type LocalDate } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { Notice, Wording } from '../loans/notice.ts';
import type { Order } from '../loans/order-store.ts';
import { accountValues, heldText, type PayoutFacts, payoutSituation } from './payout-facts.ts';
import type { AccountRow } from './payout-store.ts';

/** What an approved order waits for, in one line each. */
export function payoutNotice(order: Order, out: PayoutFacts, today: LocalDate, wording: Wording): Notice {
  const { brand, translate, lang } = wording;
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
  // An offer that was taken up does not lapse: its money came back and waits.
  const isOpen = waiting === 'ready' && order.withdrawn_at !== null;
  const day = order.offer_lapses_on ?? today;
  // The reviewer's reason for requesting another account comes first.
  const words = waiting === 'needsAccount' ? (out.review?.words ?? '') : '';
  const text =
    waiting === 'underWay'
      ? underWayText(order, out.account, today, wording)
      : isOpen
        ? translate('order.approved.ready.open', { amount })
        : translate(`order.approved.${waiting}.text`, {
            amount,
            date: formatDate(day, lang),
            tail: out.account?.number_tail ?? '',
          });
  return { title: translate(`order.approved.${waiting}.title`), text: `${words} ${text}`.trim() };
}

/** Where the money of a payout that is under way goes, and by when; past that day, that it is late. */
function underWayText(
  order: Order,
  account: AccountRow | undefined,
  today: LocalDate,
  { brand, translate, lang }: Wording,
): string {
  const amount = formatCents(disclose(order.terms).netProceeds, brand.money);
  if (order.credit_by !== null && order.credit_by < today)
    return translate('order.approved.underWay.late', { amount });
  const date = formatDate(order.credit_by ?? today, lang);
  return translate('order.approved.underWay.text', { amount, date, tail: account?.number_tail ?? '' });
}
