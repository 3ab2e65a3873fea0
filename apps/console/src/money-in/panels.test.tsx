import { listHeldPayments, listMessages, listStatementLines } from '@hiram/contract/console/money-in';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Held } from './Held.tsx';
import { Lines } from './Lines.tsx';
import { Messages } from './Messages.tsx';

const rights = ['moneyIn.post', 'moneyIn.refuse', 'moneyIn.import'].map((right) => ({ right, brand: 'ph' }));
const props = { person: { rights } as unknown as Person, brand: 'ph', params: {} };
const at = '2026-11-28T00:55:00Z';
const orderId = '01a1faab-728d-71e6-bd97-d0c87c1a2291';
const held = (id: string, amount: number) => ({
  paymentId: id,
  orderId,
  borrowerId: '01a1faab-728d-71e6-bd97-0000000000b1',
  name: 'Maria Santos',
  provider: 'sandbox',
  providerPaymentId: `pay_${id}`,
  amount,
  paidOn: '2026-11-28',
  reason: 'the amount is 100 times the code’s amount',
  receivedAt: at,
});

test('the chosen held payment says what happened and what can be undone beside the list [T2774]', async () => {
  answer(listHeldPayments, { payments: [held('a', 100_000), held('b', 200_000)], isLast: true });
  show(<Held {...props} />);
  const panel = await screen.findByRole('complementary', { name: 'The chosen payment' });
  expect(panel.textContent).toContain('It is held: the amount is 100 times');
  expect(panel.textContent).toContain('can be taken back on the loan’s page by two persons');
  expect(panel.textContent).toContain('1,000.00');
  await userEvent.click(screen.getAllByRole('row')[2] as HTMLElement);
  expect(screen.getByRole('complementary').textContent).toContain('2,000.00');
  expect(screen.getAllByRole('button', { name: /^(Post|Refuse) …/ })).toHaveLength(2);
});

test('a message and a line of the statement have the same panel, and no column of dashes [T2775]', async () => {
  const message = {
    messageId: 'sandbox/1',
    provider: 'sandbox',
    kind: 'payment',
    about: 'pay_1',
    says: '',
    amount: 100,
    receivedAt: at,
  } as const;
  answer(listMessages, { messages: [message], isLast: true });
  show(<Messages {...props} outcome="unknown" />);
  const panel = await screen.findByRole('complementary', { name: 'The chosen message' });
  expect(panel.textContent).toContain('sandbox says: paid.');
  expect(screen.queryByRole('columnheader', { name: 'Books say' })).toBeNull();
  const line = {
    lineId: 'l',
    file: 'bpi.csv',
    lineNo: 4,
    bookedOn: '2026-11-28',
    amount: 250_000,
    reference: 'C7BB06291B77448C',
    account: 'BPI 3391',
    isUsed: false,
  };
  answer(listStatementLines, { lines: [line], isLast: true });
  show(<Lines {...props} />);
  const own = await screen.findByRole('complementary', { name: 'The chosen line' });
  expect(own.textContent).toContain('line 4 of bpi.csv');
  expect(own.textContent).toContain('Set aside, no money moves.');
});
