import type { OrderId } from '@hiram/contract/ids';
import { rateOrder } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { bridge } from '../app/host.ts';
import { market } from '../app/market.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Stars } from '../kit/Stars.tsx';
import { toast } from '../kit/toaster.ts';
import { useSubmit } from '../net/useSubmit.ts';

/** ORD-11 … ORD-13: the sent score is always 5; the chosen one is sent beside it. */
export function Rating({
  orderId,
  onClose,
  onRated,
}: {
  readonly orderId: OrderId;
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

/** ORD-12: thanks for a low rating. */
export function Thanks({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Thank you for telling us`}
      text={t`We are sorry it was not better. We read every rating and use it to improve.`}
      onClose={onClose}
      singleButton
      buttons={<Button onTap={onClose}>{t`Close`}</Button>}
    />
  );
}

/** Everyone who rated gets the same question, whatever the rating. The store opens only when they tap. */
export function StoreQuestion({ onClose }: { readonly onClose: () => void }): ReactNode {
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
