import { listDifferences } from '@hiram/contract/console/reconcile';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Differences } from './Differences.tsx';

test('a day says by how much its total differs, a held payment that it is part of the total [T1368]', async () => {
  const row = {
    provider: 'sandbox',
    currency: 'PHP',
    day: '2026-11-28',
    foundAt: '2026-11-28T00:55:00Z',
    isOwn: false,
  };
  answer(listDifferences, {
    differences: [
      {
        ...{ ...row, differenceId: '1', kind: 'day', reference: 'ph', reason: 'cash differs' },
        ...{ theirs: '61595918', ours: '60912318' },
      },
      {
        ...{ ...row, differenceId: '2', kind: 'payment', reference: 'pay_1', reason: 'held here' },
        ...{ theirs: '28463700', ours: '' },
      },
    ],
    isLast: true,
    providers: ['sandbox'],
    yesterday: '2026-11-27',
  });
  const person = { rights: [] as Person['rights'] } as Person;
  show(<Differences person={person} brand="*" params={{}} state="open" />);
  const day = (await screen.findByText(/^The day’s total differs/)).closest('tr');
  expect(day?.textContent).toContain('by ₱6,836.00');
  const held = screen.getByText('Held in suspense').closest('tr');
  expect(screen.getByText(/^what is held in suspense is in a day’s total/)).toBeTruthy();
  expect(held?.textContent).not.toContain('by ₱');
});
