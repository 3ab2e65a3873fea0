import type { StepsQuote } from '@hiram/contract/loan';
import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { orderId, shownOrder } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { RemoteList } from './RemoteList.tsx';
import { useLeadTexts } from './RemoteParts.tsx';
import { Steppers, useSteppers } from './Steppers.tsx';

const quote: StepsQuote = {
  day: '2026-11-29',
  kind: 'due',
  steps: 1,
  least: 1,
  most: 4,
  amount: 284_637,
  rows: [],
  payable: true,
  payableFrom: '2026-11-29',
  saves: 0,
};
const choice = { days: 0, steps: 1 };
const answer = { choice, quote, added: 0, truth: 'confirmed' } as const;

function Shown({ moreFrom }: { readonly moreFrom: string | undefined }): ReactNode {
  const steppers = useSteppers({ rest: quote, quote, moreFrom });
  return <Steppers steppers={steppers} onMove={() => undefined} />;
}

test('a payment more that the loan does not take yet has no button, and says from when [T2161]', () => {
  const more = () => screen.queryByRole('button', { name: 'One payment more' });
  show(<Shown moreFrom={undefined} />);
  expect(more()).toHaveProperty('disabled', false);
  cleanup();
  show(<Shown moreFrom="2027-01-23" />);
  expect(more()).toBeNull();
  expect(screen.getByText('More from 23 Jan')).toBeTruthy();
});

test('a late day and a saving stand in the working of the amount, which is left out if more counts [T2657]', () => {
  const row = { no: 1, amount: 284_637, kind: 'instalment' } as const;
  const late = { no: 1, amount: 948, kind: 'late', days: 2 } as const;
  const unpaid = [1, 2, 3].map((periodNo) => ({
    periodNo,
    dueDate: '2026-11-27',
    amount: 284_637,
    unpaid: 284_637,
    state: 'coming' as const,
    moved: false,
  }));
  let working: string | undefined;
  function Working({ changes }: { readonly changes: Partial<StepsQuote> }): ReactNode {
    const textsOf = useLeadTexts(unpaid);
    working = textsOf({ ...answer, quote: { ...quote, ...changes } }, undefined).working;
    return null;
  }
  const workingOf = (changes: Partial<StepsQuote>) => {
    cleanup();
    show(<Working changes={changes} />);
    return working;
  };
  const rows = [row, late, { ...row, no: 2 }];
  expect(workingOf({ kind: 'ahead', steps: 2, rows, amount: 570_222 })).toBe(
    '2 × ₱2,846.37 + ₱9.48 for late days',
  );
  expect(workingOf({ kind: 'payoff', steps: 3, rows: [late], amount: 813_752, saves: 41_107 })).toBe(
    '3 × ₱2,846.37 + ₱9.48 for late days − ₱411.07',
  );
  expect(workingOf({ rows: [row], amount: 284_637 })).toBe('');
  expect(workingOf({ kind: 'ahead', steps: 2, rows, amount: 570_223 })).toBe('');
});

test('who looks at another day still finds the way of who cannot pay [T2162]', () => {
  const parts = { orderId, answer, choice, quoting: undefined, today: quote.day };
  const link = () => screen.queryByRole('link', { name: 'I cannot pay now' });
  show(<RemoteList {...parts} details={shownOrder({ status: 'overdue' })} />);
  expect(link()?.getAttribute('href')).toContain('/waysOut?');
  cleanup();
  show(<RemoteList {...parts} details={shownOrder({ status: 'active' })} />);
  expect(link()).toBeNull();
});
