/**
 * Draws the server's folders in rows, lowest at the bottom, and the imports between them: grey downward, red upward.
 * `npm run picture:layers` draws this checkout into `docs/pictures/server-layers.svg` and prints the figures;
 * `npm run picture:layers -- FILE CHECKOUT` draws another checkout into FILE.
 */
import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './layers.ts';
import { type Box, type Structure, structureOf } from './structure.ts';

const width = 1180;
const boxHeight = 30;
const rowGap = 30;
const boxGap = 12;
const margin = 20;
/** The maximum number of files in a folder, as in `layers.test.ts`. A box with a larger folder is orange. */
const maxFiles = 16;

interface PlacedBox extends Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const widthOf = ({ name }: Box): number => Math.round(name.length * 7.2 + 44);

/** The boxes of one row, split into lines that fit the picture's width. */
function linesOf(boxes: readonly Box[]): Box[][] {
  const lines: Box[][] = [[]];
  let used = 0;
  for (const box of [...boxes].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const needed = widthOf(box) + boxGap;
    if (used + needed > width - 2 * margin) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(box);
    used += needed;
  }
  return lines;
}

/** Each box with its position. Single boxes alternate left and right of the middle, so that arrows do not overlap. */
function place({ boxes }: Structure): { placed: Map<string, PlacedBox>; height: number } {
  const placed = new Map<string, PlacedBox>();
  let y = margin;
  const rows = [...Map.groupBy(boxes, ({ row }) => row)].sort(([a], [b]) => b - a);
  for (const [row, members] of rows)
    for (const line of linesOf(members)) {
      const total = line.reduce((sum, box) => sum + widthOf(box) + boxGap, -boxGap);
      const shift = line.length === 1 ? [-260, -90, 90, 260][row % 4] : 0;
      let x = (width - total) / 2 + (shift ?? 0);
      for (const box of line) {
        placed.set(box.name, { ...box, x, y, width: widthOf(box) });
        x += widthOf(box) + boxGap;
      }
      y += boxHeight + rowGap;
    }
  return { placed, height: y - rowGap + margin };
}

/** A curve between the facing edges of two boxes. */
function curve(from: PlacedBox, to: PlacedBox): string {
  const isDown = from.y <= to.y;
  const [x1, y1] = [from.x + from.width / 2, isDown ? from.y + boxHeight : from.y];
  const [x2, y2] = [to.x + to.width / 2, isDown ? to.y : to.y + boxHeight];
  const bend = Math.max(18, Math.abs(y2 - y1) / 3) * (isDown ? 1 : -1);
  const at = (value: number): number => Math.round(value);
  return `M${at(x1)} ${at(y1)}C${at(x1)} ${at(y1 + bend)} ${at(x2)} ${at(y2 - bend)} ${at(x2)} ${at(y2)}`;
}

function drawnBox({ name, files, fullest, x, y, width: boxWidth }: PlacedBox): string {
  const kind = fullest > maxFiles ? ' class="many"' : '';
  const middle = Math.round(x + boxWidth / 2);
  return `<rect${kind} x="${Math.round(x)}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="5"/><text x="${middle}" y="${y + 20}">${name} <tspan>${files}</tspan></text>`;
}

const style = `
svg{background:#fff}
rect{fill:#eef2fa;stroke:#44587f}
.many{fill:#ffe2b8}
text{font:13px system-ui,sans-serif;text-anchor:middle;fill:#16213a}
tspan{fill:#5c6a86}
path{fill:none;stroke:#7f8db0;stroke-opacity:.35}
.up{stroke:#d11a2a;stroke-width:2.4;stroke-opacity:1}
`;

/** The structure as SVG. A box shows the number of its files. */
export function draw(structure: Structure, title: string): string {
  const { placed, height } = place(structure);
  const drawn = structure.arrows.flatMap(({ from, to, isUpward }) => {
    const [start, end] = [placed.get(from), placed.get(to)];
    if (!start || !end) return [];
    const marker = isUpward ? ' class="up" marker-end="url(#up)"' : ' marker-end="url(#down)"';
    return [{ isUpward, path: `<path${marker} d="${curve(start, end)}"/>` }];
  });
  const paths = (isUpward: boolean): string[] =>
    drawn.filter((arrow) => arrow.isUpward === isUpward).map(({ path }) => path);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${title}</title><style>${style}</style>`,
    '<defs><marker id="down" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L6 3L0 6" stroke-opacity=".7"/></marker>',
    '<marker id="up" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="5" markerHeight="5" orient="auto"><path class="up" d="M0 0L6 3L0 6"/></marker></defs>',
    ...paths(false),
    ...[...placed.values()].map(drawnBox),
    ...paths(true),
    '</svg>',
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file = join(root, 'docs/pictures/server-layers.svg'), checkout = root] = process.argv.slice(2);
  const structure = structureOf(resolve(checkout));
  writeFileSync(file, draw(structure, `The server's folders and their imports: ${basename(file, '.svg')}`));
  console.log(JSON.stringify(structure.figures, undefined, 2));
}
