import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { type ReactNode, Suspense } from 'react';
import { market } from '../app/settings/market.ts';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import { OrderByStatus } from './OrderByStatus.tsx';
import { RunningOrder } from './running/RunningOrder.tsx';
import type { StoryRemote } from './running/useStoryChoice.tsx';

const PayoutMoment = lazyPart(() =>
  import('./payout/PayoutMoment.tsx').then((module) => module.PayoutMoment),
);
const Balance = lazyPart(() => import('../lending/story/Balance.tsx').then((module) => module.Balance));

/** The content of the order page: the status, the loan's story, then what explains it. */
export function OrderDetails({
  details,
  orderId,
  hasArrived,
  isCovered,
  remote,
  onRate,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  /** The money arrived while this page was open. */
  readonly hasArrived: boolean;
  /** A dialog is open: what is loaded later waits until it closes. */
  readonly isCovered: boolean;
  readonly remote: StoryRemote | undefined;
  /** Opens the question for a rating. */
  readonly onRate: () => void;
}): ReactNode {
  const { due, credit, refundReceivable } = details.order;
  const underReview = due?.underReview ?? 0;
  const hasOwnPage = (remote !== undefined || details.status === 'settled') && !market.specifiedCopy;
  // A page that leads with the amount has no other place for its status.
  const reversal =
    hasOwnPage && details.isReversed && underReview === 0
      ? { title: details.statusTitle, text: details.statusText }
      : undefined;
  // Money that is the borrower's own comes first.
  const balance =
    credit > 0 || refundReceivable > 0 || underReview > 0 || reversal ? (
      <Suspense fallback={null}>
        <Balance
          credit={credit}
          refundReceivable={refundReceivable}
          underReview={underReview}
          reversal={reversal}
          phone={details.servicePhone}
        />
      </Suspense>
    ) : null;
  return (
    <>
      {hasArrived ? (
        <Suspense fallback={null}>
          <PayoutMoment details={details} />
        </Suspense>
      ) : null}
      {hasOwnPage ? (
        <RunningOrder details={details} orderId={orderId} remote={remote} balance={balance} onRate={onRate} />
      ) : (
        <OrderByStatus
          details={details}
          orderId={orderId}
          remote={remote}
          balance={balance}
          isCovered={isCovered}
          onRate={onRate}
        />
      )}
    </>
  );
}
