import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { Plural, useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { href } from '../../app/navigation/href.ts';
import { Link } from '../../app/navigation/Link.tsx';
import { paths } from '../../app/navigation/paths.ts';
import { money, showDate } from '../../app/settings/money.ts';
import { Card } from '../../kit/layout/Card.tsx';
import { Icon } from '../../kit/layout/Icon.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { QuoteList } from '../../lending/amount/QuoteList.tsx';
import { sumText } from '../../lending/amount/sum-text.ts';
import { wasRatingSeen } from '../../lending/seen.ts';
import css from '../choice/Remote.module.css';
import { OrderLead } from './OrderLead.tsx';
import { notArranged, partSteps } from './part-steps.ts';
import { RowWords } from './RowWords.tsx';
import { RunningStory } from './RunningStory.tsx';
import { ChosenLead, ChosenPart, type StoryRemote, useIsMoved } from './useStoryChoice.tsx';

/** Its script is loaded when the row is opened. */
const LoanDocuments = lazyPart(() => import('./LoanDocuments.tsx').then((module) => module.LoanDocuments));
const ArrangementNote = lazyPart(() =>
  import('./ArrangementNote.tsx').then((module) => module.ArrangementNote),
);
const OtherPayments = lazyPart(() => import('./ArrangementNote.tsx').then((module) => module.OtherPayments));
const PayoffOffer = lazyPart(() =>
  import('../../lending/offers/PayoffOffer.tsx').then((module) => module.PayoffOffer),
);

/** A running or settled loan: its amount, the story that changes it, what the amount is made of, then everything else in rows. */
export function RunningOrder({
  details,
  orderId,
  remote,
  balance,
  onRate,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly remote: StoryRemote | undefined;
  /** Money of the borrower's own, a refund owed, a payment under review. */
  readonly balance: ReactNode;
  /** Opens the question for a rating. */
  readonly onRate: () => void;
}): ReactNode {
  const { t } = useLingui();
  const { due, quote, remindOn, loan } = details.order;
  // The offer to pay everything off holds for today, and is among what is chosen.
  const isMoved = useIsMoved(remote);
  const below = useMemo(
    () => <BelowStory details={details} orderId={orderId} onRate={onRate} isMoved={isMoved} />,
    [details, orderId, onRate, isMoved],
  );
  const isLate = due !== undefined && due.overdueDays > 0;
  return (
    <>
      <ChosenLead remote={remote}>
        <OrderLead details={details} />
      </ChosenLead>
      {balance}
      {details.promise || details.arrangement || (details.waysOut && details.waysOut !== 'open') ? (
        <Suspense fallback={null}>
          <ArrangementNote details={details} orderId={orderId} />
        </Suspense>
      ) : null}
      {/* What is due by an arrangement is its next part, which no step is. */}
      <RunningStory details={details} remote={due?.kind === 'arranged' ? undefined : remote} />
      <Suspense fallback={null}>{details.arrangement ? <OtherPayments details={details} /> : null}</Suspense>
      <ChosenPart remote={remote} part="list">
        {/* One payment alone stands above already. */}
        {quote && quote.rows.length > 1 && due && due.kind !== 'arranged' ? (
          <Card
            heading={isLate || due.daysLeft <= 0 ? t`To pay today` : t`To pay by ${showDate(due.dueDate)}`}
          >
            <QuoteList quote={quote} isPenal={loan?.terms.lateKind === 'charge'} terms={loan?.terms} />
          </Card>
        ) : null}
        {quote && due && due.owedInAll !== quote.amount ? (
          <p className={css.hint}>
            {t`Left to pay: ${money(due.owedInAll)}`}
            {owedSum(details, due.owedInAll)}
          </p>
        ) : null}
        {remindOn ? <p className={css.hint}>{t`We text you on ${showDate(remindOn)}.`}</p> : null}
      </ChosenPart>
      {below}
    </>
  );
}

/** How what is left follows from the payments and what late days cost; empty where it is more than that. */
function owedSum(details: LoanDetails, owed: number): string {
  const { arrangement, order } = details;
  const parts = arrangement
    ? [
        ...partSteps(arrangement, '').filter(({ state }) => state !== 'paid'),
        ...notArranged(details).map(({ unpaid }) => ({ amount: unpaid })),
      ].map(({ amount }) => amount)
    : [...order.repayments.map(({ unpaid }) => unpaid), order.due?.chargesOwed ?? 0];
  const left = parts.filter((amount) => amount > 0);
  const isSum = left.length > 1 && left.reduce((sum, amount) => sum + amount, 0) === owed;
  return isSum ? ` = ${sumText(left)}` : '';
}

/** The offer to pay everything off, the documents and payments, and help. */
function BelowStory({
  details,
  orderId,
  onRate,
  isMoved,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly onRate: () => void;
  readonly isMoved: boolean;
}): ReactNode {
  const { t } = useLingui();
  const { due, payments } = details.order;
  const { productId } = details;
  const [isOpen, setIsOpen] = useState(false);
  const isSettled = details.status === 'settled';
  return (
    <>
      <Suspense fallback={null}>
        {due && !isMoved ? <PayoffOffer due={due} page={{ productId, orderId }} /> : null}
      </Suspense>
      <div className={css.rows}>
        {/* Beside the borrower’s own money the bar has no room for it. */}
        {isSettled && details.order.credit > 0 ? (
          <Link className={css.linkRow} href={href(paths.contracts, { orderId })}>
            <RowWords icon="paper" title={t`Certificate`} text={t`of full payment, and documents`} />
            <Icon name="chevron" size={20} />
          </Link>
        ) : null}
        {isSettled && details.asksForRating && !wasRatingSeen(orderId) ? (
          <button type="button" className={css.linkRow} onClick={onRate}>
            <RowWords icon="star" title={t`Rate us`} />
            <Icon name="chevron" size={20} />
          </button>
        ) : null}
        <button
          type="button"
          className={css.linkRow}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <RowWords
            icon="paper"
            title={t`Documents and payments`}
            text={
              payments.length > 0 ? (
                <Plural value={payments.length} one="# receipt" other="# receipts" />
              ) : null
            }
          />
          <Icon name={isOpen ? 'down' : 'chevron'} size={20} />
        </button>
        {isOpen ? (
          <Suspense fallback={null}>
            <LoanDocuments details={details} orderId={orderId} />
          </Suspense>
        ) : null}
        {due && due.overdueDays > 0 && !details.arrangement ? (
          <Link className={css.linkRow} href={href(paths.contactsOfLender)}>
            <RowWords icon="people" title={t`Who contacted me`} />
            <Icon name="chevron" size={20} />
          </Link>
        ) : null}
        <Link className={css.linkRow} href={href(paths.complaint, { orderId })}>
          <RowWords icon="help" title={t`Help`} text={t`Messages and complaints`} />
          <Icon name="chevron" size={20} />
        </Link>
      </div>
    </>
  );
}
