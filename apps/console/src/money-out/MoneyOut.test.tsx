import { listPayouts, payoutLists, showMoneyOut } from '@hiram/contract/console/money-out';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { MoneyOut } from './MoneyOut.tsx';

const payout = {
  payoutId: '01a1faab-728d-71e6-bd97-d0c87c1a2291',
  borrowerId: '01a1faab-728d-71e6-bd97-d0c87c1a2292',
  brand: 'ph',
  orderId: '01a1faab-728d-71e6-bd97-d0c87c1a2293',
  amount: 980_000,
  state: 'requested',
  provider: 'sandbox',
  institution: 'GCash',
  tail: '6424',
  reason: '',
  holdReason: 'firstLoans',
  requestedAt: '2026-11-29T15:45:00.000Z',
  isReturnOpen: false,
  isHandedOver: false,
} as const;

/** Shows the page to a person with these rights, who decides no task of it. */
async function moneyOut(rights: readonly string[]): Promise<void> {
  const lists = payoutLists.map((list) => ({ list, count: list === 'held' ? 1 : 0, amount: 0 }));
  const day = { on: '2026-11-29', amount: 0, payouts: 0, firstLoans: 0 };
  answer(showMoneyOut, { day, lists, contradicted: 0 });
  answer(listPayouts.page, { rows: [payout] });
  answer(listPayouts.count, { count: 1 });
  const person = { rights: rights.map((right) => ({ right, brand: 'ph' })) } as unknown as Person;
  show(<MoneyOut person={person} brand="ph" params={{}} />);
  await screen.findByText(/GCash/);
}

const tab = (name: RegExp) => screen.getByRole('button', { name }).textContent;

test('who only sees payouts reads no number of others’ work, no text of a missing button and no empty column [T3486]', async () => {
  await moneyOut(['moneyOut.read']);
  expect([tab(/^Payouts/), tab(/^Refunds due/), tab(/^Returned/), tab(/^To release/)]).toEqual([
    'Payouts',
    'Refunds due',
    'Returned',
    expect.stringMatching(/^To release.*1$/),
  ]);
  expect(screen.getByText('A cashier or controller can stop them.')).toBeTruthy();
  expect(screen.queryByText(/you are asked why/)).toBeNull();
  expect(within(screen.getByRole('table')).queryByText('Actions')).toBeNull();
});

test('who may stop and release payouts has the words and the column [T3487]', async () => {
  await moneyOut(['moneyOut.read', 'moneyOut.stop', 'moneyOut.release']);
  expect(screen.getByText(/you are asked why/)).toBeTruthy();
  expect(within(screen.getByRole('table')).getByText('Actions')).toBeTruthy();
});

test('who may open no loan reads its number as text, and who may release it [T2764]', async () => {
  await moneyOut(['moneyOut.read']);
  expect(within(screen.getByRole('table')).queryByRole('link', { name: /^L-/ })).toBeNull();
  expect(screen.getByText(/^A cashier or controller releases or cancels them/)).toBeTruthy();
});
