import type { DecisionRun } from '@hiram/contract/console/decision';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import { Past } from './cards.tsx';
import { Points, PolicyDecision } from './Run.tsx';
import type { ShownDecision } from './types.ts';

const run: DecisionRun = {
  version: 3,
  at: '2026-11-26T04:00:00.000Z',
  outcome: 'counter',
  reasons: [],
  asked: { amount: 1_000_000, termDays: 120, periods: 4 },
  offered: { amount: 500_000, termDays: 90, periods: 3 },
  amounts: [500_000, 450_000],
  limit: 800_000,
  row: { settled: 1, maxDaysLate: 5 },
  settledLoans: 2,
  maxDaysLate: 4,
  base: 100,
  points: 130,
  cards: [
    { fact: 'history.settledLoans', value: '2', isCertified: false, points: 40 },
    { fact: 'applicant.age', isCertified: true, points: -10 },
  ],
  trace: [
    {
      stage: 'fraud',
      rule: 'running',
      reason: 'runningOrder',
      state: 'passed',
      comparisons: [{ fact: 'history.openLoans', op: '>', edge: ['0'], value: '0', isCertified: false }],
    },
    {
      stage: 'limit',
      rule: 'limit',
      reason: 'limit',
      state: 'fired',
      effect: 'less',
      comparisons: [{ fact: 'loan.amount', op: '>', edge: ['800000'], value: '1000000', isCertified: false }],
    },
  ],
};

test('the trace shows what applied with value, edge and effect, and the other lines on demand [T1432]', async () => {
  show(<PolicyDecision run={run} />);
  const rows = () => screen.getAllByRole('row').slice(1);
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Above the limitAmount: ₱10,000.00applies if more than ₱8,000.00offer less',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'All 2 lines' }));
  expect(rows()).toHaveLength(2);
  expect(rows()[0]?.textContent).toBe(
    'Another loan is runningRunning loans: 0applies if more than 0does not apply',
  );
});

test('without a line that applied, limit and points are named unless the policy approves [T1771]', () => {
  const trace = run.trace.filter(({ state }) => state !== 'fired');
  show(<PolicyDecision run={{ ...run, trace }} />);
  expect(screen.getByText('No rule objects: limit and points decide.')).toBeTruthy();
});

test('the points of the cards and the start add up, and a certified value stays closed [T1433]', () => {
  show(<Points run={run} />);
  const rows = screen.getAllByRole('row').map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
  expect(rows).toEqual(['100', '40', '-10', '130']);
  expect(screen.getByText('open it under Facts')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Loans repaid: 100%' })).toBeTruthy();
});

test('the limit is shown with the row that gave it, beside what was offered [T1434]', () => {
  show(<PolicyDecision run={run} />);
  const shown = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(shown.slice(0, 3)).toEqual([
    '₱8,000.00 from 1 repaid, at most 5 days late',
    '2, at most 4 days late',
    '₱5,000.00 for 90 days',
  ]);
  expect(screen.getByRole('heading', { name: 'Policy 3 offers less' })).toBeTruthy();
});

test('the history says who approved the amount, and that the policy had offered less [T2587]', () => {
  const at = '2026-11-29T11:43:00.000Z';
  const order = { amount: 1_000_000, appliedAt: at, approvedAt: at };
  const decision = { order, run, openedAt: at, reasons: [], past: [], state: 'waiting' };
  const said = (more: object) => {
    show(<Past decision={{ ...decision, order: { ...order, ...more } } as unknown as ShownDecision} />);
    const line = screen.getByText(/^Approved/).textContent;
    cleanup();
    return line;
  };
  expect(said({ approvedBy: 'Bea Navarro' })).toBe(
    'Approved ₱10,000.00 by Bea Navarro, the policy had offered ₱5,000.00',
  );
  expect(said({})).toBe('Approved ₱10,000.00 by nobody who is recorded, the policy had offered ₱5,000.00');
  expect(said({ amount: 500_000 })).toBe('Approved ₱5,000.00 by policy 3');
});
