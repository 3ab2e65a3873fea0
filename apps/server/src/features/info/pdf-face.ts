import { createRequire } from 'node:module';
import type { Brand } from '../../brands/brand.ts';
import type { Look } from '../../brands/look/art.ts';

const resolve = createRequire(import.meta.url).resolve;
/** Fonts with the peso and the rupee sign, which the standard fonts of PDF lack. */
const fontFiles = {
  plain: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  serif: resolve('dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf'),
  condensed: resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
};

/** A brand's face in print. Drawings are SVG whose colours are roles. */
export interface PrintedFace {
  readonly name: string;
  /** The lender's legal name and address. */
  readonly lender: string;
  readonly look: Look;
  readonly mark: string;
  readonly pattern: string;
  /** `#rrggbb` by role, of the light theme. */
  readonly colours: Readonly<Record<string, string>>;
  readonly money: Brand['money'];
}

export function printedFace({ names, lender, look, art, colours, money }: Brand): PrintedFace {
  return {
    name: names.english,
    lender: `${lender.legalName}, ${lender.address}`,
    look,
    mark: art.mark,
    pattern: art.pattern,
    colours: colours.light,
    money,
  };
}

/** Registers `plain`, `bold` and `display`, the font that is nearest to the brand's own type. */
export function registerFonts(document: PDFKit.PDFDocument, { look: { type } }: PrintedFace): void {
  const display = /condensed/i.test(type.stack)
    ? fontFiles.condensed
    : /(^|[^-])serif/i.test(type.stack.replaceAll('sans-serif', ''))
      ? fontFiles.serif
      : type.weight < 500
        ? fontFiles.plain
        : fontFiles.bold;
  document
    .registerFont('plain', fontFiles.plain)
    .registerFont('bold', fontFiles.bold)
    .registerFont('display', display);
}

/** A heading in the brand's case. */
export function inCase({ look }: PrintedFace, text: string): string {
  return look.type.case === 'uppercase' ? text.toUpperCase() : text;
}

type Attributes = Readonly<Record<string, string>>;

interface Placed {
  readonly x: number;
  readonly y: number;
  /** Points. */
  readonly width: number;
}

/** Height of a drawing of this width, in points. */
export function drawingHeight(svg: string, width: number): number {
  const [, , boxWidth, boxHeight] = viewBoxOf(svg);
  return (width * boxHeight) / boxWidth;
}

function viewBoxOf(svg: string): [number, number, number, number] {
  const [x = 0, y = 0, width = 1, height = 1] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '')
    .split(' ')
    .map(Number);
  return [x, y, width, height];
}

/** Prints a plain drawing (`brands/look/art.ts`): paths, circles, ellipses, rectangles and groups with colours by role. */
export function printDrawing(
  document: PDFKit.PDFDocument,
  svg: string,
  { x, y, width, colours }: Placed & Pick<PrintedFace, 'colours'>,
): void {
  const [left, top, boxWidth] = viewBoxOf(svg);
  const scale = width / boxWidth;
  document.save().translate(x, y).scale(scale).translate(-left, -top);
  const groups: Attributes[] = [{}];
  for (const [, end, name = '', text = ''] of svg.matchAll(
    /<(\/?)(path|circle|ellipse|rect|g)\b([^>]*?)\/?>/g,
  )) {
    if (end) {
      groups.pop();
      document.restore();
      continue;
    }
    const own = Object.fromEntries(
      [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    );
    const attributes: Attributes = { ...groups.at(-1), transform: '', ...own };
    document.save();
    transform(document, attributes.transform);
    if (name === 'g') groups.push({ ...attributes, transform: '' });
    else {
      outline(document, name, attributes);
      paint(document, attributes, colours);
      document.restore();
    }
  }
  document.restore();
}

function transform(document: PDFKit.PDFDocument, steps = ''): void {
  for (const [, kind, list = ''] of steps.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b, c] = list.split(/[\s,]+/).map(Number);
    if (kind === 'translate') document.translate(a, b ?? 0);
    if (kind === 'scale') document.scale(a, b ?? a);
    if (kind === 'rotate') document.rotate(a, { origin: [b ?? 0, c ?? 0] });
  }
}

function outline(document: PDFKit.PDFDocument, name: string, attributes: Attributes): void {
  const at = (key: string) => Number(attributes[key] ?? 0);
  if (name === 'path') document.path(attributes.d ?? '');
  else if (name === 'circle') document.circle(at('cx'), at('cy'), at('r'));
  else if (name === 'ellipse') document.ellipse(at('cx'), at('cy'), at('rx'), at('ry'));
  else document.roundedRect(at('x'), at('y'), at('width'), at('height'), at('rx'));
}

function paint(document: PDFKit.PDFDocument, attributes: Attributes, colours: PrintedFace['colours']): void {
  const colourOf = (value: string | undefined) => {
    if (value === undefined || value === 'none') return undefined;
    const [, role] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
    return role === undefined ? value : colours[role];
  };
  const fill = colourOf(attributes.fill ?? '#000000');
  const stroke = colourOf(attributes.stroke);
  const dash = attributes['stroke-dasharray']?.split(' ').map(Number);
  document
    .opacity(Number(attributes.opacity ?? 1))
    .lineWidth(Number(attributes['stroke-width'] ?? 1))
    .lineCap(attributes['stroke-linecap'] === 'round' ? 'round' : 'butt')
    .lineJoin(attributes['stroke-linejoin'] === 'round' ? 'round' : 'miter');
  if (dash) document.dash(dash[0] ?? 1, { space: dash[1] ?? dash[0] ?? 1 });
  if (fill && stroke) document.fillAndStroke(fill, stroke);
  else if (fill) document.fill(fill, attributes['fill-rule'] === 'evenodd' ? 'even-odd' : 'non-zero');
  else if (stroke) document.stroke(stroke);
  if (dash) document.undash();
}

/** The band at the top of the first page: the brand's ground with its pattern, mark and name. Returns its lower edge. */
export function printBand(document: PDFKit.PDFDocument, face: PrintedFace, margin: number): number {
  const { colours } = face;
  const height = 64;
  const { width } = document.page;
  document.save();
  document.rect(0, 0, width, height).clip();
  document.rect(0, 0, width, height).fill(colours.deep ?? '#ffffff');
  const tile = 26;
  const tileHeight = drawingHeight(face.pattern, tile);
  for (let y = 0; y < height; y += tileHeight)
    for (let x = 0; x < width; x += tile)
      printDrawing(document, face.pattern, { x, y, width: tile, colours });
  document.restore();
  document.rect(0, height, width, 3).fill(colours.accent ?? '#888888');
  const name = inCase(face, face.name);
  document.font('display').fontSize(15);
  const plate = { x: margin, y: 14, width: document.widthOfString(name) + 54, height: 36 };
  const corner = Math.min(face.look.radius.card, 18);
  document
    .roundedRect(plate.x, plate.y, plate.width, plate.height, corner)
    .fill(colours.surface ?? '#ffffff');
  printDrawing(document, face.mark, { x: plate.x + 7, y: plate.y + 6, width: 24, colours });
  document.fillColor(colours.ink ?? '#111111').text(name, plate.x + 40, plate.y + 9, { lineBreak: false });
  return height + 3;
}
