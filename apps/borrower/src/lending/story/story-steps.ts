import type { RepaymentRow } from '@hiram/contract/loan';
import { showDate } from '../../app/settings/money.ts';
import type { StoryStep } from './LoanStory.tsx';

/**
 * The steps of a disbursed loan, each with what is left of it, so that they add up to the balance; a paid one with its whole
 * amount. The next one is the first unpaid one, unless repayments are late: these come first.
 */
export function stepsOf(rows: readonly RepaymentRow[]): StoryStep[] {
  const unpaid = rows.find(({ state }) => state !== 'paid');
  const next = unpaid?.state === 'late' ? undefined : unpaid;
  return rows.map((row) => ({
    no: row.periodNo,
    amount: row.state === 'paid' ? row.amount : row.unpaid,
    when: showDate(row.dueDate, 'short'),
    state: row.state === 'paid' ? 'paid' : row.state === 'late' ? 'late' : row === next ? 'next' : 'later',
  }));
}

/** The steps of a loan that is only offered: the first is the next one. `when` is a date or a day. */
export function offeredSteps(
  rows: readonly { readonly amount: number; readonly when: string }[],
): StoryStep[] {
  return rows.map((row, index) => ({ ...row, no: index + 1, state: index === 0 ? 'next' : 'later' }));
}
