import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { goHome, goTo, startBankFlow } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { Button } from '../kit/controls/Button.tsx';
import { ActionPair } from '../kit/layout/Screen.tsx';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import type { NextAction } from './next-action.ts';

/** Few applications are answered with less. */
const CounterOfferActions = lazyPart(() =>
  import('./application/CounterOffer.tsx').then((module) => module.CounterOfferActions),
);

const Withdraw = lazyPart(() => import('./application/Withdraw.tsx').then((module) => module.Withdraw));

/** Few loans are settled. */
const AfterSettlement = lazyPart(() =>
  import('./settled/AfterSettlement.tsx').then((module) => module.AfterSettlement),
);

/** The next step of an order that is not a running loan with a page of its own. */
export function ActionsByStatus({
  action,
  details,
  orderId,
  payment,
  onPay,
}: {
  /** Undefined if an open dialog offers it. */
  readonly action: NextAction | undefined;
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly payment: string;
  readonly onPay: () => void;
}): ReactNode {
  const { t } = useLingui();
  const { productId } = details;
  switch (action) {
    case 'repayOrExtend':
      return (
        <ActionPair hint={t`Short of money?`}>
          <Button look="secondary" onTap={() => goTo(paths.repayDelay, { productId, orderId })}>
            {t({ id: 'order.moveDate', message: 'Move due date' })}
          </Button>
          <Button next={payment} onTap={onPay}>
            {t({ id: 'order.repayNow', message: 'Repay now' })}
          </Button>
        </ActionPair>
      );
    case 'repay':
      return (
        <Button next={payment} onTap={onPay}>
          {t({ id: 'order.repay', message: 'Repay now' })}
        </Button>
      );
    case 'addAccount':
      return (
        <Button next={href(paths.bindBank)} onTap={() => startBankFlow({ productId, orderId })}>
          {t({ id: 'order.addAccount', message: 'Add payout account' })}
        </Button>
      );
    case 'withdraw':
      return (
        <Suspense fallback={null}>
          <Withdraw details={details} orderId={orderId} />
        </Suspense>
      );
    case 'borrowAgain':
      return (
        <Suspense fallback={null}>
          <AfterSettlement details={details} orderId={orderId} />
        </Suspense>
      );
    case 'wait':
      if (details.correct)
        return (
          <Button onTap={() => goTo(paths.apply, { productId, group: details.correct ?? '' })}>
            {t`Correct it now`}
          </Button>
        );
      if (details.counterOffer)
        return (
          <Suspense fallback={null}>
            <CounterOfferActions offer={details.counterOffer} orderId={orderId} />
          </Suspense>
        );
      return details.refusal ? (
        <Button look="secondary" onTap={goHome}>{t`Done`}</Button>
      ) : (
        <Button look="secondary" onTap={goHome}>
          {t`Go home`}
        </Button>
      );
    default:
      return null;
  }
}
