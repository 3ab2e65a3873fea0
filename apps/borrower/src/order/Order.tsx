import type { LoanDetails } from '@hiram/contract/order';
import type { OrderStatus } from '@hiram/contract/order-status';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { phoneLink } from '../app/host/contact.ts';
import { followLink, goBack } from '../app/navigation/go.ts';
import { noId, usePage, useTitle } from '../app/navigation/usePage.ts';
import { market } from '../app/settings/market.ts';
import { money } from '../app/settings/money.ts';
import { settings } from '../app/settings/settings.ts';
import { BarLink, Screen } from '../kit/layout/Screen.tsx';
import { isPending, isRunning } from '../lending/order-status.ts';
import { takeAgreement, wantRating } from '../lending/seen.ts';
import { lazyMilestone } from '../milestone/load-milestone.ts';
import { MilestoneGround } from '../milestone/MilestoneGround.tsx';
import { useMilestone } from '../milestone/useMilestone.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCachedCall } from '../net/cache/useCachedCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { loanDetails } from './calls.ts';
import { OrderActions } from './OrderActions.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import type { OrderDialogsProps } from './OrderDialogs.tsx';
import { type OrderDialog, openDialog } from './order-dialog.ts';
import { ChosenPart, useStoryRemote } from './running/useStoryChoice.tsx';

/** Milliseconds between polls of an order that changes by itself (decided, paid out). */
const waitingMs = 2_000;

type Dialogs = (props: OrderDialogsProps) => ReactNode;

/** Most orders open no dialog. If the script does not load, the bar offers the dialog's step. */
const dialogsOf = (load: () => Promise<Dialogs>) =>
  lazy(() =>
    load()
      .catch(() => NoDialog)
      .then((part) => ({ default: part })),
  );
const OrderDialogs = dialogsOf(() => import('./OrderDialogs.tsx').then((module) => module.OrderDialogs));
const RatingDialogs = dialogsOf(() =>
  import('./settled/RatingDialogs.tsx').then((module) => module.RatingDialogs),
);

const TipsDialog = dialogsOf(() => import('./TipsDialog.tsx').then((module) => module.TipsDialog));

const OrderMilestone = lazyMilestone(() =>
  import('./payout/OrderMilestone.tsx').then((module) => module.OrderMilestone),
);

const headline = ({ statusTitle, order: { due } }: LoanDetails) =>
  due ? money(due.repayAmount) : statusTitle;

/** Order details and loan details (RTE-03, ORD-01 … ORD-24). */
export default function Order(): ReactNode {
  const { t } = useLingui();
  const { productId, orderId = noId } = usePage();
  const call = useCachedCall(loanDetails, productId ? { productId, orderId } : { orderId }, {
    loading: t`Loading…`,
    quiet: true,
    headline,
    every: waitingMs,
    everyWhile: (data) =>
      isPending(data.status) && !data.needsAccount && !data.awaitsWithdrawal && !data.counterOffer,
  });
  const [closed, setClosed] = useState<readonly OrderDialog[]>(() => (takeAgreement() ? ['tips'] : []));
  const details = call.state === 'ready' ? call.data : undefined;
  // What happens by itself happens by a new answer alone.
  const current = call.held ? undefined : details;
  const open = current && openDialog(current, orderId, closed);
  const CurrentDialogs = useDialogs(open);
  // Elsewhere the milestone's page says so.
  const hasArrived = useArrival(current?.status) && market.specifiedWays;
  const { open: milestone, end } = useMilestone(current?.milestone);
  const remote = useStoryRemote(details, orderId, call.state === 'ready' ? call.retry : () => undefined);
  usePartnerPage(current);
  const number = orderNumber(orderId);
  // A wrong link has no number.
  const isNone = orderId === noId || call.state === 'rejected';
  const isApplication = details?.status === 'applied' || details?.status === 'rejected';
  const title = market.specifiedCopy
    ? t`Order Details`
    : isNone
      ? t`Your loan`
      : isApplication
        ? t`Application ${number}`
        : t`Loan ${number}`;
  useTitle(title);

  if (milestone && details)
    return (
      <Suspense fallback={<MilestoneGround />}>
        <OrderMilestone milestone={milestone} details={details} orderId={orderId} onEnd={end} />
      </Suspense>
    );
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      aside={
        <BarLink
          {...phoneLink(details?.servicePhone || settings.servicePhone)}
          label={t`Call us`}
          icon="phone"
        />
      }
      actions={
        details ? (
          <ChosenPart remote={remote} part="actions">
            <OrderActions details={details} orderId={orderId} openDialog={open} />
          </ChosenPart>
        ) : null
      }
      busy={call.state === 'waiting'}
      held={call.held}
    >
      {call.state === 'waiting' ? <Skeleton name="order" /> : null}
      <CallPanel call={call} />
      {details ? (
        <OrderDetails
          details={details}
          orderId={orderId}
          hasArrived={hasArrived}
          isCovered={open !== undefined}
          remote={remote}
          onRate={() => {
            wantRating(orderId);
            setClosed(closed.filter((dialog) => dialog !== 'rating'));
          }}
        />
      ) : null}
      {current && CurrentDialogs ? (
        <Suspense fallback={null}>
          <CurrentDialogs
            details={current}
            orderId={orderId}
            closed={closed}
            onClose={(dialog) => setClosed([...closed, dialog])}
          />
        </Suspense>
      ) : null}
    </Screen>
  );
}

/** ORD-16: another site serves this order; an applied order does not. Both the server and this app allow only listed hosts. */
function usePartnerPage(details: LoanDetails | undefined): void {
  const externalUrl = details && details.status !== 'applied' ? details.partnerUrl : '';
  useEffect(() => {
    if (externalUrl) followLink(externalUrl);
  }, [externalUrl]);
}

/** The dialogs of which one is or was open: one that closed may open another one. */
function useDialogs(open: OrderDialog | undefined): typeof OrderDialogs | undefined {
  const dialogs = useRef<typeof OrderDialogs>(undefined);
  if (open) dialogs.current = open === 'rating' ? RatingDialogs : open === 'tips' ? TipsDialog : OrderDialogs;
  return dialogs.current;
}

/** Reports whether the money arrived while this page was open. */
function useArrival(status: OrderStatus | undefined): boolean {
  const wasWaiting = useRef(false);
  if (status === 'approved') wasWaiting.current = true;
  return wasWaiting.current && status !== undefined && isRunning(status);
}

/** Closes the dialog that cannot be shown. */
function NoDialog({ details, orderId, closed, onClose }: OrderDialogsProps): ReactNode {
  const open = openDialog(details, orderId, closed);
  useEffect(() => {
    if (open) onClose(open);
  });
  return null;
}
