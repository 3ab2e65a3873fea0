import { listPortfolioLoans, showPortfolio } from '@hiram/contract/console/portfolio';
import { orderNumber } from '@hiram/loan/format';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { answer, sentTo, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Portfolio } from './Portfolio.tsx';

const orderId = '00000000-0000-7000-8000-0000abcd1234';
const late = (...amounts: number[]) =>
  [0, 1, 2, 3, 4, 5, 6].map((at) => ({ loans: amounts[at] ? 1 : 0, amount: amounts[at] ?? 0 }));

test('a class of the portfolio opens to its loans, and what does not tie says by how much [T1881]', async () => {
  answer(showPortfolio, {
    on: '2026-11-23',
    products: ['starter'],
    months: ['2026-10', '2026-11'],
    sources: ['', 'tv'],
    policies: [1, 2],
    ties: { portfolio: 1_000_000, ledger: 999_900 },
    days: [
      { day: '2026-10-31', late: late(900_000, 100_000) },
      { day: '2026-11-23', late: late(800_000, 0, 0, 0, 200_000) },
    ],
    lent: 3_000_000,
    opening: 1_400_000,
    disbursed: 300_000,
    collected: 50_000,
    lost: 100_000,
    recovered: 7_000,
    extended: 3,
    arranged: 2,
    flows: [{ day: '2026-11-23', disbursed: 400_000, collected: 50_000 }],
    forecast: { due: [600_000, 0, 0, 0, 100_000, 0, 0], expected: 650_000 },
    vintages: [{ month: '2026-10', lent: 1_000_000, late: [] }],
    first: [{ month: '2026-11', due: 4, missed: 1 }],
    rolls: { from: '2026-09-30', to: '2026-10-31', moves: [{ from: 'late0', to: 'late1', loans: 1 }] },
  });
  answer(listPortfolioLoans, {
    loans: [{ orderId, product: 'starter', daysLate: 40, on: '2026-11-23', principal: 200_000 }],
    count: 1,
  });
  history.replaceState(null, '', '/portfolio');
  const at = memoryLocation({ path: '/portfolio', record: true });
  show(
    <Router hook={at.hook} searchHook={at.searchHook}>
      <Portfolio
        person={{ brands: [{ id: 'ph', name: 'Hagdan' }], rights: [] } as unknown as Person}
        brand="ph"
        params={{}}
      />
    </Router>,
  );
  expect(await screen.findByText(/the difference is ₱1.00/)).toBeTruthy();
  // 14,000 and 3,000 lent, less 6,000 repaid and 1,000 written off, are the 10,000 of the classes.
  expect(screen.getByText('− Repaid').nextElementSibling?.textContent).toBe('₱6,000.00');
  expect(screen.getByText('= Outstanding').nextElementSibling?.textContent).toBe('₱10,000.00');
  const table = screen.getByRole('table', { name: 'Loans by days late' });
  expect(within(table).getByRole('row', { name: /31–60 1 2,000.00 20.0%/ })).toBeTruthy();
  await userEvent.click(within(table).getByRole('link', { name: '31–60' }));
  const loan = await screen.findByRole('link', { name: orderNumber(orderId) });
  expect(loan.getAttribute('href')).toBe(`/loan/${orderId}`);
  expect(sentTo(listPortfolioLoans)).toMatchObject([{ late: 'late31' }]);
  expect(screen.getByText('₱6,500.00')).toBeTruthy();
  const byDay = screen.getByRole('table', { name: 'Lent and collected by day' });
  expect(within(byDay).getByRole('row', { name: /23 Nov 2026 4,000.00 500.00/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Oct 2026' }));
  await screen.findByRole('table', { name: 'Lent in Oct 2026, more than 30 days late' });
  expect(sentTo(listPortfolioLoans).at(-1)).toEqual({ lentIn: '2026-10' });
  await userEvent.selectOptions(screen.getByLabelText('Lent in'), 'Oct 2026');
  await waitFor(() => expect(sentTo(showPortfolio).at(-1)).toMatchObject({ lentIn: '2026-10' }));
  await userEvent.selectOptions(screen.getByLabelText('Source'), 'No advertisement');
  await waitFor(() => expect(sentTo(showPortfolio).at(-1)).toMatchObject({ source: '' }));
  await userEvent.selectOptions(screen.getByLabelText('Policy'), 'Policy 2');
  await waitFor(() => expect(sentTo(showPortfolio).at(-1)).toMatchObject({ policy: 2 }));
});
