import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Country } from './markets.ts';

const institutionSchema = v.looseObject({
  name: v.string(),
  /** What names it where money is sent: its BIC, or what the country uses for one. */
  bic: v.string(),
  /** India: the four letters with which the codes of its branches begin (IFSC). */
  ifsc: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{4}$/))),
  kind: v.picklist(['bank', 'wallet']),
  /** Digits of its account numbers, as a pattern's repeat: `10` or `10,12`. */
  digits: v.pipe(v.string(), v.regex(/^\d+(,\d+)?$/)),
  /** Which of the country's rails reach it, where it has such. */
  instapay: v.optional(v.boolean(), false),
  pesonet: v.optional(v.boolean(), false),
  /** What each payout provider calls it, by the provider's name; its BIC where nothing is said. */
  via: v.optional(v.record(v.string(), v.string())),
});
export type Institution = v.InferOutput<typeof institutionSchema>;

const read = new Map<Country, readonly Institution[]>();

/** The banks and wallets of a country that take money: brands/institutions-<country>.json. */
export function institutionsOf(country: Country): readonly Institution[] {
  let known = read.get(country);
  if (!known) {
    const file = new URL(`../../../../../brands/institutions-${country.toLowerCase()}.json`, import.meta.url);
    known = v.parse(v.array(institutionSchema), JSON.parse(readFileSync(fileURLToPath(file), 'utf8')));
    read.set(country, known);
  }
  return known;
}
