/** The bars and spaces of the symbols of Code 128, in modules, by their values from 0. The last one is the stop symbol. */
const symbols =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  );
const startOfDigits = 105;
const stop = 106;

/**
 * Reads a barcode of Code 128 that has only pairs of digits, as a scanner does, from one line of pixels (0 black to 255 white).
 * Throws if it is none, or if its check symbol is wrong.
 */
export function readDigits(line: readonly number[]): string {
  // The widths of what is light and dark in turn, beginning with the quiet zone.
  const runs = [0];
  let isDark = false;
  for (const pixel of line) {
    if (pixel < 128 === isDark) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(1);
    isDark = pixel < 128;
  }
  const bars = runs.slice(1, isDark ? undefined : -1);
  const modules = ((bars.length - 7) / 6) * 11 + 13;
  const module = bars.reduce((sum, width) => sum + width, 0) / modules;
  const widths = bars.map((width) => Math.round(width / module)).join('');
  const read: number[] = [];
  for (let at = 0; at < widths.length; at += 6) {
    const isLast = widths.length - at === 7;
    const value = symbols.indexOf(widths.slice(at, at + (isLast ? 7 : 6)));
    if (value < 0) throw new Error(`no symbol of Code 128: ${widths.slice(at, at + 6)} in ${widths}`);
    read.push(value);
    if (isLast) break;
  }
  const [start, ...rest] = read;
  const [check, end] = rest.splice(-2);
  const sum = rest.reduce((total, value, at) => total + value * (at + 1), start ?? 0);
  if (start !== startOfDigits || end !== stop || check !== sum % 103)
    throw new Error(`no barcode of digits: ${read.join(' ')}`);
  return rest.map((value) => String(value).padStart(2, '0')).join('');
}
