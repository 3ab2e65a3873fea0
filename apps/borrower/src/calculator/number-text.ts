import { formatCents, moneyFormat } from '@hiram/loan/format';
import { settings } from '../app/settings/settings.ts';

const format = { ...moneyFormat(settings.market, settings.real), symbol: '', whole: false };

/** Formats an amount in the smallest unit of a currency with 0 or 2 decimals, in the brand market's number format. */
export function amountText(amount: number, decimals: number): string {
  const text = formatCents(decimals === 0 ? amount * 100 : amount, format);
  return decimals === 0 ? text.slice(0, -3) : text;
}

/** Formats a rate in millionths with as many decimals as it needs, at least two. */
export function rateText(ppm: number): string {
  let rest = String(ppm % 1_000_000);
  while (rest.length < 6) rest = `0${rest}`;
  const decimals = rest.replace(/0{1,4}$/, '');
  const whole = formatCents(((ppm - (ppm % 1_000_000)) / 1_000_000) * 100, format).slice(0, -3);
  return whole + format.decimal + decimals;
}
