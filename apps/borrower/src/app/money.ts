import { formatCents, moneyFormat } from '@hiram/loan/format';
import { i18n } from '@lingui/core';
import { settings } from './settings.ts';

/** The number format of the brand's market. */
export const marketMoneyFormat = moneyFormat(settings.market, settings.real);

/** Formats cents as money in the brand's market (CFG-02, CFG-03). */
export function money(cents: number): string {
  return formatCents(cents, marketMoneyFormat);
}

/** Formats cents without the currency sign, as a person types them. */
export function moneyText(cents: number): string {
  return formatCents(cents, { ...marketMoneyFormat, symbol: '' });
}

/** Formats `YYYY-MM-DD` for display, with or without the year. Returns the text unchanged if it is not a day. */
export function showDate(day: string, style: 'long' | 'short' = 'long'): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!parts) return day;
  const moment = new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])));
  const locale = i18n.locale === 'en' ? 'en-GB' : i18n.locale;
  const year = style === 'long' ? { year: 'numeric' as const } : {};
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: style === 'long' ? 'long' : 'short',
    ...year,
    timeZone: 'UTC',
  }).format(moment);
}
