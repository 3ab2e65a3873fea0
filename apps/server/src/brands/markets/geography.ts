import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Country } from './markets.ts';

/**
 * A place with its code: province or state, city or district, or the smallest unit. In the Philippines these are codes of
 * the Standard Geographic Code: province 3 digits, city 5, barangay 8.
 */
export interface Place {
  readonly code: string;
  readonly name: string;
  /** Other names for searching. */
  readonly also?: string;
}

interface Geography {
  readonly provinces: readonly Place[];
  /** Province code → its cities; city code → its barangays. */
  readonly children: ReadonlyMap<string, readonly Place[]>;
  /** Barangay code → its name with its city and province. */
  readonly fullNames: ReadonlyMap<string, string>;
}

const cache = new Map<Country, Geography>();

/** Loads brands/geography-<country>.txt at first use: most requests do not need its 42,000 barangays. */
function geography(country: Country): Geography {
  let places = cache.get(country);
  if (!places) {
    const file = new URL(`../../../../../brands/geography-${country.toLowerCase()}.txt`, import.meta.url);
    places = parse(readFileSync(fileURLToPath(file), 'utf8'));
    cache.set(country, places);
  }
  return places;
}

function parse(text: string): Geography {
  const provinces: Place[] = [];
  const children = new Map<string, Place[]>();
  const fullNames = new Map<string, string>();
  const otherNames = new Map<string, string>();
  let province: Place | undefined;
  let city: Place | undefined;
  for (const line of text.split('\n')) {
    const [, codes, names = ''] = /^A ((?:\d+ )+)(.+)$/.exec(line) ?? [];
    for (const code of codes?.trim().split(' ') ?? []) otherNames.set(code, names);
    const [, level, code = '', name = ''] = /^([PCB]) (\d+) (.+)$/.exec(line) ?? [];
    if (level === 'P') {
      const names = otherNames.get(code);
      province = names === undefined ? { code, name } : { code, name, also: names };
      provinces.push(province);
      children.set(code, []);
    } else if (level === 'C' && province) {
      city = { code, name };
      children.get(province.code)?.push(city);
      children.set(code, []);
    } else if (level === 'B' && province && city) {
      for (const [, ending = '', own = ''] of `${code} ${name}`.matchAll(/(\d+) ([^;]+)/g)) {
        const place = { code: city.code + ending, name: own };
        children.get(city.code)?.push(place);
        fullNames.set(place.code, `${own}, ${city.name}, ${province.name}`);
      }
    }
  }
  return { provinces, children, fullNames };
}

/** The children of a place; the provinces without a parent. Undefined if the place has no children or does not exist. */
export function placesBelow(country: Country, parent: string | undefined): readonly Place[] | undefined {
  const { provinces, children } = geography(country);
  return parent === undefined || parent === '' ? provinces : children.get(parent);
}

/** A barangay's name with its city and province, as in an address; undefined for an unknown code. */
export function placeName(country: Country, code: string): string | undefined {
  return geography(country).fullNames.get(code);
}
