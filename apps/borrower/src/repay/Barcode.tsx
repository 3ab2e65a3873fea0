import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { useModal } from '../kit/dialogs/Dialog.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import css from './Barcode.module.css';

/** A store's barcode, dark on white in both themes. */
export function BarcodeImage({ image }: { readonly image: string }): ReactNode {
  const { t } = useLingui();
  return <img className={css.barcode} src={image} alt={t`Barcode of your code`} width="310" height="96" />;
}

/** A store's barcode, with a tap as large as the screen: scanners read small ones badly from a phone. */
export function Barcode({
  image,
  digits,
}: {
  readonly image: string;
  /** The code in groups of digits, to be typed where no scanner reads it. */
  readonly digits: string;
}): ReactNode {
  const { t } = useLingui();
  const [isLarge, setIsLarge] = useState(false);
  return (
    <>
      <BarcodeImage image={image} />
      <p>{t`Turn up your screen’s brightness before it is scanned.`}</p>
      <div className={css.enlarge}>
        <Button look="secondary" onTap={() => setIsLarge(true)}>{t`Show barcode large`}</Button>
      </div>
      {isLarge ? <LargeBarcode image={image} digits={digits} onClose={() => setIsLarge(false)} /> : null}
    </>
  );
}

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
