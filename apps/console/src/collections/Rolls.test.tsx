import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import { Rolls } from './Rolls.tsx';

test('each share of the late loans that moved stands beside its count [T2003]', () => {
  const row = { loans: 8, worse: 2, unchanged: 0, better: 1, cured: 4, ended: 1 };
  show(<Rolls rolls={{ from: '2026-09-30', to: '2026-10-31', rows: [{ bucket: 'days8', ...row }] }} />);
  const table = within(screen.getByRole('table', { name: 'How late loans moved' }));
  const cells = within(table.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell');
  const texts = cells.map(({ textContent }) => textContent);
  expect(texts.slice(-6)).toEqual(['8', '2 · 25%', '–', '1 · 12.5%', '4 · 50%', '1 · 12.5%']);
});
