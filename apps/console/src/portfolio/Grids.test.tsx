import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import { Flows } from './Flows.tsx';
import { Vintages } from './Grids.tsx';

test('a share late stands in the month on book in which it was counted, and no cell says more than is known [T3498]', () => {
  const on = '2026-11-30';
  const vintages = [
    { month: '2026-08', lent: 8_000_000, late: [{ on, amount: 2_000_000 }] },
    {
      month: '2026-10',
      lent: 4_000_000,
      late: [
        { on: '2026-10-31', amount: 0 },
        { on, amount: 1_000_000 },
      ],
    },
  ];
  show(<Vintages vintages={vintages} outstanding={12_000_000} />);
  const cells = (name: RegExp) =>
    [...(screen.getByRole('row', { name }).querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);
  expect(cells(/^Lent in/)).toEqual(['Lent in', 'Lent', 'Month 1', '2', '4']);
  expect(cells(/^Aug 2026/)).toEqual(['Aug 2026', '80,000.00', '', '', '25.0%']);
  expect(cells(/^Oct 2026/)).toEqual(['Oct 2026', '40,000.00', 'none', '25.0%', '']);
});

test('a figure that was nothing on every day has no column, and on one day a dash [T3499]', () => {
  const flows = [
    { day: '2026-11-29', disbursed: 0, collected: 5_000 },
    { day: '2026-11-30', disbursed: 0, collected: 0 },
  ];
  show(<Flows flows={flows} />);
  expect(screen.queryByRole('columnheader', { name: 'Lent' })).toBeNull();
  cleanup();
  show(<Flows flows={[...flows, { day: '2026-12-01', disbursed: 7_000, collected: 0 }]} />);
  expect(screen.getByRole('row', { name: /^29 Nov 2026/ }).textContent).toBe('29 Nov 2026–50.00');
});

test('what was lent by month less what is repaid is what is outstanding [T1504]', () => {
  const vintages = [
    { month: '2026-10', lent: 15_000_000, late: [] },
    { month: '2026-11', lent: 9_000_000, late: [] },
  ];
  show(<Vintages vintages={vintages} outstanding={18_000_000} />);
  const sums = ['Lent', 'Repaid or written off', 'Outstanding'].map(
    (name) => screen.getByRole('rowheader', { name }).closest('tr')?.textContent,
  );
  expect(sums).toEqual(['Lent240,000.00', 'Repaid or written off−60,000.00', 'Outstanding180,000.00']);
});
