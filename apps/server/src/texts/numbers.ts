const formats = new Map<string, Intl.NumberFormat>();

/** A rate in ppm as a language writes it: `5 %`, `0.1666 %`; at most `digits` after the decimal sign. */
export function percentText(ppm: number, lang: string, digits = 4): string {
  const key = `${lang} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(lang === 'id' ? 'id' : 'en', { maximumFractionDigits: digits });
    formats.set(key, format);
  }
  return `${format.format(ppm / 10_000)} %`;
}
