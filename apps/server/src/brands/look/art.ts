import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/**
 * The drawings of a brand, by file: its mark, one tile of its pattern, the scenes of its pages, a hand that holds the app and a
 * person (112 × 108, for the brand's frame).
 */
export const drawings = {
  mark: 'mark.svg',
  pattern: 'pattern.svg',
  home: 'art/home.svg',
  settled: 'art/settled.svg',
  hand: 'art/hand.svg',
  person: 'art/person.svg',
} as const;
type Drawing = keyof typeof drawings;
export type BrandArt = Readonly<Record<Drawing, string>>;

const radius = v.pipe(v.number(), v.minValue(0));

/** A brand's face: how it draws a loan, its corners, its type, and the lower edge of its coloured ground. */
export const lookSchema = v.strictObject({
  /** The drawing of a loan's repayments. Data and labels are the same in each. */
  story: v.picklist(['stairs', 'path', 'terraces', 'rings']),
  edge: v.picklist(['steps', 'arch', 'straight', 'none']),
  /** Pixels. */
  radius: v.strictObject({ card: radius, button: radius, field: radius, pill: radius }),
  /** The type of amounts, headings and buttons. `tracking` in em. */
  type: v.strictObject({
    stack: v.pipe(v.string(), v.regex(/^[\w ,'-]+$/, 'is not a list of font names')),
    weight: v.pipe(v.number(), v.minValue(100), v.maxValue(900)),
    headings: v.pipe(v.number(), v.minValue(100), v.maxValue(900)),
    case: v.picklist(['none', 'uppercase']),
    tracking: v.pipe(v.number(), v.minValue(-0.05), v.maxValue(0.1)),
  }),
});
export type Look = v.InferOutput<typeof lookSchema>;

/** A plain drawing: no script, no event handler, no text, no reference to anything outside the file. */
const plainDrawing = /^<svg [^<]*>(<(path|circle|rect|ellipse|g|\/g)\b[^<]*>)*<\/svg>\s*$/;
const unsafe = /\bon\w+\s*=|href|url\(|style\s*=/i;
const maxBytes = 6 * 1024;

function problemOf(svg: string, roles: ReadonlySet<string>): string | undefined {
  if (Buffer.byteLength(svg) > maxBytes) return `is larger than ${maxBytes} bytes`;
  if (!plainDrawing.test(svg) || unsafe.test(svg)) return 'is not a plain drawing (SVG)';
  const unknown = [...svg.matchAll(/var\(--([\w-]+)\)/g)].find(([, role = '']) => !roles.has(role));
  return unknown ? `uses the colour ${unknown[1]}, which brand.json does not have` : undefined;
}

/**
 * Reads a brand's drawings. They name colours by role (`var(--primary)`), so that they follow the theme. Problems are
 * one line each.
 */
export function loadArt(
  brandsDir: string,
  brandId: string,
  colours: Readonly<Record<string, string>>,
): { art: BrandArt; problems: string[] } {
  const roles = new Set(Object.keys(colours));
  const problems: string[] = [];
  const read = (name: Drawing): string => {
    const path = join(brandsDir, brandId, drawings[name]);
    const svg = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
    const problem = svg === undefined ? 'is missing' : problemOf(svg, roles);
    if (problem) problems.push(`brands/${brandId}/${drawings[name]} ${problem}`);
    return svg ?? '';
  };
  const art = {
    mark: read('mark'),
    pattern: read('pattern'),
    home: read('home'),
    settled: read('settled'),
    hand: read('hand'),
    person: read('person'),
  };
  return { art, problems };
}

/** A drawing as the value of a CSS property. CSS variables do not reach into a picture, so the colours are written in. */
function cssPicture(svg: string, colours: Readonly<Record<string, string>>): string {
  const filled = svg.replace(/var\(--([\w-]+)\)/g, (_match, role: string) => colours[role] ?? 'none');
  return `url("data:image/svg+xml,${encodeURIComponent(filled).replace(/%20/g, ' ').replace(/%3D/g, '=').replace(/%2F/g, '/')}")`;
}

interface Faced {
  readonly look: Look;
  readonly art: BrandArt;
}

/** The corners of a framed drawing, which fit the brand's drawing of a loan. */
const frames: Readonly<Record<Look['story'], string>> = {
  stairs: '14%',
  path: '50% 50% 0 0/60% 60% 0 0',
  terraces: '0',
  rings: '50%',
};

/** The CSS declarations of a brand's face that are the same in both themes. */
export function lookRules({ look }: Faced): string {
  const { radius: corner, type } = look;
  return [
    `--radius:${corner.card}px`,
    `--radius-button:${corner.button}px`,
    `--radius-field:${corner.field}px`,
    `--radius-pill:${corner.pill}px`,
    `--frame:${frames[look.story]}`,
    `--display:${type.stack}`,
    `--display-weight:${type.weight}`,
    `--heading-weight:${type.headings}`,
    `--display-case:${type.case}`,
    `--tracking:${type.tracking}em`,
  ].join(';');
}

/** The CSS declarations of a brand's colours in one theme, with its pattern in them. */
export function themeRules({ art }: Faced, colours: Readonly<Record<string, string>>): string {
  const roles = Object.entries(colours).map(([role, colour]) => `--${role}:${colour}`);
  return [...roles, `--pattern:${cssPicture(art.pattern, colours)}`].join(';');
}
