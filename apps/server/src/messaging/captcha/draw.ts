import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { strokes } from './strokes.ts';

const width = 200;
const height = 80;
/** How far a sign leans over its neighbours: signs that touch cannot be cut apart by counting columns. */
const step = 42;

type Point = readonly [number, number];

/** A number from `from` to `to`, to three decimals. */
function between(from: number, to: number): number {
  return from + ((to - from) * randomInt(100_001)) / 100_000;
}

/** The strokes of a sign, leaning and stretched by chance, on the picture. */
function placed(sign: string, left: number): Point[][] {
  const turn = between(-0.3, 0.3);
  const lean = between(-0.2, 0.2);
  const wide = between(0.38, 0.48);
  const tall = between(0.44, 0.58);
  const down = between(-8, 8);
  return (strokes[sign] ?? []).map((stroke) =>
    stroke.map(([x, y]) => {
      const across = (x - 50) * wide + (y - 50) * lean * tall;
      const along = (y - 50) * tall;
      return [
        left + across * Math.cos(turn) - along * Math.sin(turn),
        height / 2 + down + across * Math.sin(turn) + along * Math.cos(turn),
      ];
    }),
  );
}

/** A smooth line through the points, as many short pieces. */
function smooth(points: readonly Point[]): Point[] {
  const at = (index: number): Point => points[Math.min(Math.max(index, 0), points.length - 1)] ?? [0, 0];
  const pieces: Point[] = [];
  for (let index = 0; index < points.length - 1; index += 1)
    for (let part = 0; part < 8; part += 1) {
      const t = part / 8;
      const [p0, p1, p2, p3] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
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
      pieces.push([mix(0), mix(1)]);
    }
  return [...pieces, at(points.length - 1)];
}

/** Bends the whole picture by two waves, so that no sign looks like itself twice. */
function bend(): (point: Point) => Point {
  const [high, wide] = [between(3, 6), between(2, 5)];
  const [a, b] = [between(0, 6.28), between(0, 6.28)];
  const [long, tall] = [between(55, 90), between(30, 50)];
  return ([x, y]) => [x + wide * Math.sin(y / tall + b), y + high * Math.sin((x / long) * 3 + a)];
}

/** A pen line whose width changes on the way. */
function ink(points: readonly Point[], colour: string, thick: number): string {
  const phase = between(0, 6.28);
  const lines: string[] = [];
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (!from || !to) continue;
    const pen = thick * (1 + 0.3 * Math.sin(index / 5 + phase));
    lines.push(
      `<line x1="${from[0].toFixed(1)}" y1="${from[1].toFixed(1)}" x2="${to[0].toFixed(1)}" y2="${to[1].toFixed(1)}" stroke="${colour}" stroke-width="${pen.toFixed(1)}" stroke-linecap="round"/>`,
    );
  }
  return lines.join('');
}

/** A line from edge to edge that crosses the signs. */
function crossing(): Point[] {
  return smooth([0, 1, 2, 3, 4].map((index) => [-10 + (index * (width + 20)) / 4, between(14, height - 14)]));
}

/** The picture of `signs` (PROM-03): PNG bytes, 400 × 160, drawn afresh each time. */
export async function drawCaptcha(signs: string): Promise<Buffer> {
  const hue = randomInt(360);
  const paper = `hsl(${(hue + 180) % 360},30%,93%)`;
  const pen = `hsl(${hue},55%,28%)`;
  const bent = bend();
  const left = (width - step * (signs.length - 1)) / 2;
  const letters = [...signs]
    .map((sign, index) =>
      placed(sign, left + index * step + between(-2, 2))
        .map((stroke) => ink(smooth(stroke).map(bent), pen, between(4, 5.2)))
        .join(''),
    )
    .join('');
  const over = Array.from({ length: 2 }, () => ink(crossing().map(bent), pen, between(1.5, 2.2))).join('');
  const cuts = Array.from({ length: 2 }, () => ink(crossing().map(bent), paper, between(1.4, 2.2))).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 2}" height="${height * 2}"><rect width="100%" height="100%" fill="${paper}"/>${letters}${cuts}${over}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 32 }).toBuffer();
}
