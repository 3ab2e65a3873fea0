import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Button } from '../../kit/controls/Button.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { whenQuiet } from '../../net/transport/when-quiet.ts';
import css from './Barcode.module.css';

const loadLarge = () => import('./LargeBarcode.tsx').then((module) => module.LargeBarcode);
export const LargeBarcode = lazyPart(loadLarge);

/** A store's barcode, dark on white in both themes. */
export function BarcodeImage({ image }: { readonly image: string }): ReactNode {
  const { t } = useLingui();
  // Before the tap: the code must be shown large without a connection too.
  useEffect(() => whenQuiet(loadLarge), []);
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
      {isLarge ? (
        <Suspense fallback={null}>
          <LargeBarcode image={image} digits={digits} onClose={() => setIsLarge(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
