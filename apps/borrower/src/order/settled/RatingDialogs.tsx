import type { OrderId } from '@hiram/contract/ids';
import { rateOrder } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { bridge } from '../../app/host/host.ts';
import { market } from '../../app/settings/market.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { Stars } from '../../kit/controls/Stars.tsx';
import { Dialog } from '../../kit/dialogs/Dialog.tsx';
import { toast } from '../../kit/feedback/toaster.ts';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { endRating, markRatingSeen } from '../../lending/seen.ts';
import { useSubmit } from '../../net/submit/useSubmit.ts';
import type { OrderDialogsProps } from '../OrderDialogs.tsx';
import { openDialog } from '../order-dialog.ts';
import type { AfterRating } from './RatingThanks.tsx';

interface RatingProps {
  readonly orderId: OrderId;
  readonly onClose: () => void;
  /** The next dialog: thanks (ORD-12), or the question whether to rate in the store too. Undefined if the store opens. */
  readonly onRated: (next: AfterRating | undefined) => void;
}

/** The most stars after which a complaint is offered. */
const maxLowRating = 3;

const RatingThanks = lazyPart(() => import('./RatingThanks.tsx').then((module) => module.RatingThanks));

/** The question for a rating, and what follows it. */
export function RatingDialogs({ details, orderId, closed, onClose }: OrderDialogsProps): ReactNode {
  const [next, setNext] = useState<AfterRating | undefined>(undefined);
  const end = (isRated: boolean) => {
    endRating(orderId);
    // Who taps to rate and does not can do so again.
    if (isRated || market.specifiedWays) markRatingSeen(orderId);
    onClose('rating');
  };
  if (next)
    return (
      <Suspense fallback={null}>
        <RatingThanks kind={next} orderId={orderId} onClose={() => setNext(undefined)} />
      </Suspense>
    );
  if (openDialog(details, orderId, closed) !== 'rating') return null;
  return (
    <Rating
      orderId={orderId}
      onClose={() => end(false)}
      onRated={(answer) => {
        if (answer) setNext(answer);
        end(true);
      }}
    />
  );
}

/** ORD-11 … ORD-13: the sent score is always 5; the chosen one is sent beside it. */
function Rating({ orderId, onClose, onRated }: RatingProps): ReactNode {
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
    const isLow = stars <= maxLowRating;
    if (!market.isStoreForHighRatingsOnly) return onRated(isLow ? 'storeAfterLow' : 'store');
    if (isLow) return onRated('thanks');
    onRated(undefined);
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
