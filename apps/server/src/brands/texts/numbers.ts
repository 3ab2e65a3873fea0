const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a rate given in ppm, for example `5 %`, `0.1666 %`, with at most `digits` decimals. All rates are formatted here.
 * An agreed rate is written in full (4 digits are exact to the ppm); a computed one is rounded to 2.
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

/** Formats an effective rate, a fraction of 1, to two decimals: 0.0912 is `9.12 %`. */
export function effectiveText(fraction: number, lang: string): string {
  return percentText(Math.round(fraction * 1_000_000), lang, 2);
}
