import {
  type DateStyle,
  formatCents,
  formatDate,
  formatPercent,
  formatRoundCents,
  moneyFormat,
} from '@hiram/loan/format';
import { i18n } from '@lingui/core';
import { settings } from './settings.ts';

/** The number format of the brand's market. */
export const marketMoneyFormat = moneyFormat(settings.market, settings.real);

/** Formats cents as money in the brand's market (CFG-02, CFG-03). */
export function money(cents: number): string {
  return formatCents(cents, marketMoneyFormat);
}

/** Formats a step or the end of a range: a whole amount without cents. */
export function roundMoney(cents: number): string {
  return formatRoundCents(cents, marketMoneyFormat);
}

/** Formats cents without the currency sign, as a person types them. */
export function moneyText(cents: number): string {
  return formatCents(cents, { ...marketMoneyFormat, symbol: '' });
}

/** Formats `YYYY-MM-DD` in the page's language, with or without the year. Returns the text unchanged if it is not a day. */
export function showDate(day: string, style: DateStyle = 'medium'): string {
  return formatDate(day, i18n.locale, style);
}

/** Formats a rate in ppm in the page's language, with at most two decimals. */
export function showPercent(ppm: number): string {
  return formatPercent(ppm, i18n.locale, 2);
}
