import type { OrderId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { bridge } from '../../app/host/host.ts';
import { goTo } from '../../app/navigation/go.ts';
import { paths } from '../../app/navigation/paths.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { Dialog } from '../../kit/dialogs/Dialog.tsx';

/** The screen after a rating: thanks alone, or the question whether to rate in the store too, for a low one after a complaint. */
export type AfterRating = 'thanks' | 'store' | 'storeAfterLow';

interface ThanksProps {
  readonly orderId: OrderId;
  readonly onClose: () => void;
}

/** The dialog after a rating. */
export function RatingThanks({ kind, ...props }: ThanksProps & { readonly kind: AfterRating }): ReactNode {
  if (kind === 'thanks') return <Thanks {...props} />;
  return <StoreQuestion {...props} isLow={kind === 'storeAfterLow'} />;
}

/** Offers a complaint about the order to someone who was not content. */
function ComplaintOffer({ orderId, onClose }: ThanksProps): ReactNode {
  const { t } = useLingui();
  return (
    <Button
      onTap={() => {
        onClose();
        goTo(paths.complaint, { orderId });
      }}
    >
      {t`Tell us what went wrong`}
    </Button>
  );
}

/** ORD-12: thanks for a low rating. */
function Thanks(props: ThanksProps): ReactNode {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Thank you for telling us`}
      text={t`We are sorry it was not better. We read every rating and use it to improve.`}
      onClose={props.onClose}
      singleButton
      buttons={
        <Button look="secondary" onTap={props.onClose}>
          {t`Close`}
        </Button>
      }
    >
      <ComplaintOffer {...props} />
    </Dialog>
  );
}

/**
 * Everyone who rated gets the same question, whatever the rating; a low one is offered a complaint before it. The store
 * opens only when they tap.
 */
function StoreQuestion({ isLow, ...props }: ThanksProps & { readonly isLow: boolean }): ReactNode {
  const { t } = useLingui();
  const { onClose } = props;
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
            look={isLow ? 'secondary' : 'primary'}
            onTap={() => {
              onClose();
              void bridge.request('rateApp', {});
            }}
          >
            {t`Rate in the store`}
          </Button>
        </>
      }
    >
      {isLow ? <ComplaintOffer {...props} /> : null}
    </Dialog>
  );
}
