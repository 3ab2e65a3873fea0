import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brandsFolder } from '../../context/config.ts';
import { root } from '../session.ts';

/** The brands of the release, which a lender copies. */
const shippedBrands = brandsFolder(undefined, root);

/** The names that belong to a lender's own folder. */
const ownFiles = [
  'mark.svg',
  'pattern.svg',
  'art/home.svg',
  'art/settled.svg',
  'art/hand.svg',
  'art/person.svg',
] as const;
const ownFields = ['servicePhone', 'deepLinkScheme', 'storeUrl', 'apkUrl', 'appStoreUrl'] as const;

type BrandFile = Readonly<Partial<Record<(typeof ownFields)[number], unknown>>> & {
  readonly names?: { readonly english?: string; readonly chinese?: string };
};

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
const brandFileOf = (folder: string): BrandFile => JSON.parse(textOf(join(folder, 'brand.json')));

/** The texts of a folder by path inside it: what people may read. */
function textsOf(folder: string): (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(json|md)$/.test(path))
    .sort()
    .map((path) => [path, textOf(join(folder, path))] as const);
}

/** A name as a regular expression has it: `Cash+` is no repetition. */
const literal = (name: string) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The parts of a brand's folder that still belong to another one, from which it was copied: one line each. */
export function leftoversOf(folder: string): string[] {
  const brand = brandFileOf(folder);
  const place = `brands/${basename(folder)}`;
  const others = [...new Set([dirname(folder), shippedBrands])]
    .flatMap((brands) => readdirSync(brands).map((name) => join(brands, name)))
    .filter((other) => basename(other) !== basename(folder) && existsSync(join(other, 'brand.json')));
  return others.flatMap((other) => {
    const { names = {}, ...fields } = brandFileOf(other);
    const of = `that of ${basename(other)}`;
    const named = [names.english, names.chinese].flatMap((name) => name || []);
    return [
      ...ownFields.flatMap((field) =>
        fields[field] !== undefined && fields[field] === brand[field]
          ? [`${place}/brand.json: ${field} is ${of}`]
          : [],
      ),
      ...ownFiles.flatMap((file) =>
        textOf(join(folder, file)) === textOf(join(other, file)) ? [`${place}/${file} is ${of}`] : [],
      ),
      ...textsOf(folder).flatMap(([path, text]) =>
        named.some((name) => new RegExp(`(?<!\\p{L})${literal(name)}(?!\\p{L})`, 'u').test(text))
          ? [`${place}/${path} has the name ${of.replace('that of', 'of')}`]
          : [],
      ),
    ];
  });
}
