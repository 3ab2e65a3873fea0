import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLocalDate, type LocalDate, localDate } from '@hiram/loan/local-date';
import * as v from 'valibot';
import file from '../../../../../brands/exchange-rates.json' with { type: 'json' };
import { BrandError } from '../../brands/brand.ts';
import type { Language } from '../../brands/texts/localized.ts';

/** An exchange rate: the value of `per` units of the currency in the base currency, in ppm of its unit. */
export interface Rate {
  readonly currency: string;
  readonly name: string;
  /** Number of decimals of the currency. */
  readonly decimals: number;
  readonly per: number;
  readonly ppm: number;
}

const text = v.pipe(v.string(), v.minLength(1));
const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const ratesSchema = v.strictObject({
  origin: v.strictObject({ en: text, fil: text, id: text }),
  asOf: v.pipe(
    v.string(),
    v.check(isLocalDate),
    v.transform((text): LocalDate => localDate(text)),
  ),
  base: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  rates: v.array(
    v.strictObject({
      currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
      name: text,
      decimals: v.picklist([0, 2]),
      per: positive,
      ppm: positive,
    }),
  ),
});

export type ExchangeRates = v.InferOutput<typeof ratesSchema>;

/** The published rates and their day, from the release's brands/exchange-rates.json. */
export const exchangeRates: ExchangeRates = v.parse(ratesSchema, file);

const loaded = new Map<string, ExchangeRates>();

/** The rates in a folder of brands, or the release's if it has none. Throws BrandError. */
export function exchangeRatesIn(brandsDir: string): ExchangeRates {
  const path = join(brandsDir, 'exchange-rates.json');
  const rates = loaded.get(path) ?? (existsSync(path) ? readRates(path) : exchangeRates);
  loaded.set(path, rates);
  return rates;
}

function readRates(path: string): ExchangeRates {
  try {
    return v.parse(ratesSchema, JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const place = error instanceof v.ValiError ? ` ${v.getDotPath(error.issues[0]) ?? ''}` : '';
    throw new BrandError(`${path}${place}: ${error instanceof Error ? error.message : ''}`);
  }
}

export function rateOf(currency: string, { rates } = exchangeRates): Rate | undefined {
  return rates.find((rate) => rate.currency === currency);
}

/** The currency's name in a supported language; in English, the name of the rates' file. */
export function currencyName({ currency, name }: Rate, language: Language): string {
  if (language === 'en') return name;
  return new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? name;
}

/** a / b, rounded half to even. */
function divide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  const twice = (a % b) * 2n;
  return twice > b || (twice === b && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

/** Converts an amount from the smallest unit of `from` to the smallest unit of `to`. Exact except for one final rounding. */
export function convert(amount: number, from: Rate, to: Rate): number {
  const numerator = BigInt(amount) * BigInt(from.ppm) * BigInt(to.per) * 10n ** BigInt(to.decimals);
  const denominator = BigInt(from.per) * BigInt(to.ppm) * 10n ** BigInt(from.decimals);
  return Number(divide(numerator, denominator));
}

/**
 * The value of `per` units of `from` in `to`, in ppm. `per` is the first of 1, 100 and 1000 that gives at least 100 000 ppm,
 * else 1000.
 */
export function shownRate(from: Rate, to: Rate): { per: number; ratePpm: number } {
  const ppm = (per: number) =>
    Number(
      divide(BigInt(per) * BigInt(from.ppm) * BigInt(to.per) * 1_000_000n, BigInt(from.per) * BigInt(to.ppm)),
    );
  const per = [1, 100, 1_000].find((candidate) => ppm(candidate) >= 100_000) ?? 1_000;
  return { per, ratePpm: ppm(per) };
}
