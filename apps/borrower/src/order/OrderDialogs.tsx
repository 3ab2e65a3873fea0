import type { OrderId } from '@hiram/contract/ids';
import { type LoanDetails, loanDetails, withdraw } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { followLink, goHome, startBankFlow } from '../app/go.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { useRefresh } from '../net/useCall.ts';
import { useSubmit } from '../net/useSubmit.ts';
import { Rating, StoreQuestion, Thanks } from './RatingDialogs.tsx';

const tipsFlag = 'showBankTip';

/** Flags of this page: a web view may have its storage disabled. */
const seen = new Set<string>();

function wasSeen(flag: string): boolean {
  if (seen.has(flag)) return true;
  try {
    return sessionStorage.getItem(flag) !== null;
  } catch {
    return false;
  }
}

function markSeen(flag: string): void {
  seen.add(flag);
  try {
    sessionStorage.setItem(flag, '1');
  } catch {
    // Without storage the flag lasts as long as the page.
  }
}

/** ORD-09: records that the tips were read when the borrower goes to repay. */
export function markTipsSeen(): void {
  markSeen(tipsFlag);
}

export type OrderDialog = 'tips' | 'withdraw' | 'card' | 'rating' | 'thanks' | 'store';
type Open = OrderDialog | undefined;

/** The first dialog of an order; an applied order has none (ORD-16). */
function firstDialog(details: LoanDetails, orderId: OrderId): Open {
  if (details.status === 'applied') return undefined;
  if (details.needsAccount) return 'card';
  if (details.awaitsWithdrawal) return 'withdraw';
  if (details.asksForRating && !wasSeen(`hiram.rated.${orderId}`)) return 'rating';
  return details.safetyTip && !wasSeen(tipsFlag) ? 'tips' : undefined;
}

export function OrderDialogs({
  details,
  orderId,
  closed,
  onClose: close,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly closed: readonly OrderDialog[];
  readonly onClose: (dialog: OrderDialog) => void;
}): ReactNode {
  const [nextDialog, setNextDialog] = useState<'thanks' | 'store' | undefined>(undefined);
  const firstOpen = firstDialog(details, orderId);
  const open: Open = nextDialog
    ? nextDialog
    : firstOpen && closed.indexOf(firstOpen) < 0
      ? firstOpen
      : undefined;

  if (open === 'tips') return <Tips text={details.safetyTip ?? ''} onClose={() => close('tips')} />;
  if (open === 'withdraw')
    return <WithdrawPrompt details={details} orderId={orderId} onDone={() => close('withdraw')} />;
  if (open === 'card')
    return <AccountPrompt details={details} orderId={orderId} onClose={() => close('card')} />;
  if (open === 'rating')
    return (
      <Rating
        orderId={orderId}
        onClose={() => {
          markSeen(`hiram.rated.${orderId}`);
          close('rating');
        }}
        onRated={(next) => {
          markSeen(`hiram.rated.${orderId}`);
          setNextDialog(next);
          close('rating');
        }}
      />
    );
  if (open === 'thanks') return <Thanks onClose={() => setNextDialog(undefined)} />;
  if (open === 'store') return <StoreQuestion onClose={() => setNextDialog(undefined)} />;
  return null;
}

function Tips({ text, onClose }: { readonly text: string; readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  return (
    <Dialog
      title={t({ id: 'order.tips', message: 'Stay safe' })}
      text={text}
      singleButton
      buttons={<Button onTap={onClose}>{t`Confirm`}</Button>}
    />
  );
}

/** Asks for the account that the money is paid to. */
function AccountPrompt({
  details,
  orderId,
  onClose,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  return (
    <Dialog
      title={details.accountPromptTitle}
      text={details.accountPromptText}
      closeLabel={t`Close`}
      onClose={onClose}
      singleButton
      buttons={
        <Button
          onTap={() => {
            onClose();
            startBankFlow({ productId: details.productId, orderId });
          }}
        >
          {t({ id: 'order.addAccount', message: 'Add payout account' })}
        </Button>
      }
    />
  );
}

/** ORD-10: the money is paid out after one tap. */
function WithdrawPrompt({
  details,
  orderId,
  onDone,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly onDone: () => void;
}): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(withdraw);
  const refresh = useRefresh();
  const withdrawMoney = async () => {
    if (details.withdrawalUrl) return followLink(details.withdrawalUrl);
    const answer = await submit({ orderId });
    if (!answer) return;
    // Rejected: the dialog opens again as long as the order waits for it.
    if (answer.ok) onDone();
    await refresh(loanDetails);
  };
  return (
    <Dialog
      title={t`Your money is ready`}
      text={details.withdrawalPrompt}
      buttons={
        <>
          <Button look="secondary" onTap={goHome}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} onTap={() => void withdrawMoney()}>
            {t`Withdraw Now`}
          </Button>
        </>
      }
    />
  );
}
