/**
 * Parses a typed percentage to ppm: `6,5`, `6.5` and `6.5 %` are 65 000. Comma and point are both decimal separators;
 * there is no grouping. Returns undefined if the text is not a percentage or is finer than one ppm.
 */
export function parsePercent(text: string): number | undefined {
  const parts = /^(\d{0,6})(?:[.,](\d{0,4}))? ?%?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = parts ?? [];
  return whole === '' && fraction === '' ? undefined : Number(whole + `${fraction}0000`.slice(0, 4));
}
