import type { DueCard } from '@hiram/contract/order';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { due, shownOrder } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { OrderLead } from './OrderLead.tsx';

const arranged = (over: Partial<DueCard>) =>
  shownOrder({
    status: 'overdue',
    order: { due: due({ kind: 'arranged', overdueDays: 0, ...over }) },
    arrangement: {
      owed: 1_498_080,
      due: 0,
      next: { date: '2026-12-31', amount: 749_040 },
      parts: [],
      instalments: [],
    },
  });

test('a kept arrangement is led by its next part; what is late beside it leads as late [T1555]', () => {
  show(<OrderLead details={arranged({ repayAmount: 749_040, dueDate: '2026-12-31', daysLeft: 12 })} />);
  expect(screen.getByText('₱7,490.40')).toBeTruthy();
  expect(screen.getByText(/Due .*Dec/)).toBeTruthy();
  expect(screen.queryByText(/late/)).toBeNull();
  cleanup();
  show(<OrderLead details={arranged({ repayAmount: 398_256, overdueDays: 3, daysLeft: 0 })} />);
  expect(screen.getByText('₱3,982.56')).toBeTruthy();
  expect(screen.getByText(/3 days late/)).toBeTruthy();
});

test('the sum of a settled loan follows from its payments and what late days cost [T1507]', () => {
  const row = { dueDate: '2026-11-30', amount: 284_637, unpaid: 0, state: 'paid', moved: false } as const;
  const repayments = [1, 2].map((periodNo) => ({ ...row, periodNo }));
  const settled = (paid: number) => shownOrder({ status: 'settled', order: { repayments, paid } });
  show(<OrderLead details={settled(569_748)} />);
  expect(screen.getByText('₱5,697.48')).toBeTruthy();
  expect(screen.getByText('₱5,692.74 + ₱4.74 for late days')).toBeTruthy();
  cleanup();
  show(<OrderLead details={settled(569_274)} />);
  expect(screen.queryByText(/for late days/)).toBeNull();
});

test('the amount of a payment says whether it is the next one or due now [T2796]', () => {
  const shownAt = (overdueDays: number) => {
    cleanup();
    const order = { due: due({ kind: overdueDays > 0 ? 'overdue' : 'instalment', overdueDays }) };
    show(<OrderLead details={shownOrder({ status: 'active', order })} />);
    return screen.queryByText('To pay now') ?? screen.getByText('Next payment');
  };
  expect([0, 3].map((days) => shownAt(days).textContent)).toEqual(['Next payment', 'To pay now']);
});

test('a loan of one payment says that it is due in one, and when [T2171]', () => {
  const order = { due: due({ kind: 'maturity', periods: 1, dueDate: '2027-02-23', daysLeft: 86 }) };
  show(<OrderLead details={shownOrder({ status: 'active', order })} />);
  expect(screen.getByText('Due in one payment on 23 Feb 2027')).toBeTruthy();
});

test('what is late says how many payments and for how long, and when the first was due [T2667]', () => {
  const row = { dueDate: '2026-11-29', amount: 284_637, unpaid: 284_637, moved: false } as const;
  const repayments = ([1, 2] as const).map((periodNo) => ({ ...row, periodNo, state: 'late' as const }));
  const order = { repayments, due: due({ kind: 'overdue', overdueDays: 32, dueDate: '2026-11-29' }) };
  show(<OrderLead details={shownOrder({ status: 'overdue', order })} />);
  for (const text of ['2 payments late', '32 days late', /^The first was due 29 Nov/])
    expect(screen.getByText(text)).toBeTruthy();
});

test('an amount due that pays everything off says what it saves, and from which sum [T2668]', () => {
  const payoff = { isAllowed: true, amount: 813_752, saves: 41_107, date: '2026-12-18' };
  const order = { due: due({ kind: 'payoff', repayAmount: 813_752, overdueDays: 0, payoff }) };
  show(<OrderLead details={shownOrder({ status: 'active', order })} />);
  expect(screen.getByText('You save ₱411.07')).toBeTruthy();
  expect(screen.getByText('₱8,548.59 owed in all − ₱411.07')).toBeTruthy();
});
