import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Country } from './markets.ts';

/**
 * A place with its code: province or state, city or district, and the smallest kind below it. In the Philippines these are
 * the codes of the Standard Geographic Code: province 3 digits, city 5, barangay 8.
 */
export interface Place {
  readonly code: string;
  readonly name: string;
  /** Other names under which it is looked for. */
  readonly also?: string;
}

interface Geography {
  readonly provinces: readonly Place[];
  /** Province code → its cities, city code → its barangays. */
  readonly below: ReadonlyMap<string, readonly Place[]>;
  /** Barangay code → its name with those above it. */
  readonly full: ReadonlyMap<string, string>;
}

const read = new Map<Country, Geography>();

/** brands/geography-<country>.txt, read when it is first asked for: 42,000 barangays that most requests do not need. */
function geography(country: Country): Geography {
  let known = read.get(country);
  if (!known) {
    const file = new URL(`../../../../../brands/geography-${country.toLowerCase()}.txt`, import.meta.url);
    known = parse(readFileSync(fileURLToPath(file), 'utf8'));
    read.set(country, known);
  }
  return known;
}

function parse(text: string): Geography {
  const provinces: Place[] = [];
  const below = new Map<string, Place[]>();
  const full = new Map<string, string>();
  const also = new Map<string, string>();
  let province: Place | undefined;
  let city: Place | undefined;
  for (const line of text.split('\n')) {
    const [, codes, names = ''] = /^A ((?:\d+ )+)(.+)$/.exec(line) ?? [];
    for (const code of codes?.trim().split(' ') ?? []) also.set(code, names);
    const [, level, code = '', name = ''] = /^([PCB]) (\d+) (.+)$/.exec(line) ?? [];
    if (level === 'P') {
      const names = also.get(code);
      province = names === undefined ? { code, name } : { code, name, also: names };
      provinces.push(province);
      below.set(code, []);
    } else if (level === 'C' && province) {
      city = { code, name };
      below.get(province.code)?.push(city);
      below.set(code, []);
    } else if (level === 'B' && province && city) {
      const place = { code: city.code + code, name };
      below.get(city.code)?.push(place);
      full.set(place.code, `${name}, ${city.name}, ${province.name}`);
    }
  }
  return { provinces, below, full };
}

/** The places below another; the provinces where none is named. Undefined for a place that has none below or does not exist. */
export function placesBelow(country: Country, parent: string | undefined): readonly Place[] | undefined {
  const { provinces, below } = geography(country);
  return parent === undefined || parent === '' ? provinces : below.get(parent);
}

/** A barangay with its city and province, as people write an address; undefined for a code that is none. */
export function placeName(country: Country, code: string): string | undefined {
  return geography(country).full.get(code);
}
