import {
  checkMonth,
  closeMonth,
  exportJournals,
  listJournals,
  listPeriods,
  listUnexplained,
  postJournal,
  showBooks,
  showJournal,
} from '@hiram/contract/console/books';
import { orderNumber } from '@hiram/loan/format';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { answer, answerAction, sentTo, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Books } from './Books.tsx';

const orderId = '00000000-0000-7000-8000-0000abcd1234';
const account = (code: string, name: string, type: string, amount: number, moved = 0) => ({
  code,
  name,
  type,
  amount,
  moved,
});
const accounts = [
  account('1010', 'Cash at payment providers', 'asset', 100_000),
  account('1110', 'Principal of loans', 'asset', 900_000, 900_000),
  account('2090', 'Unidentified money', 'liability', 0),
  account('3010', 'Paid-in capital', 'equity', -950_000),
  account('4010', 'Interest', 'income', -80_000, -50_000),
  account('5010', 'Credit losses', 'expense', 30_000, 20_000),
];

let at: ReturnType<typeof memoryLocation>;

function open(address: string, ...rights: string[]): void {
  const person = {
    brands: [{ id: 'ph', name: 'Hagdan' }],
    rights: rights.map((right) => ({ right, brand: 'ph' })),
  } as unknown as Person;
  // The screen reads the rest of the address from the page's own.
  history.replaceState(null, '', address);
  at = memoryLocation({ path: address, record: true });
  show(
    <Router hook={at.hook} searchHook={at.searchHook}>
      <Books person={person} brand="ph" params={{}} />
    </Router>,
  );
}

test('unidentified money is told by its parts and their sum [T2702]', async () => {
  const parts = [
    { kind: 'money', amount: -42_695 },
    { kind: 'unidentified', amount: -1_771 },
  ];
  const unidentified = { ...account('2090', 'Unidentified money', 'liability', -44_466), parts };
  answer(showBooks, {
    through: '2026-11-23',
    on: '2026-11-23',
    today: '2026-11-24',
    accounts: [unidentified],
  });
  open('/books?account=2090', 'books.read');
  const shownBeside = async (label: string) =>
    (await screen.findByText(label)).closest('div')?.querySelector('dd')?.textContent;
  expect(await shownBeside('For a loan, but held')).toBe('426.95 Cr');
  expect(await shownBeside('On the bank’s statement, not matched')).toBe('17.71 Cr');
  expect(await shownBeside('Sum')).toBe('444.66 Cr');
});

beforeEach(() => {
  answer(showBooks, { through: '2026-11-23', on: '2026-11-23', today: '2026-11-24', accounts });
  answer(listJournals, {
    journals: [
      { number: 12, postedOn: '2026-11-23', kind: 'money', product: 'starter', note: '', amount: 900_000 },
      { number: 11, postedOn: '2026-11-22', relatesTo: '2026-10-31', kind: 'accrual', note: '', amount: 500 },
    ],
    isLast: true,
  });
  answer(showJournal, {
    number: 12,
    postedOn: '2026-11-23',
    kind: 'money',
    note: '',
    lines: [
      { account: '1110', name: 'Principal of loans', amount: 900_000 },
      { account: '1010', name: 'Cash at payment providers', amount: -900_000 },
    ],
    items: [{ orderId, component: 'principal', amount: 900_000 }],
    count: 3,
    rest: 0,
  });
  answer(listPeriods, { periods: [{ month: '2026-11', state: 'open', moves: [] }] });
  answer(checkMonth, {
    checks: [
      { name: 'numbers', open: 0, text: 'journals 1 to 12, 0 numbers missing', compared: [12, 12] },
      {
        name: 'suspense',
        open: 4,
        text: '4 lines of the bank’s statements are unexplained',
        compared: [900_000, 650_000],
      },
    ],
  });
});

test('a figure of the trial balance opens to its journals, and those to their loans [T1544]', async () => {
  open('/books?account=1110&journal=12', 'books.read');
  const table = await screen.findByRole('table', { name: 'Trial balance' });
  expect(within(table).queryByText('Unidentified money')).toBeNull();
  expect(screen.getByText('Debits equal credits')).toBeTruthy();
  const loan = await screen.findByRole('link', { name: orderNumber(orderId) });
  expect(loan.getAttribute('href')).toBe(`/loan/${orderId}`);
  expect(sentTo(listJournals)).toMatchObject([{ on: '2026-11-23', account: '1110' }]);
  expect(screen.getByText(/2 more parts/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^New manual journal/ })).toBeNull();
});

test('the trial balance says the sum of either side [T1773]', async () => {
  open('/books', 'books.read');
  for (const side of ['debits', 'credits'])
    expect((await screen.findByText(side)).textContent).toBe(`${side} ₱10,300.00`);
});

test('the balance sheet has the result to date, and the income statement the month [T1545]', async () => {
  open('/books?tab=sheet', 'books.read');
  expect(await screen.findByText('The sheet balances')).toBeTruthy();
  expect(screen.getByText('₱500.00')).toBeTruthy();
  expect(screen.getByRole('link', { name: '3010 Paid-in capital' }).getAttribute('href')).toBe(
    '/books?account=3010',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Income' }));
  expect(await screen.findByText('= Result of the month')).toBeTruthy();
  expect(screen.getByText('₱300.00')).toBeTruthy();
});

test('cash below zero is explained above the balance sheet [T4123]', async () => {
  const overdrawn = { ...account('1010', 'Cash at payment providers', 'asset', -100_000), isCash: true };
  const reserve = account('1910', 'Allowance for losses', 'asset', -5_000);
  answer(showBooks, {
    through: '2026-11-23',
    on: '2026-11-23',
    today: '2026-11-24',
    accounts: [overdrawn, reserve],
  });
  open('/books?tab=sheet', 'books.read');
  expect(await screen.findByText('Cash below zero: 1010 Cash at payment providers')).toBeTruthy();
});

test('a month shows what stands against closing it, and asks a second person [T1546]', async () => {
  answerAction(closeMonth, { verdict: 'secondPerson', isAlwaysTwo: true });
  open('/books?tab=months', 'books.read', 'books.close');
  expect(await screen.findByText('4 lines of the bank’s statements are unexplained')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Close Nov 2026/ }));
  await userEvent.type(await screen.findByLabelText(/^Reason/), 'The month is complete.');
  await userEvent.click(await screen.findByRole('button', { name: /^Ask for approval/ }));
  await waitFor(() => expect(sentTo(closeMonth.submit)).toMatchObject([{ request: { month: '2026-11' } }]));
});

test('the journals of a month are exported with the columns of the lender’s own system [T1894]', async () => {
  const ticket = 'a'.repeat(43);
  answer(exportJournals, { ticket });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  open('/books?tab=months', 'books.read');
  await userEvent.click(await screen.findByRole('button', { name: /^Export …/ }));
  await userEvent.selectOptions(await screen.findByLabelText('Format'), 'csv');
  await userEvent.type(screen.getByLabelText('Columns and their headings'), 'account=Konto');
  await userEvent.click(screen.getByRole('button', { name: /^Export$/ }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(sentTo(exportJournals)).toEqual([{ month: '2026-11', format: 'csv', columns: 'account=Konto' }]);
  expect((click.mock.contexts[0] as HTMLAnchorElement).search).toContain(ticket);
  click.mockRestore();
});

test('a journal by hand is sent once each line has one side, with the chosen line of a statement [T1547]', async () => {
  answerAction(postJournal, { verdict: 'secondPerson', isAlwaysTwo: true });
  const line = {
    lineId: orderId,
    bookedOn: '2026-11-20',
    amount: 500_000,
    reference: 'R9',
    because: 'no loan',
  };
  answer(listUnexplained, { lines: [line] });
  open('/books', 'books.read', 'books.post');
  await userEvent.click(await screen.findByRole('button', { name: /^New manual journal/ }));
  await userEvent.type(await screen.findByLabelText('What it is for'), 'Capital of the owners');
  await userEvent.selectOptions(screen.getByLabelText('Account of line 1'), '1010');
  await userEvent.type(screen.getByLabelText('Debit of line 1'), '5,000');
  await userEvent.selectOptions(screen.getByLabelText('Account of line 2'), '3010');
  expect(sentTo(postJournal.preview)).toEqual([]);
  await userEvent.type(screen.getByLabelText('Credit of line 2'), '5000');
  await userEvent.selectOptions(
    await screen.findByLabelText('Line of a bank’s statement that it explains'),
    '20 Nov 2026 · ₱5,000.00 · R9 · no loan',
  );
  await userEvent.type(screen.getByLabelText(/^Reason/), 'As the owners decided.');
  await userEvent.click(await screen.findByRole('button', { name: /^Ask for approval/ }));
  await waitFor(() => expect(sentTo(postJournal.submit)).toHaveLength(1));
  expect(sentTo(postJournal.submit)).toMatchObject([
    {
      request: {
        on: '2026-11-24',
        lines: [
          { account: '1010', amount: 500_000 },
          { account: '3010', amount: -500_000 },
        ],
        lineId: orderId,
      },
    },
  ]);
});

test('a trial balance whose accounts had nothing before the month has no column of it [T2776]', async () => {
  const day = { through: '2026-11-23', on: '2026-11-23', today: '2026-11-24' };
  answer(showBooks, { ...day, accounts: [account('1010', 'Cash', 'asset', 100, 100)] });
  open('/books', 'books.read');
  expect(await screen.findByRole('columnheader', { name: 'Moved in the month' })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Before the month' })).toBeNull();
});

test('each check before closing says both figures that it compared, and their difference [T3441]', async () => {
  open('/books?tab=months', 'books.read');
  const row = (await screen.findByText('Unidentified money explained')).closest('li') as HTMLElement;
  const figures = within(row)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
  expect(figures).toEqual(['₱9,000.00', '₱6,500.00', '₱2,500.00']);
});
