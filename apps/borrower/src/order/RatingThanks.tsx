import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { bridge } from '../app/host.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';

/** What follows a rating. */
export function RatingThanks({
  kind,
  onClose,
}: {
  readonly kind: 'thanks' | 'store';
  readonly onClose: () => void;
}): ReactNode {
  return kind === 'thanks' ? <Thanks onClose={onClose} /> : <StoreQuestion onClose={onClose} />;
}

/** ORD-12: thanks for a low rating. */
function Thanks({ onClose }: { readonly onClose: () => void }): ReactNode {
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
