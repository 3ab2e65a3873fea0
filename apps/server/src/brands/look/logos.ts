import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A brand's logos by name: the SVG text of each. */
export type Logos = ReadonlyMap<string, string>;

/** Files that ship with every release: the logos of channels, banks and stores. */
const sharedLogos = fileURLToPath(new URL('../../../../../brands/logos', import.meta.url));

/** A plain drawing: no script, no event handler, no external reference. */
const drawing = /^<svg [^<]*>(<(path|circle|rect|g|\/g)\b[^<]*>)*<\/svg>\s*$/;
const reference = /\bon\w+\s*=|href|url\(/i;

/**
 * Reads the logos that all brands share, those of `brandsDir` and the brand's own; the later ones take precedence. Problems are
 * one line each.
 */
export function loadLogos(brandsDir: string, brandId: string): { logos: Logos; problems: string[] } {
  const logos = new Map<string, string>();
  const problems: string[] = [];
  const own = [join(brandsDir, 'logos'), join(brandsDir, brandId, 'logos')];
  // A lender's folder of brands need not have what all brands share.
  for (const path of new Set([sharedLogos, ...own])) {
    if (!existsSync(path)) continue;
    for (const file of readdirSync(path)) {
      const name = /^([a-z0-9-]+)\.svg$/.exec(file)?.[1];
      const svg = readFileSync(join(path, file), 'utf8');
      if (name && drawing.test(svg) && !reference.test(svg)) logos.set(name, svg);
      else problems.push(`${path}/${file} is not a plain drawing (SVG)`);
    }
  }
  return { logos, problems };
}

/** The URL path of the mark of a bank or wallet: its own, or the one of its kind. */
export function institutionLogo(
  brand: { readonly id: string; readonly logos: Logos },
  { name, kind }: { readonly name: string; readonly kind: string },
): string {
  return logoUrl(brand, name.toLowerCase().replace(/[^a-z0-9]/g, '')) || logoUrl(brand, kind);
}

/** The URL path of a logo; empty if the brand has no such logo. */
export function logoUrl(brand: { readonly id: string; readonly logos: Logos }, name: string): string {
  return brand.logos.has(name) ? `/api/logo/${brand.id}/${name}.svg` : '';
}
