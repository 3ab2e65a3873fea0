import type { OrderId } from '@hiram/contract/ids';
import { type LoanDetails, loanDetails } from '@hiram/contract/order';
import { modules } from '@hiram/contract/tracking';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { phoneLink } from '../app/contact.ts';
import { followLink, goBack, goHome, goTo, startBankFlow } from '../app/go.ts';
import { href } from '../app/href.ts';
import { money } from '../app/money.ts';
import { paths } from '../app/paths.ts';
import { settings } from '../app/settings.ts';
import { noId, usePage, useTitle } from '../app/usePage.ts';
import { StatusArt } from '../art/StatusArt.tsx';
import { Button } from '../kit/Button.tsx';
import { Card, Receipt, Rows } from '../kit/Card.tsx';
import { ActionPair, BarLink, Screen } from '../kit/Screen.tsx';
import { Balance } from '../lending/Balance.tsx';
import { DuePill } from '../lending/DuePill.tsx';
import { isDisbursed, isDue, isPending, isRunning } from '../lending/order-status.ts';
import { PayoffOffer } from '../lending/PayoffOffer.tsx';
import { useQuoteWords } from '../lending/quote-words.ts';
import { RecommendedProducts } from '../lending/RecommendedProducts.tsx';
import { useRecommendedClick } from '../lending/useRecommendedClick.ts';
import { CallPanel } from '../net/CallPanel.tsx';
import { countEvent } from '../net/count-event.ts';
import { useCall } from '../net/useCall.ts';
import { Skeleton } from '../shell/shells.tsx';
import { LateHelp } from './LateHelp.tsx';
import { Payments, Repayments } from './LoanHistory.tsx';
import css from './Order.module.css';
import { markTipsSeen, type OrderDialog, OrderDialogs } from './OrderDialogs.tsx';

/** Milliseconds between polls of an order that changes by itself (decided, paid out). */
const waitingMs = 2_000;

/** Order details and loan details (RTE-03, ORD-01 … ORD-24). */
export default function Order(): ReactNode {
  const { t } = useLingui();
  const { productId, orderId = noId } = usePage();
  const input = productId ? { productId, orderId } : { orderId };
  const call = useCall(loanDetails, input, {
    loading: t`Loading…`,
    quiet: true,
    every: waitingMs,
    everyWhile: (data) => isPending(data.status) && !data.needsAccount && !data.awaitsWithdrawal,
  });
  const [closed, setClosed] = useState<readonly OrderDialog[]>([]);
  const details = call.state === 'ready' ? call.data : undefined;
  useTitle(t`Order Details`);

  // ORD-16: another site serves this order; an applied order does not. Both the server and this app allow only listed
  // hosts.
  const externalUrl = details && details.status !== 'applied' ? details.partnerUrl : '';
  useEffect(() => {
    if (externalUrl) followLink(externalUrl);
  }, [externalUrl]);

  return (
    <Screen
      title={t`Order Details`}
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
          <Actions details={details} orderId={orderId} isCardAsked={closed.indexOf('card') >= 0} />
        ) : null
      }
      busy={call.state === 'waiting'}
    >
      {call.state === 'waiting' ? <Skeleton name="order" /> : null}
      {call.state === 'refused' || call.state === 'unreachable' ? <CallPanel call={call} /> : null}
      {details ? <Details details={details} orderId={orderId} /> : null}
      {details ? (
        <OrderDialogs
          details={details}
          orderId={orderId}
          closed={closed}
          onClose={(dialog) => setClosed([...closed, dialog])}
        />
      ) : null}
    </Screen>
  );
}

function Details({
  details,
  orderId,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  const { due, credit, refundOwed, repayments, payments } = details.order;
  const showsProducts = details.recommendedProducts.length > 0 && !isDisbursed(details.status);
  const openProduct = useRecommendedClick(modules.recommendedOnOrder);
  return (
    <>
      <Status details={details} />
      {due ? <PayoffOffer due={due} page={{ productId: details.productId, orderId }} /> : null}
      <Balance
        credit={credit}
        refundOwed={refundOwed}
        underReview={due?.underReview ?? 0}
        phone={details.servicePhone}
      />
      {due && due.overdueDays > 0 ? <LateHelp canExtend={details.canExtend} /> : null}
      <Repayments rows={repayments} />
      <Payments rows={payments} />
      {showsProducts ? (
        <RecommendedProducts
          heading={t`Other products you may like`}
          products={details.recommendedProducts}
          onOpen={openProduct}
        />
      ) : null}
      <Links details={details} orderId={orderId} />
    </>
  );
}

/** The order's status and the amount due with its calculation. */
function Status({ details }: { readonly details: LoanDetails }): ReactNode {
  const { t } = useLingui();
  const { due } = details.order;
  const words = useQuoteWords(due);
  // A payoff, or charges alone, do not belong to a single repayment.
  const ofPeriods =
    due && due.periods > 1 && (due.kind === 'instalment' || due.kind === 'overdue')
      ? t`Repayment ${due.periodNo} of ${due.periods}`
      : '';
  const rows = details.order.rows.length > 0 ? <Rows rows={details.order.rows} /> : null;
  return (
    <>
      <div className={css.hero}>
        <StatusArt status={details.status} />
        {due ? <DuePill due={due} status={details.status} /> : null}
        <h2 className={css.title}>{details.statusTitle}</h2>
        <p className={css.text}>{details.statusText}</p>
      </div>
      {due ? (
        <Receipt
          label={words.label}
          amount={money(due.repayAmount)}
          sub={[ofPeriods, details.productName, words.when].filter(Boolean).join(' · ')}
        >
          {rows}
        </Receipt>
      ) : rows ? (
        <Card heading={details.productName}>{rows}</Card>
      ) : null}
    </>
  );
}

function Links({
  details,
  orderId,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
}): ReactNode {
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
        {t`What you agreed to`}
      </Link>
      <Link className={css.problem} href={href(paths.complaint, { orderId })}>
        {t`Something wrong with this loan?`}
      </Link>
    </>
  );
}

/** ORD-05 … ORD-08: the actions of each status. They are available even after the dialogs are closed. */
function Actions({
  details,
  orderId,
  isCardAsked,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  /** The bank-card dialog was closed: its action is shown here instead. */
  readonly isCardAsked: boolean;
}): ReactNode {
  const { t } = useLingui();
  const { status, canExtend, productId } = details;
  const repay = () => {
    markTipsSeen();
    goTo(paths.repay, { productId, orderId });
  };
  if (isDue(status) && canExtend)
    return (
      <ActionPair hint={t`Short of money?`}>
        <Button look="secondary" onTap={() => goTo(paths.repayDelay, { productId, orderId })}>
          {t({ id: 'order.moveDate', message: 'Move due date' })}
        </Button>
        <Button onTap={repay}>{t({ id: 'order.repayNow', message: 'Repay now' })}</Button>
      </ActionPair>
    );
  if (isRunning(status))
    return <Button onTap={repay}>{t({ id: 'order.repay', message: 'Repay now' })}</Button>;
  if (status !== 'settled') {
    if (details.needsAccount && !isCardAsked) return null;
    if (details.needsAccount)
      return (
        <Button onTap={() => startBankFlow({ productId, orderId })}>
          {t({ id: 'order.addAccount', message: 'Add payout account' })}
        </Button>
      );
    // In review, refused, or being paid out: the borrower has nothing to do.
    return (
      <Button look="secondary" onTap={goHome}>
        {t`Go home`}
      </Button>
    );
  }
  const borrowAgain = () => {
    countEvent({ productId, moduleId: modules.borrowAgain, positionId: 0 });
    goTo(paths.productDetail, { productId });
  };
  return <Button onTap={borrowAgain}>{t`Borrow Again`}</Button>;
}
