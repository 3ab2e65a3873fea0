import { formatMonth } from '@hiram/loan/format';
import { i18n } from '@lingui/core';

/** The names of the twelve months in the page's language, January first. */
export function monthNames(): string[] {
  return Array.from({ length: 12 }, (_, month) => formatMonth(month, i18n.locale));
}
