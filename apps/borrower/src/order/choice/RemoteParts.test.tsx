import type { StepsQuote } from '@hiram/contract/loan';
import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { orderId, shownOrder } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { RemoteList } from './RemoteList.tsx';
import { useSteppers } from './RemoteParts.tsx';
import { Steppers } from './Steppers.tsx';

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
  const today = '2026-11-29';
  const steppers = useSteppers({
    choice,
    answer,
    rest: choice,
    restQuote: quote,
    maxDays: 60,
    today,
    moreFrom,
  });
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

test('who looks at another day still finds the way of who cannot pay [T2162]', () => {
  const parts = { orderId, answer, choice, quoting: undefined, today: quote.day };
  const link = () => screen.queryByRole('link', { name: 'I cannot pay now' });
  show(<RemoteList {...parts} details={shownOrder({ status: 'overdue' })} />);
  expect(link()?.getAttribute('href')).toContain('/waysOut?');
  cleanup();
  show(<RemoteList {...parts} details={shownOrder({ status: 'active' })} />);
  expect(link()).toBeNull();
});
