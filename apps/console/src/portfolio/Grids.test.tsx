import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import { Vintages } from './Grids.tsx';

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
