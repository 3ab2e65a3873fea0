import { listPayouts, payoutLists, type ShownPayout, showMoneyOut } from '@hiram/contract/console/money-out';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { countTodo } from '@hiram/contract/console/work';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { PersonContext } from '../app/person-context.ts';
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

type Day = StaffOutput<typeof showMoneyOut>['day'];
const none = { count: 0, amount: 0 };
const emptyDay: Day = {
  on: '2026-11-29',
  amount: 0,
  payouts: 0,
  firstLoans: 0,
  paidOut: none,
  noResult: none,
};

/** Shows the page to a person with these rights, who decides no task of it. */
async function moneyOut(
  rights: readonly string[],
  { day = emptyDay, held = {} }: { readonly day?: Day; readonly held?: Partial<ShownPayout> } = {},
): Promise<void> {
  const lists = payoutLists.map((list) => ({ list, count: list === 'held' ? 1 : 0, amount: 0 }));
  answer(showMoneyOut, { day, lists, contradicted: 0 });
  answer(listPayouts.page, { rows: [{ ...payout, ...held }] });
  answer(listPayouts.count, { count: 1 });
  const person = { rights: rights.map((right) => ({ right, brand: 'ph' })) } as unknown as Person;
  show(
    <PersonContext value={person}>
      <MoneyOut person={person} brand="ph" params={{}} />
    </PersonContext>,
  );
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

test('the number of the tab of payouts is said by its parts, and a list has a number of its rows alone [T3501]', async () => {
  const [held, returnedPayout] = [
    { kind: 'heldPayout', count: 1, over: 0 },
    { kind: 'returnedPayout', count: 2, over: 0 },
  ];
  answer(countTodo, { kinds: [held, returnedPayout] });
  await moneyOut(['moneyOut.read', 'work.read']);
  expect(await screen.findByText('Yours to decide: 3 (1 to release, 2 returned to settle).')).toBeTruthy();
  expect([tab(/^Payouts/), tab(/^To release/), tab(/^Returned/)]).toEqual([
    'Payouts3',
    'To release1',
    'Returned',
  ]);
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

test('what is handed over less what came back and what has no result is what was paid out [T2767]', async () => {
  const day = {
    ...emptyDay,
    amount: 5_000_000,
    payouts: 5,
    paidOut: { count: 3, amount: 3_000_000 },
    noResult: { count: 1, amount: 500_000 },
  };
  await moneyOut(['moneyOut.read'], { day });
  const tile = (label: string) => screen.getByText(label).parentElement?.textContent;
  expect(tile('Handed over today')).toMatch(/50,000\.00.*5 payouts/);
  expect(tile('Came back')).toMatch(/− .*15,000\.00.*1 payout$/);
  expect(tile('No result yet')).toMatch(/− .*5,000\.00.*1 payout$/);
  expect(tile('Paid out of it')).toMatch(/= .*30,000\.00.*3 payouts/);
});

test('a payout that a limit holds says the limit, what was used of it and what it makes, then and today [T2768]', async () => {
  const passed = { at: '2026-11-28T15:45:00.000Z', counted: 1, atMost: 1 };
  await moneyOut(['moneyOut.read', 'moneyOut.release'], {
    day: { ...emptyDay, maxFirstLoans: 1_000 },
    held: { passed },
  });
  const row = screen.getByText(/GCash/).closest('tr')?.textContent;
  expect(row).toContain('limit 1, used 1, with this payout 2');
  expect(row).toContain(
    'Today: limit 1,000, used 0, with this payout 1. Within the limit: it can be released.',
  );
  expect(screen.getByText(/above their own limit a second person approves/)).toBeTruthy();
});
