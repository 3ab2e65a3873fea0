import type { LoanDetails } from '@hiram/contract/order';
import { showDate } from '../../app/settings/money.ts';
import type { StoryStep } from '../../lending/story/LoanStory.tsx';

/**
 * The parts of a kept arrangement as steps, each with what is left of it, so that they add up to what is owed
 * of it; a paid one with its whole amount. While nothing is due, the next part has what is left of those
 * before it. `today`: unpaid parts of former days are late.
 */
export function partSteps(
  { parts, owed, due, next: toCome }: NonNullable<LoanDetails['arrangement']>,
  today: string,
): StoryStep[] {
  let left = owed;
  const unpaid = parts.map(() => 0);
  const first =
    due > 0
      ? 0
      : Math.max(
          0,
          parts.findIndex(({ date }) => date === toCome?.date),
        );
  for (let index = parts.length - 1; index >= first; index -= 1) {
    unpaid[index] = index === first ? left : Math.min(left, parts[index]?.amount ?? 0);
    left -= unpaid[index] ?? 0;
  }
  const next = parts.findIndex(({ date }, index) => (unpaid[index] ?? 0) > 0 && date >= today);
  return parts.map(({ date, amount }, index) => {
    const rest = unpaid[index] ?? 0;
    return {
      no: index + 1,
      amount: rest > 0 ? rest : amount,
      when: showDate(date, 'short'),
      state: rest === 0 ? 'paid' : date < today ? 'late' : index === next ? 'next' : 'later',
    };
  });
}

/** The unpaid repayments that the arrangement of a loan does not cover. */
export const notArranged = ({ arrangement, order }: LoanDetails): LoanDetails['order']['repayments'] =>
  order.repayments.filter(
    ({ periodNo, unpaid }) => unpaid > 0 && !arrangement?.instalments.includes(periodNo),
  );
