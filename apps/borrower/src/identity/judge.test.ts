import { expect, test } from 'vitest';
import { type Judged, judge } from './judge.ts';

const [width, height] = [320, 240];

/** A picture whose pixels have this light, from 0 to 255, at each place. */
function picture(lightAt: (x: number, y: number) => number, changes: Partial<Judged> = {}): Judged {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    pixels.fill(Math.round(lightAt(at % width, Math.floor(at / width))), at * 4, at * 4 + 3);
  return { pixels, width, height, side: 1_200, isDocument: true, ...changes };
}

const table = 150;
/** Lines of print: dark strokes on a light ground. */
const print = (x: number, y: number) => (y % 8 < 3 && x % 5 < 3 ? 60 : 200);
/** A card with a margin of the table around it. */
const card = (x: number, y: number, margin = 30) =>
  x < margin || y < margin || x >= width - margin || y >= height - margin ? table : print(x, y);

test('a sharp card in good light with all corners on the table has no fault [T1486]', () => {
  expect(judge(picture((x, y) => card(x, y))).fault).toBeUndefined();
});

test('a picture that is too small, too dark, too bright, blurred or cut off is called so', () => {
  expect(judge(picture((x, y) => card(x, y), { side: 479 })).fault).toBe('small');
  expect(judge(picture((x, y) => card(x, y) / 5)).fault).toBe('dark');
  expect(judge(picture((x, y) => Math.min(255, card(x, y) + 100))).fault).toBe('bright');
  // A wave over many pixels has no edges.
  expect(judge(picture((x, y) => 128 + 60 * Math.sin(x / 20) * Math.cos(y / 20))).fault).toBe('blurred');
  expect(judge(picture((x, y) => card(x, y, 0))).fault).toBe('cut');
  expect(judge(picture((x, y) => (x < 160 ? print(x, y) : card(x, y)))).fault).toBe('cut');
});

test('a face may reach the border', () => {
  expect(judge(picture((x, y) => card(x, y, 0), { isDocument: false })).fault).toBeUndefined();
});

test('light and size are judged on both sides of their edges', () => {
  const grey = (mean: number) => (x: number, y: number) => mean + (y % 8 < 3 && x % 5 < 3 ? -20 : 5.8);
  const face = { isDocument: false };
  expect(judge(picture(grey(56), face)).fault).toBeUndefined();
  expect(judge(picture(grey(48), face)).fault).toBe('dark');
  expect(judge(picture(grey(218), face)).fault).toBeUndefined();
  expect(judge(picture(grey(228), face)).fault).toBe('bright');
  expect(judge(picture(grey(128), { ...face, side: 480 })).fault).toBeUndefined();
});

test('a picture passes only what its light lets one see [T2623]', () => {
  expect(judge(picture((x, y) => card(x, y))).passed).toEqual(['sharp', 'corners', 'light', 'size']);
  expect(judge(picture((x, y) => card(x, y) / 5)).passed).toEqual(['sharp', 'corners', 'size']);
  expect(judge(picture((x, y) => card(x, y) / 30)).passed).toEqual(['size']);
  expect(judge(picture((x, y) => card(x, y, 0), { side: 479 })).passed).toEqual(['sharp', 'light']);
});
