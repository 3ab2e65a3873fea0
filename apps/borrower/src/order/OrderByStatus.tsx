import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { market } from '../app/settings/market.ts';
import { money } from '../app/settings/money.ts';
import { Card, Rows } from '../kit/layout/Card.tsx';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import { isDisbursed, isDue } from '../lending/order-status.ts';
import { wasRatingSeen } from '../lending/seen.ts';
import css from './Order.module.css';
import { OrderNumber } from './OrderNumber.tsx';
import { Status } from './OrderStatus.tsx';
import { LateHelp } from './running/LateHelp.tsx';
import { PastPayments } from './running/PastPayments.tsx';
import { RunningStory } from './running/RunningStory.tsx';
import { StoryFooter } from './running/StoryFooter.tsx';
import { ChosenPart, type StoryRemote } from './running/useStoryChoice.tsx';

const Rejected = lazyPart(() => import('./application/Rejected.tsx').then((module) => module.Rejected));
const CounterOffer = lazyPart(() =>
  import('./application/CounterOffer.tsx').then((module) => module.CounterOffer),
);
const BeforePayout = lazyPart(() =>
  import('./application/BeforePayout.tsx').then((module) => module.BeforePayout),
);
const NextSteps = lazyPart(() => import('./application/NextSteps.tsx').then((module) => module.NextSteps));
const ArrangementNote = lazyPart(() =>
  import('./running/ArrangementNote.tsx').then((module) => module.ArrangementNote),
);
const PayoffOffer = lazyPart(() =>
  import('../lending/offers/PayoffOffer.tsx').then((module) => module.PayoffOffer),
);

/** An order that is not a running loan with a page of its own: the status leads. */
export function OrderByStatus({
  details,
  orderId,
  remote,
  balance,
  isCovered,
  onRate,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly remote: StoryRemote | undefined;
  /** Money of the borrower's own, a refund owed, a payment under review. */
  readonly balance: ReactNode;
  /** A dialog is open: what is loaded later waits until it closes. */
  readonly isCovered: boolean;
  readonly onRate: () => void;
}): ReactNode {
  const { t } = useLingui();
  const { due, credit } = details.order;
  const isLate = due !== undefined && due.overdueDays > 0;
  const calculation = <Calculation details={details} />;
  const facts = (
    <>
      {credit > 0 ? balance : null}
      <RunningStory
        details={details}
        remote={remote}
        footer={market.specifiedCopy || !due ? <StoryFooter details={details} /> : null}
      />
      <ChosenPart remote={remote} part="list" />
      {isLate ? calculation : null}
      {details.arrangement ? (
        <Suspense fallback={null}>
          <ArrangementNote details={details} orderId={orderId} />
        </Suspense>
      ) : isLate ? (
        <LateHelp canExtend={details.canExtend} orderId={orderId} />
      ) : null}
      <PastPayments details={details} />
      {isLate ? null : calculation}
      <Suspense fallback={null}>
        {due ? <PayoffOffer due={due} page={{ productId: details.productId, orderId }} /> : null}
      </Suspense>
      {credit > 0 ? null : balance}
      <OrderNumber
        orderId={orderId}
        isApplication={
          !market.specifiedCopy && (details.status === 'applied' || details.refusal !== undefined)
        }
      />
      <Links details={details} orderId={orderId} />
      {!market.specifiedWays && details.asksForRating && !wasRatingSeen(orderId) ? (
        <button type="button" className={css.problem} onClick={onRate}>
          {t`Rate us`}
        </button>
      ) : null}
    </>
  );
  return (
    <>
      {details.refusal ? (
        <Suspense fallback={null}>
          <Rejected refusal={details.refusal} orderId={orderId} />
        </Suspense>
      ) : details.counterOffer ? (
        <Suspense fallback={null}>
          <CounterOffer offer={details.counterOffer} />
        </Suspense>
      ) : (
        <Status details={details} remote={remote} />
      )}
      {details.status === 'applied' && !details.counterOffer && !details.correct && !market.specifiedCopy ? (
        // What happens next comes before the figures: they appear together.
        <Suspense fallback={null}>
          <NextSteps isReferred={details.isReferred === true} />
          {facts}
        </Suspense>
      ) : (
        facts
      )}
      {/* Loaded later: below everything, so that nothing moves when it arrives. */}
      {isDisbursed(details.status) || isCovered || !market.specifiedCopy ? null : (
        <Suspense fallback={null}>
          <BeforePayout details={details} />
        </Suspense>
      )}
    </>
  );
}

/** The rows that sum to the amount, then the other facts about the loan. */
function Calculation({ details }: { readonly details: LoanDetails }): ReactNode {
  const { t } = useLingui();
  const { due, rows } = details.order;
  if (rows.length === 0) return null;
  const parts = due?.rows.length ?? 0;
  // The reasons of a refusal begin with what was asked for.
  const facts = details.refusal && !market.specifiedCopy ? [] : rows.slice(parts);
  return (
    <>
      {due && parts > 0 ? (
        <Card heading={t`Why ${money(due.repayAmount)}`}>
          <Rows rows={rows.slice(0, parts)} />
        </Card>
      ) : null}
      {/* An offer of less stands beside what was asked for, with the same rows. */}
      {facts.length > 0 && !details.counterOffer ? (
        <Card heading={details.productName}>
          <Rows rows={facts} />
        </Card>
      ) : null}
    </>
  );
}

function Links({ details, orderId }: { readonly details: LoanDetails; readonly orderId: string }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      {isDue(details.status) ? (
        <Link
          className={css.problem}
          href={href(paths.repayOrNot, { productId: details.productId, orderId })}
        >
          {t`See the cost of waiting`}
        </Link>
      ) : null}
      <Link className={css.problem} href={href(paths.contracts, { orderId })}>
        {details.counterOffer || details.refusal ? t`Documents` : t`What you agreed to`}
      </Link>
      <Link className={css.problem} href={href(paths.complaint, { orderId })}>
        {t`Something wrong with this loan?`}
      </Link>
    </>
  );
}
