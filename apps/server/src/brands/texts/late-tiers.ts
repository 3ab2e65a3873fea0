import { type LateKind, lateBase, type MarketRules, type Terms } from '@hiram/loan';
import { formatPercent, readableRate } from '@hiram/loan/format';
import type { Translate } from './translate.ts';

/** The name of the charge for late days: late interest, or where the law knows no such interest, a late charge. */
export function lateName(lateKind: LateKind | undefined, translate: Translate): string {
  return translate(lateKind === 'charge' ? 'late.charge' : 'late.interest');
}

/** The terms of late days, of a loan or of a market's loans. */
type LateTerms = Pick<MarketRules | Terms, 'lateTiers' | 'lateKind' | 'ceilings'>;

/** The base of the rate for late days, for `{base}` of a sentence. */
export function lateBaseText({ ceilings }: Pick<LateTerms, 'ceilings'>, translate: Translate): string {
  return translate(lateBase(ceilings) === 'principal' ? 'late.onPrincipal' : 'late.onRepayment');
}

/** The sentence of agreements and legal texts that states the charge of late days. */
export function lateSentence(
  { lateTiers, lateKind, ceilings }: LateTerms,
  translate: Translate,
  lang: string,
): string {
  const tiers = lateTiersText(lateTiers, translate, lang);
  return translate(lateKind === 'charge' ? 'legal.lateCharge' : 'legal.late', {
    tiers,
    base: lateBaseText({ ceilings }, translate),
  });
}

/** The rate of a late day, in words: `5% a day`, and `4.998% a month of 30 days` where a day's has more than two decimals. */
export function lateRateText(dailyPpm: number, translate: Translate, lang: string): string {
  const { ppm, days } = readableRate(dailyPpm);
  const rate = formatPercent(ppm, lang);
  return translate(days === 1 ? 'product.late.perDay' : 'product.late.perMonth', { rate });
}

/** Days at rates, as text: `24 days at 5% a day, 17 days at 4% a day`. */
export function daysAtRates(
  charged: readonly { readonly days: number; readonly ppm: number }[],
  translate: Translate,
  lang: string,
): string {
  return charged
    .map(({ days, ppm }) => translate('row.lateAt', { days, rate: lateRateText(ppm, translate, lang) }))
    .join(', ');
}

/** The late charges a day, tier by tier, as text: `5% a day on days 1 to 30, …`. */
export function lateTiersText(tiers: Terms['lateTiers'], translate: Translate, lang: string): string {
  let from = 1;
  const parts = tiers.map((tier) => {
    const until = 'untilDay' in tier ? tier.untilDay : undefined;
    const rate = lateRateText(tier.ppm, translate, lang);
    const part =
      until === undefined
        ? translate('legal.lateFrom', { rate, from })
        : translate('legal.lateBetween', { rate, from, until });
    from = (until ?? from) + 1;
    return part;
  });
  return parts.join(', ');
}
