import { formatTime } from '@hiram/loan/moments';
import { i18n } from '@lingui/core';
import { showDate } from '../../app/settings/money.ts';

/**
 * `20 Dec 2026, 10:42` in the borrower's language. The time is left out if the lender learnt of the payment on another
 * day than the one that counts.
 */
export function momentText(date: string, receivedAt: string | undefined): string {
  const moment = receivedAt ? new Date(receivedAt) : undefined;
  if (!moment || localDay(moment) !== date) return showDate(date);
  return `${showDate(date)}, ${formatTime(moment, i18n.locale)}`;
}

/** The day on the phone's calendar as `YYYY-MM-DD`. */
function localDay(moment: Date): string {
  const twoDigits = (count: number) => String(count).padStart(2, '0');
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
}
