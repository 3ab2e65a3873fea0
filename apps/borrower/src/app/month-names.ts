import { i18n } from '@lingui/core';

/** The twelve months by name, January first, in the page's language. */
export function monthNames(): string[] {
  const format = new Intl.DateTimeFormat(i18n.locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2001, month, 15))));
}
