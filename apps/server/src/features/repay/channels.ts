import type { DefaultPayment, PayGuide, RepayChannel } from '@hiram/contract/repay';
import { cents, formatCents } from '@hiram/loan';
import type { Brand, Channel } from '../../brands/brand.ts';
import { logoUrl } from '../../brands/look/logos.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { codeImageOf } from '../../lending/payments/codes/code-page.ts';
import type { CodeRow } from '../../lending/payments/codes/payment-codes.ts';

/** The brand's payment channels, as the payment sheet lists them (INST-04). */
export function channelsOf(brand: Brand): RepayChannel[] {
  return brand.channels.map((channel) => ({
    name: channel.name,
    logo: logoUrl(brand, channel.logo),
    channelNumber: channel.number,
    hint: channel.code,
    guide: channel.guide,
    showType: channel.showType,
    min: channel.min,
    max: channel.max,
  }));
}

/** The kind of payment steps: a wallet's own QR code is opened in that wallet; a shared one, in any app. */
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

/** The steps of paying at a channel, with the amount. */
export function stepsOf(channel: Channel, translate: Translate, amount: string): string[] {
  const kind = stepKinds[channel.guide];
  return ([1, 2, 3] as const).map((step) => translate(`pay.${kind}.${step}`, { name: channel.name, amount }));
}

/** The default payment of an open code (INST-03, EXT-05). */
export function openCodeView(
  code: CodeRow | undefined,
  brand: Brand,
  translate: Translate,
): { permanentCode?: DefaultPayment } {
  const channel = brand.channels.find(({ number }) => number === code?.channel);
  if (!code?.pay_code || !channel) return {};
  const steps = stepsOf(channel, translate, formatCents(cents(code.amount), brand.money));
  const isExtension = code.purpose === 'extension';
  const place = translate(
    code.show_type !== 1
      ? 'repay.byQr'
      : channel.guide === 'account'
        ? 'repay.byAccount'
        : 'repay.atTheCounter',
  );
  return {
    permanentCode: {
      payCode: code.pay_code,
      showType: code.show_type,
      codeImage: codeImageOf(code, channel),
      logo: logoUrl(brand, channel.logo),
      title: translate(isExtension ? 'extension.openCode' : 'repay.openCode', { name: channel.name }),
      instructions: { [channel.name]: [{ name: place, steps }] },
    },
  };
}
