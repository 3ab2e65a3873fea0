import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Country } from './markets.ts';

const institutionSchema = v.looseObject({
  name: v.string(),
  /** The institution's identifier for transfers: its BIC, or the country's equivalent. */
  bic: v.string(),
  /** India: the first four letters of its branches' codes (IFSC). */
  ifsc: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{4}$/))),
  kind: v.picklist(['bank', 'wallet']),
  /** Digits of its account numbers, as a pattern's repeat: `10` or `10,12`. */
  digits: v.pipe(v.string(), v.regex(/^\d+(,\d+)?$/)),
  /** The country's payment rails that reach it. */
  instapay: v.optional(v.boolean(), false),
  pesonet: v.optional(v.boolean(), false),
  /** Each payout provider's name of it, by the provider's name; without one its BIC. */
  via: v.optional(v.record(v.string(), v.string())),
});
export type Institution = v.InferOutput<typeof institutionSchema>;

const cache = new Map<Country, readonly Institution[]>();

/** The banks and wallets of a country that receive payouts: brands/institutions-<country>.json. */
export function institutionsOf(country: Country): readonly Institution[] {
  let institutions = cache.get(country);
  if (!institutions) {
    const file = new URL(`../../../../../brands/institutions-${country.toLowerCase()}.json`, import.meta.url);
    institutions = v.parse(v.array(institutionSchema), JSON.parse(readFileSync(fileURLToPath(file), 'utf8')));
    cache.set(country, institutions);
  }
  return institutions;
}
