import type { Brand } from './brand.ts';
import { institutionsOf } from './markets/institutions.ts';
import { markets } from './markets/markets.ts';

/** The name of an account's bank or wallet, as people know it. One that the country no longer lists keeps its identifier. */
export function institutionName({ market }: Brand, institution: string): string {
  const { country } = markets[market];
  return institutionsOf(country).find(({ bic }) => bic === institution)?.name ?? institution;
}

/** A payout account as its borrower knows it: `GCash ··· 2747`. */
export function accountInWords(
  brand: Brand,
  account: { readonly institution: string; readonly number_tail: string },
): string {
  return `${institutionName(brand, account.institution)} ··· ${account.number_tail}`;
}
