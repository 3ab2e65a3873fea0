import { i18n } from '@lingui/core';

/** The names of the twelve months in the page's language, January first. */
export function monthNames(): string[] {
  const format = new Intl.DateTimeFormat(i18n.locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2001, month, 15))));
}
