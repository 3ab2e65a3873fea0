import cost from './pictures/cost.svg?raw';
import people from './pictures/people.svg?raw';
import repay from './pictures/repay.svg?raw';
import steps from './pictures/steps.svg?raw';

/** The site's drawings (SITE-02) with their sizes, which reserve space before they load. */
export const pictures = {
  steps: { svg: steps, width: 720, height: 420 },
  cost: { svg: cost, width: 720, height: 420 },
  repay: { svg: repay, width: 720, height: 420 },
  people: { svg: people, width: 720, height: 420 },
} as const;

type Colours = Readonly<Record<string, string>>;

/** A colour between two colours, each `#rrggbb`. `share`: how much of the second. */
function mix(first: string, second: string, share: number): string {
  const part = (at: number) => {
    const [from, to] = [first, second].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round((from ?? 0) + ((to ?? 0) - (from ?? 0)) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** The colours that the drawings are drawn in, and what a brand has in their place. Skin, wood and paper stay. */
function paletteOf({ primary = '', accent = '', ink = '', ...colours }: Colours): Colours {
  const [white, black] = ['#ffffff', '#000000'];
  return {
    '#0b6b57': primary,
    '#084c3e': mix(primary, black, 0.3),
    '#4cc3a5': mix(primary, white, 0.45),
    '#8fcbb8': mix(primary, white, 0.6),
    '#bfe0d4': mix(primary, white, 0.75),
    '#e3f1ec': mix(primary, white, 0.88),
    '#f2a516': accent,
    '#d98a0b': mix(accent, black, 0.14),
    '#f7bf52': mix(accent, white, 0.3),
    '#f9d48c': mix(accent, white, 0.5),
    '#fdf1dc': mix(accent, white, 0.85),
    '#fff8ea': mix(accent, white, 0.92),
    '#e2725b': colours['art-4'] ?? '#e2725b',
    '#12211d': ink,
  };
}

/** A drawing in a brand's colours, as the address of a picture: a page's colours do not reach into one. */
export function pictureAddress(name: keyof typeof pictures, colours: Colours): string {
  const palette = paletteOf(colours);
  const svg = pictures[name].svg.replace(/#[0-9a-f]{6}/g, (colour) => palette[colour] ?? colour);
  return addressOf(svg);
}

/** A drawing of the brand's folder as the address of a picture, in the colours of its roles. */
export function drawingAddress(svg: string, colours: Colours): string {
  return addressOf(svg.replace(/var\(--([\w-]+)\)/g, (_, role: string) => colours[role] ?? 'none'));
}

function addressOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg).replace(/%20/g, ' ').replace(/%3D/g, '=').replace(/%2F/g, '/')}`;
}
