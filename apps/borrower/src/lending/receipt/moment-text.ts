import { dayIn, formatTime } from '@hiram/loan/moments';
import { i18n } from '@lingui/core';
import { showDate } from '../../app/settings/money.ts';
import { settings } from '../../app/settings/settings.ts';

/**
 * `20 Dec 2026, 10:42` in the borrower's language. The time is left out if the lender learnt of the payment on another
 * day than the one that counts.
 */
export function momentText(date: string, receivedAt: string | undefined): string {
  const moment = receivedAt ? new Date(receivedAt) : undefined;
  if (!moment || dayIn(moment, settings.timeZone) !== date) return showDate(date);
  return `${showDate(date)}, ${formatTime(moment, i18n.locale, settings.timeZone)}`;
}
