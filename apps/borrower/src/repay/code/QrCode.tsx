import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import css from './PayableCode.module.css';

/** The QR code of `/repaymentOfCode2`, whose amount stands above it. */
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
  return (
    <section className={css.card}>
      <p>{channel ? t`Scan with ${channel}` : t`Scan with your wallet’s or bank’s app`}</p>
      <img className={css.qr} src={image} alt={t`QR code for your payment`} width="236" height="236" />
      <p>{t`Pay exactly ${amount}. You can also take a screenshot and upload it in the app.`}</p>
    </section>
  );
}
