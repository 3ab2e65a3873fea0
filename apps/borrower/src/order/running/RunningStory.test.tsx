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

test('a step of a settled loan that was paid early has the day of its last payment [T1565]', () => {
  const payment = {
    kind: 'payment',
    date: '2026-12-01',
    amount: 569_274,
    channel: '',
    channelLogo: '',
    reference: 'R-7C1A-2291',
    state: 'posted',
  } as const;
  const paid = repayments.map((step) => ({ ...step, unpaid: 0, state: 'paid' as const }));
  const order = { repayments: paid, payments: [{ ...payment, rows: [] }] };
  show(<RunningStory details={shownOrder({ status: 'settled', order })} remote={undefined} />);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('26 Nov');
  expect(second?.textContent).toContain('1 Dec');
});
