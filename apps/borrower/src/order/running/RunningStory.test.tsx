import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { due, shownOrder } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { RunningStory } from './RunningStory.tsx';

const row = { amount: 284_637, unpaid: 284_637, moved: false } as const;
const repayments = [
  { ...row, periodNo: 1, dueDate: '2026-11-26', state: 'late' },
  { ...row, periodNo: 2, dueDate: '2026-12-26', state: 'coming' },
] as const;

test.each([
  ['arranged', false],
  ['overdue', true],
] as const)('the story of a loan that is %s has a late step: %s [T1508]', (kind, isLate) => {
  const order = { repayments: [...repayments], due: due({ kind }) };
  show(<RunningStory details={shownOrder({ status: 'overdue', order })} remote={undefined} />);
  const [first] = screen.getAllByRole('listitem');
  expect(/late/i.test(first?.textContent ?? '')).toBe(isLate);
});
