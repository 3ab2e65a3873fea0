import type { DefaultPayment, PayGuide, RepayChannel } from '@hiram/contract/repay';
import { cents, formatCents } from '@hiram/loan';
import type { Brand, Channel } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/logos.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import type { CodeRow } from '../../lending/payments/payment-codes.ts';

/** The brand's ways to pay by a code, as the payment sheet lists them (INST-04). */
export function channelsOf(brand: Brand): RepayChannel[] {
  return brand.channels.map((channel) => ({
    name: channel.name,
    logo: logoUrl(brand, channel.logo),
    channel_number: channel.number,
    hint: channel.code,
    guide: channel.guide,
    min: channel.min,
    max: channel.max,
  }));
}

/** A wallet's own QR code is opened in that wallet; one that any app reads, in whichever the payer has. */
const stepKinds = {
  gcash: 'qr',
  maya: 'qr',
  qrph: 'anyQr',
  qris: 'anyQr',
  bankqr: 'anyQr',
  wallet: 'anyQr',
  upi: 'upi',
  account: 'account',
  store: 'store',
} as const satisfies Record<PayGuide, string>;

/** How a channel is paid, step by step, with the amount named. */
export function stepsOf(channel: Channel, translate: Translate, amount: string): string[] {
  const kind = stepKinds[channel.guide];
  return ([1, 2, 3] as const).map((step) => translate(`pay.${kind}.${step}`, { name: channel.name, amount }));
}

/** INST-03, EXT-05: a counter code that can still be paid, as the default-payment box offers it. */
export function openCodeView(
  code: CodeRow | undefined,
  brand: Brand,
  translate: Translate,
): { defDetail?: DefaultPayment } {
  const channel = brand.channels.find((one) => one.number === code?.channel);
  if (!code?.pay_code || !channel) return {};
  const steps = stepsOf(channel, translate, formatCents(cents(code.amount), brand.money));
  const isExtension = code.purpose === 'extension';
  const place = channel.guide === 'account' ? translate('repay.byAccount') : translate('repay.atTheCounter');
  return {
    defDetail: {
      payCode: code.pay_code,
      logo: logoUrl(brand, channel.logo),
      title: translate(isExtension ? 'extension.openCode' : 'repay.openCode', { name: channel.name }),
      payNotice: { [channel.name]: [{ name: place, steps }] },
    },
  };
}
