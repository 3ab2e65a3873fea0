import type { Terms } from '@hiram/loan';
import { formatPercent } from '@hiram/loan/format';
import type { Translate } from './translate.ts';

/** The late charges a day, tier by tier, as text: `5% a day on days 1 to 30, …`. */
export function lateTiersText(tiers: Terms['lateTiers'], translate: Translate, lang: string): string {
  let from = 1;
  const parts = tiers.map((tier) => {
    const until = 'untilDay' in tier ? tier.untilDay : undefined;
    const rate = formatPercent(tier.ppm, lang);
    const part =
      until === undefined
        ? translate('legal.lateFrom', { rate, from })
        : translate('legal.lateBetween', { rate, from, until });
    from = (until ?? from) + 1;
    return part;
  });
  return parts.join(', ');
}
