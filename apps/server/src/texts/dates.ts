const formatters = new Map<string, Intl.DateTimeFormat>();

/** One formatter a language: making one costs more than everything else that a small call does. */
function formatterFor(lang: string): Intl.DateTimeFormat {
  let formatter = formatters.get(lang);
  if (!formatter) {
    const locale = lang === 'en' ? 'en-GB' : lang;
    formatter = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
    formatters.set(lang, formatter);
  }
  return formatter;
}

/** A calendar day as people read it: `31 May 2026`. `day` is `YYYY-MM-DD`, already in the lender's time zone. */
export function formatDate(day: string, lang: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(Date.UTC(year, month - 1, date));
  return formatterFor(lang).format(moment);
}

/** The language in which we write for a caller: the one we have, else English. */
export function writtenLanguage(lang: string | undefined): string {
  const asked = (lang ?? 'en').toLowerCase().split('-')[0] ?? 'en';
  return asked === 'id' || asked === 'fil' ? asked : 'en';
}
