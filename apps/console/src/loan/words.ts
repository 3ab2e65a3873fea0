import type { OwedPart } from '@hiram/contract/console/loan-shapes';
import { formatPercent, readableRate } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { useEventWords, useStateWords } from '../i18n/words.ts';

/** The words of the area *Loan* for what the contract names. */
export function useLoanWords() {
  const { t } = useLingui();
  const parts: Readonly<Record<OwedPart, string>> = {
    principal: t`Principal`,
    interest: t`Interest`,
    late: t`Late charge`,
    penalty: t`Penalty`,
    refund: t`Refund owed`,
  };
  return { parts, kinds: useEventWords(), statuses: useStateWords() };
}

/** A rate in millionths as per cent: 4000 is `0.4%`. */
export function percent(ppm: number): string {
  return formatPercent(ppm, 'en');
}

/** A daily rate in millionths, in words: `0.2% a day`, and `4.998% a month of 30 days` where a day's has more decimals. */
export function useDailyRate(): (dailyPpm: number) => string {
  const { t } = useLingui();
  return (dailyPpm) => {
    const { ppm, days } = readableRate(dailyPpm);
    return days === 1 ? t`${percent(ppm)} a day` : t`${percent(ppm)} a month of 30 days`;
  };
}
