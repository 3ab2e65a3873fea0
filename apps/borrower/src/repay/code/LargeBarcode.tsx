import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { useModal } from '../../kit/dialogs/Dialog.tsx';
import { Icon } from '../../kit/layout/Icon.tsx';
import css from './Barcode.module.css';

/** Keeps the screen on, where the browser can. */
function useScreenOn(): void {
  useEffect(() => {
    // Older engines do not know it.
    const { wakeLock } = navigator as { readonly wakeLock?: WakeLock };
    const lock = wakeLock?.request('screen').catch(() => undefined);
    return () => void lock?.then((held) => held?.release());
  }, []);
}

/** The barcode along the screen's longer side, dark on white in both themes. The screen stays on. */
export function LargeBarcode({
  image,
  digits,
  onClose,
}: {
  readonly image: string;
  readonly digits: string;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  const { ref, heading, close, reopen } = useModal(onClose);
  useScreenOn();
  return (
    <dialog
      ref={ref}
      className={css.large}
      onCancel={(event) => {
        event.preventDefault();
        close.current?.();
      }}
      onClose={reopen}
    >
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">{t`Barcode of your code`}</h2>
      <button type="button" className={css.back} aria-label={t`Back`} onClick={onClose}>
        <Icon name="back" />
      </button>
      <div className={css.turned}>
        <img src={image} alt={t`Barcode of your code`} />
        <p>{digits}</p>
        <small>{t`Turn up your screen’s brightness before it is scanned.`}</small>
      </div>
    </dialog>
  );
}
