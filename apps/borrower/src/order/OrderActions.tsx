import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useContext } from 'react';
import { phoneLink } from '../app/host/contact.ts';
import { goTo } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { keptCode } from '../app/page/kept-code.ts';
import { market } from '../app/settings/market.ts';
import { money } from '../app/settings/money.ts';
import { settings } from '../app/settings/settings.ts';
import { Button, Held } from '../kit/controls/Button.tsx';
import { ButtonLink } from '../kit/controls/ButtonLink.tsx';
import { ActionPair } from '../kit/layout/Screen.tsx';
import { isDue } from '../lending/order-status.ts';
import { ActionsByStatus } from './ActionsByStatus.tsx';
import { barAction } from './next-action.ts';
import { markTipsSeen, type OrderDialog } from './order-dialog.ts';

interface ActionsProps {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  /** The dialog that is open, if any: the bar does not repeat its step. */
  readonly openDialog: OrderDialog | undefined;
}

/** ORD-05 … ORD-08: the next step of each status, whatever dialog was closed. */
export function OrderActions({ details, orderId, openDialog }: ActionsProps): ReactNode {
  const { productId } = details;
  const repay = () => {
    markTipsSeen();
    goTo(paths.repay, { productId, orderId });
  };
  const payment = href(paths.repay, { productId, orderId });
  const action = barAction(details, openDialog);
  const { due } = details.order;
  if (!market.specifiedCopy && due && (action === 'repay' || action === 'repayOrExtend'))
    return <PayOrNot details={details} orderId={orderId} payment={payment} onPay={repay} />;
  return (
    <ActionsByStatus action={action} details={details} orderId={orderId} payment={payment} onPay={repay} />
  );
}

/**
 * Pays what is due; while it is due, beside it what a borrower can do who cannot and keeps no arrangement. An
 * offer comes first.
 */
function PayOrNot({
  details,
  orderId,
  payment,
  onPay,
}: Omit<ActionsProps, 'openDialog'> & {
  readonly payment: string;
  readonly onPay: () => void;
}): ReactNode {
  const { t } = useLingui();
  const { status, order, arrangement, offer } = details;
  const isOffline = useContext(Held) && navigator.onLine === false;
  const amount = money(order.due?.repayAmount ?? 0);
  // Whoever waits for a payment to be checked must not pay twice by the way.
  const checked = order.due?.underReview ?? 0;
  const sum = money(checked);
  const hint = checked > 0 ? t`We are checking ${sum} from you. You need not pay again.` : '';
  // A loan of one payment takes none before a day that the page names.
  if (order.quote && !order.quote.payable)
    return <Button look="secondary" next={payment} onTap={onPay}>{t`See how to pay`}</Button>;
  const pay = (
    <Button look={offer || checked > 0 ? 'secondary' : 'primary'} next={payment} onTap={onPay}>
      {t`Pay ${amount}`}
    </Button>
  );
  if (!isDue(status) || arrangement) return checked > 0 ? <ActionPair hint={hint}>{pay}</ActionPair> : pay;
  const code = isOffline ? keptCode(orderId) : undefined;
  // The telephone and a code that the phone keeps need no connection.
  if (isOffline)
    return (
      <ActionPair>
        <ButtonLink look="secondary" {...phoneLink(details.servicePhone || settings.servicePhone)}>
          {t`Call us`}
        </ButtonLink>
        {code ? <ButtonLink href={code}>{t`Show saved code`}</ButtonLink> : pay}
      </ActionPair>
    );
  const ways = (
    <Button
      look={offer ? 'primary' : 'secondary'}
      next={href(paths.waysOut, { orderId })}
      onTap={() => goTo(paths.waysOut, { orderId })}
    >
      {offer ? t`See the offer` : t`I cannot pay now`}
    </Button>
  );
  return (
    <ActionPair hint={hint}>
      {offer ? pay : ways}
      {offer ? ways : pay}
    </ActionPair>
  );
}
