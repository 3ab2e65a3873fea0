/**
 * A typed percentage in ppm: `6,5`, `6.5` and `6.5 %` are 65 000. A comma or a point is the decimal one and nothing groups.
 * Undefined where it is no percentage, or finer than a ppm.
 */
export function parsePercent(text: string): number | undefined {
  const parts = /^(\d{0,6})(?:[.,](\d{0,4}))? ?%?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = parts ?? [];
  return whole === '' && fraction === '' ? undefined : Number(whole + `${fraction}0000`.slice(0, 4));
}
