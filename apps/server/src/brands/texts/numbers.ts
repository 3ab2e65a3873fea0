const formats = new Map<string, Intl.NumberFormat>();

/**
 * The one writer of rates: ppm as a language writes them, `5 %`, `0.1666 %`, with at most `digits` after the decimal sign. A rate
 * that was agreed is written in full (4 digits are exact to the ppm); one that was solved for is rounded to 2.
 */
export function percentText(ppm: number, lang: string, digits = 4): string {
  const key = `${lang} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(lang === 'id' ? 'id' : 'en', { maximumFractionDigits: digits });
    formats.set(key, format);
  }
  return `${format.format(ppm / 10_000)} %`;
}

/** An effective rate, a fraction of 1, to two digits: 0.0912 is `9.12 %`. */
export function effectiveText(fraction: number, lang: string): string {
  return percentText(Math.round(fraction * 1_000_000), lang, 2);
}
