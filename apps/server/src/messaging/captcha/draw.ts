import { randomInt } from 'node:crypto';
import { loadSharp } from '../../platform/load-sharp.ts';
import { strokes } from './strokes.ts';

const width = 200;
const height = 80;
/** Distance between characters. They touch, so that they cannot be separated by counting columns. */
const step = 42;

type Point = readonly [number, number];

/** A random number from `from` to `to`, to three decimals. */
function randomBetween(from: number, to: number): number {
  return from + ((to - from) * randomInt(100_001)) / 100_000;
}

/** The strokes of a character on the picture, randomly rotated, slanted and stretched. */
function placeCharacter(character: string, left: number): Point[][] {
  const rotation = randomBetween(-0.3, 0.3);
  const slant = randomBetween(-0.2, 0.2);
  const scaleX = randomBetween(0.38, 0.48);
  const scaleY = randomBetween(0.44, 0.58);
  const offsetY = randomBetween(-8, 8);
  return (strokes[character] ?? []).map((stroke) =>
    stroke.map(([x, y]) => {
      const horizontal = (x - 50) * scaleX + (y - 50) * slant * scaleY;
      const vertical = (y - 50) * scaleY;
      return [
        left + horizontal * Math.cos(rotation) - vertical * Math.sin(rotation),
        height / 2 + offsetY + horizontal * Math.sin(rotation) + vertical * Math.cos(rotation),
      ];
    }),
  );
}

/** A smooth curve (Catmull-Rom) through the points, as short segments. */
function smooth(points: readonly Point[]): Point[] {
  const pointAt = (index: number): Point => points[Math.min(Math.max(index, 0), points.length - 1)] ?? [0, 0];
  const segments: Point[] = [];
  for (let index = 0; index < points.length - 1; index += 1)
    for (let part = 0; part < 8; part += 1) {
      const t = part / 8;
      const [p0, p1, p2, p3] = [pointAt(index - 1), pointAt(index), pointAt(index + 1), pointAt(index + 2)];
      const mix = (axis: 0 | 1) =>
        p1[axis] +
        0.5 *
          t *
          (p2[axis] -
            p0[axis] +
            t *
              (2 * p0[axis] -
                5 * p1[axis] +
                4 * p2[axis] -
                p3[axis] +
                t * (3 * (p1[axis] - p2[axis]) + p3[axis] - p0[axis])));
      segments.push([mix(0), mix(1)]);
    }
  return [...segments, pointAt(points.length - 1)];
}

/** Returns a random distortion of the whole picture by two waves, so that no character looks the same twice. */
function createDistortion(): (point: Point) => Point {
  const [amplitudeY, amplitudeX] = [randomBetween(3, 6), randomBetween(2, 5)];
  const [phaseY, phaseX] = [randomBetween(0, 6.28), randomBetween(0, 6.28)];
  const [wavelengthX, wavelengthY] = [randomBetween(55, 90), randomBetween(30, 50)];
  return ([x, y]) => [
    x + amplitudeX * Math.sin(y / wavelengthY + phaseX),
    y + amplitudeY * Math.sin((x / wavelengthX) * 3 + phaseY),
  ];
}

/** A line of varying width, as SVG. */
function drawLine(points: readonly Point[], colour: string, thickness: number): string {
  const phase = randomBetween(0, 6.28);
  const lines: string[] = [];
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (!from || !to) continue;
    const pen = thickness * (1 + 0.3 * Math.sin(index / 5 + phase));
    lines.push(
      `<line x1="${from[0].toFixed(1)}" y1="${from[1].toFixed(1)}" x2="${to[0].toFixed(1)}" y2="${to[1].toFixed(1)}" stroke="${colour}" stroke-width="${pen.toFixed(1)}" stroke-linecap="round"/>`,
    );
  }
  return lines.join('');
}

/** A line from edge to edge that crosses the characters. */
function crossingLine(): Point[] {
  return smooth(
    [0, 1, 2, 3, 4].map((index) => [-10 + (index * (width + 20)) / 4, randomBetween(14, height - 14)]),
  );
}

/** Draws a captcha of `characters` (PROM-03): PNG bytes, 400 × 160, different each time. */
export async function drawCaptcha(characters: string): Promise<Buffer> {
  const hue = randomInt(360);
  const paper = `hsl(${(hue + 180) % 360},30%,93%)`;
  const pen = `hsl(${hue},55%,28%)`;
  const distort = createDistortion();
  const left = (width - step * (characters.length - 1)) / 2;
  const letters = [...characters]
    .map((character, index) =>
      placeCharacter(character, left + index * step + randomBetween(-2, 2))
        .map((stroke) => drawLine(smooth(stroke).map(distort), pen, randomBetween(4, 5.2)))
        .join(''),
    )
    .join('');
  const darkLines = Array.from({ length: 2 }, () =>
    drawLine(crossingLine().map(distort), pen, randomBetween(1.5, 2.2)),
  ).join('');
  const lightLines = Array.from({ length: 2 }, () =>
    drawLine(crossingLine().map(distort), paper, randomBetween(1.4, 2.2)),
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 2}" height="${height * 2}"><rect width="100%" height="100%" fill="${paper}"/>${letters}${lightLines}${darkLines}</svg>`;
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 32 }).toBuffer();
}
