import type { OrderId, ProductId } from '@hiram/contract/ids';
import { modules } from '@hiram/contract/modules';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { callNumber } from '../app/contact.ts';
import { goHome, goTo, startBankFlow } from '../app/go.ts';
import { href } from '../app/href.ts';
import { money } from '../app/money.ts';
import { paths } from '../app/paths.ts';
import { settings } from '../app/settings.ts';
import { Button } from '../kit/Button.tsx';
import { afterRender } from '../kit/later.ts';
import { ActionPair } from '../kit/Screen.tsx';
import { barAction } from './next-action.ts';
import { markTipsSeen, type OrderDialog } from './order-dialog.ts';
import { useWithdrawal } from './useWithdrawal.ts';

const counting = afterRender(() => import('../net/count-event.ts'));

/** Counts a tap. What does not count it does not stop it. */
const countTap = (productId: ProductId, moduleId: number): Promise<void> =>
  counting.load().then(
    ({ countEvent }) => countEvent({ productId, moduleId, positionId: 0 }),
    () => undefined,
  );

interface ActionsProps {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  /** The dialog that is open, if any: the bar does not repeat its step. */
  readonly openDialog: OrderDialog | undefined;
}

/** ORD-05 … ORD-08: the next step of each status, whatever dialog was closed. */
export function OrderActions({ details, orderId, openDialog }: ActionsProps): ReactNode {
  const { t } = useLingui();
  const { productId } = details;
  const repay = () => {
    markTipsSeen();
    goTo(paths.repay, { productId, orderId });
  };
  const payment = href(paths.repay, { productId, orderId });
  switch (barAction(details, openDialog)) {
    case 'repayOrExtend':
      return (
        <ActionPair hint={t`Short of money?`}>
          <Button look="secondary" onTap={() => goTo(paths.repayDelay, { productId, orderId })}>
            {t({ id: 'order.moveDate', message: 'Move due date' })}
          </Button>
          <Button next={payment} onTap={repay}>
            {t({ id: 'order.repayNow', message: 'Repay now' })}
          </Button>
        </ActionPair>
      );
    case 'repay':
      return (
        <Button next={payment} onTap={repay}>
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
      return <Withdraw details={details} orderId={orderId} />;
    case 'borrowAgain':
      return <AfterSettlement details={details} />;
    case 'wait':
      return (
        <Button look="secondary" onTap={goHome}>
          {t`Go home`}
        </Button>
      );
    default:
      return null;
  }
}

/** ORD-08: the next loan; before it the borrower's own money, which only a person can send back. */
function AfterSettlement({ details }: Pick<ActionsProps, 'details'>): ReactNode {
  const { t } = useLingui();
  const { productId } = details;
  const { credit } = details.order;
  const borrow = (
    <Button
      look={credit > 0 ? 'secondary' : 'primary'}
      next={href(paths.productDetail, { productId })}
      onTap={() => {
        void countTap(productId, modules.borrowAgain);
        goTo(paths.productDetail, { productId });
      }}
    >{t`Borrow Again`}</Button>
  );
  if (credit === 0) return borrow;
  return (
    <ActionPair>
      {borrow}
      <Button onTap={() => callNumber(details.servicePhone || settings.servicePhone)}>
        {t`Get ${money(credit)} back`}
      </Button>
    </ActionPair>
  );
}

function Withdraw({ details, orderId }: Pick<ActionsProps, 'details' | 'orderId'>): ReactNode {
  const { t } = useLingui();
  const { withdrawMoney, busy } = useWithdrawal(details, orderId, () => undefined);
  return <Button busy={busy} onTap={() => void withdrawMoney()}>{t`Withdraw Now`}</Button>;
}
