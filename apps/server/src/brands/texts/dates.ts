import type { Language } from './localized.ts';

/** English dates are written day first. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', fil: 'fil', id: 'id' };

/** The locale of a language; languages with only some texts use English dates. */
const localeOf = (lang: string) => Object.entries(locales).find(([code]) => code === lang)?.[1] ?? locales.en;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are cached by language: creating one costs more than the rest of a small call. */
function formatterFor(lang: string): Intl.DateTimeFormat {
  let formatter = formatters.get(lang);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(localeOf(lang), {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
    formatters.set(lang, formatter);
  }
  return formatter;
}

/** Formats a calendar day: `31 May 2026`. `day` is `YYYY-MM-DD` in the lender's time zone. */
export function formatDate(day: string, lang: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(Date.UTC(year, month - 1, date));
  return formatterFor(lang).format(moment);
}

/** Formats a moment in a time zone: `31 May 2026, 15:30`. */
export function formatMoment(moment: Date, lang: string, timeZone: string): string {
  return new Intl.DateTimeFormat(localeOf(lang), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(moment);
}
