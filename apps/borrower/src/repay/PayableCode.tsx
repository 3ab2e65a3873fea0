import type { CodeStatus, PayGuide } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Logo } from '../kit/layout/Card.tsx';
import { copyText } from '../kit/runtime/copy.ts';
import { Barcode } from './Barcode.tsx';
import css from './Repay.module.css';

/** A code that can be paid now, as its channel shows it (CODE-02). */
export function PayableCode({
  payCode,
  status,
  amount,
}: {
  readonly payCode: string;
  readonly status: CodeStatus;
  readonly amount: string;
}): ReactNode {
  const { codeImage, channelName, channelLogo } = status;
  return status.showType === 1 ? (
    <CounterCode
      payCode={payCode}
      image={codeImage}
      channel={channelName}
      logo={channelLogo}
      guide={status.guide}
    />
  ) : (
    <QrCode image={codeImage} channel={channelName} amount={amount} />
  );
}

/** CODE-02: showType 1 is a code to read out, scan or type, with the channel's image. */
function CounterCode({
  payCode,
  image,
  channel,
  logo,
  guide,
}: {
  readonly payCode: string;
  readonly image: string;
  readonly channel: string;
  readonly logo: string;
  /** Undefined until the server has answered. */
  readonly guide: PayGuide | undefined;
}): ReactNode {
  const { t } = useLingui();
  // A virtual account number is typed, not scanned.
  const isAccount = guide === 'account';
  const digits = payCode.replace(/(\d{4})(?=\d)/g, '$1 ');
  const copy = async () => {
    if (await copyText(payCode)) toast(t({ id: 'copied', message: 'Copied' }), { kind: 'success' });
  };
  return (
    <section className={css.code}>
      <span className={css.channelLogo}>
        <Logo src={logo} />
      </span>
      <p>
        {guide === undefined
          ? t`Your code`
          : isAccount
            ? t`Pay to this ${channel} number, in any bank’s app or at an ATM`
            : t`Show this at any ${channel} counter`}
      </p>
      {image && !isAccount ? <Barcode image={image} digits={digits} /> : null}
      <p className={css.digits}>{digits}</p>
      <div className={css.copy}>
        <Button look="secondary" onTap={() => void copy()}>{t`Copy code`}</Button>
      </div>
    </section>
  );
}

/** CODE-02: any other type is a QR code, with scanning instructions. */
export function QrCode({
  image,
  channel,
  amount,
}: {
  readonly image: string;
  readonly channel: string;
  readonly amount: string;
}): ReactNode {
  const { t } = useLingui();
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare(sharesPictures()), []);
  // Most borrowers pay on the phone that shows the code: their wallet reads it from their photos.
  const save = async () => {
    const { saveCode } = await import('./code-picture.ts');
    if (await saveCode(image, amount)) toast(t`Saved. Open your wallet and upload it.`, { kind: 'success' });
  };
  const share = async () => (await import('./code-picture.ts')).shareCode(image, amount);
  return (
    <section className={css.code}>
      <p>{channel ? t`Scan with ${channel}` : t`Scan with your wallet’s or bank’s app`}</p>
      {image ? (
        <img className={css.qr} src={image} alt={t`QR code for your payment`} width="240" height="240" />
      ) : null}
      <p>{t`Pay exactly ${amount}. You can also take a screenshot and upload it in the app.`}</p>
      {image ? (
        <div className={css.ways}>
          <Button look="secondary" onTap={() => void save()}>{t`Save QR`}</Button>
          {canShare ? (
            <Button look="secondary" onTap={() => void share()}>
              {t({ id: 'code.share', message: 'Share' })}
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

/** Reports whether this browser can give a picture to another app. */
function sharesPictures(): boolean {
  return (
    typeof navigator.canShare === 'function' &&
    navigator.canShare({ files: [new File([''], 'code.png', { type: 'image/png' })] })
  );
}
