import { type LoanDetails, loanDetails, rateOrder, withdraw } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { followLink, goHome, startBankFlow } from '../app/go.ts';
import { bridge } from '../app/host.ts';
import { market } from '../app/market.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Stars } from '../kit/Stars.tsx';
import { toast } from '../kit/toaster.ts';
import { useRefresh } from '../net/useCall.ts';
import { useSubmit } from '../net/useSubmit.ts';

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
function firstDialog(details: LoanDetails, orderId: string): Open {
  if (details.status === 'applied') return undefined;
  if (details.needsAccount === 1) return 'card';
  if (details.awaitsWithdrawal === 1) return 'withdraw';
  if (details.asksForRating === 1 && !wasSeen(`hiram.rated.${orderId}`)) return 'rating';
  return details.safetyTip && !wasSeen(tipsFlag) ? 'tips' : undefined;
}

export function OrderDialogs({
  details,
  orderId,
  closed,
  onClose: close,
}: {
  readonly details: LoanDetails;
  readonly orderId: string;
  readonly closed: readonly OrderDialog[];
  readonly onClose: (dialog: OrderDialog) => void;
}): ReactNode {
  const { t } = useLingui();
  const [nextDialog, setNextDialog] = useState<'thanks' | 'store' | undefined>(undefined);
  const firstOpen = firstDialog(details, orderId);
  const open: Open = nextDialog
    ? nextDialog
    : firstOpen && closed.indexOf(firstOpen) < 0
      ? firstOpen
      : undefined;

  if (open === 'tips')
    return (
      <Dialog
        title={t`Kind tips`}
        text={details.safetyTip ?? ''}
        singleButton
        buttons={<Button onTap={() => close('tips')}>{t`Confirm`}</Button>}
      />
    );
  if (open === 'withdraw')
    return <WithdrawPrompt details={details} orderId={orderId} onDone={() => close('withdraw')} />;
  if (open === 'card')
    return (
      <Dialog
        title={details.accountPromptTitle}
        text={details.accountPromptText}
        closeLabel={t`Close`}
        onClose={() => close('card')}
        singleButton
        buttons={
          <Button
            onTap={() => {
              close('card');
              startBankFlow({ productId: details.productId, orderId });
            }}
          >
            {t`Go and bind the card`}
          </Button>
        }
      />
    );
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
  if (open === 'thanks')
    return (
      <Dialog
        title={t`Thank you for telling us`}
        text={t`We are sorry it was not better. We read every rating and use it to improve.`}
        onClose={() => setNextDialog(undefined)}
        singleButton
        buttons={<Button onTap={() => setNextDialog(undefined)}>{t`Close`}</Button>}
      />
    );
  if (open === 'store') return <StoreQuestion onClose={() => setNextDialog(undefined)} />;
  return null;
}

/** Everyone who rated gets the same question, whatever the rating. The store opens only when they tap. */
function StoreQuestion({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Thank you for your rating`}
      text={t`We read every rating. If you like, rate the app in the store too: the store opens.`}
      onClose={onClose}
      buttons={
        <>
          <Button look="secondary" onTap={onClose}>
            {t`Not now`}
          </Button>
          <Button
            onTap={() => {
              onClose();
              void bridge.request('rateApp', {});
            }}
          >
            {t`Rate in the store`}
          </Button>
        </>
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
  readonly orderId: string;
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

/** ORD-11 … ORD-13: the sent score is always 5; the chosen one is sent beside it. */
function Rating({
  orderId,
  onClose,
  onRated,
}: {
  readonly orderId: string;
  readonly onClose: () => void;
  /** The next dialog: thanks (ORD-12), or the question whether to rate in the store too. */
  readonly onRated: (next: 'thanks' | 'store') => void;
}): ReactNode {
  const { t } = useLingui();
  const [stars, setStars] = useState(0);
  const { submit, busy } = useSubmit(rateOrder);
  const send = async () => {
    if (stars === 0) {
      toast(t({ id: 'rating.chooseFirst', message: 'Please choose' }), { kind: 'info' });
      return;
    }
    const answer = await submit({ score: 5, orderId, stars }, { quiet: true });
    if (!answer?.ok) return;
    if (!market.isStoreForHighRatingsOnly) return onRated('store');
    if (stars <= 3) return onRated('thanks');
    onClose();
    void bridge.request('rateApp', {});
  };
  return (
    <Dialog
      title={t`How do you like our app?`}
      text={t`Please give it a score.`}
      onClose={onClose}
      buttons={
        <>
          <Button look="secondary" onTap={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} onTap={() => void send()}>
            {t`Submit`}
          </Button>
        </>
      }
    >
      <Stars
        label={t`Your score`}
        stars={stars}
        onChoose={setStars}
        nameOf={(star) => t`${star} of 5 stars`}
      />
    </Dialog>
  );
}
