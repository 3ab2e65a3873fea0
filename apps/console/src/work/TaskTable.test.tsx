import { listViews } from '@hiram/contract/console/view';
import { countWork, listWork } from '@hiram/contract/console/work';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, answerBy, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Work } from './Work.tsx';

const hour = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const task = (kind: string, hours: number, detail: string) => ({
  taskId: `01a1faab-728d-71e6-bd97-${kind.padStart(12, '0').replace(/[^0-9a-f]/g, '0')}`,
  kind,
  brand: 'ph',
  subjectId: 's',
  detail,
  openedAt: at(-30),
  dueAt: at(hours),
  dueOn: '2026-12-03',
});

test('that nobody can approve is no broken promise: it has a group of its own, until when it lasts; what waits for a second person is last [T2197] [T3465]', async () => {
  answer(listViews, { views: [] });
  answer(countWork, {
    kinds: [],
    parts: { open: 3, own: 0, unassigned: 3, deferred: 0 },
    others: 0,
    closedToday: 0,
    promises: { closed: 4, kept: 4 },
  });
  answerBy(listWork.page, () => ({
    rows: [
      task('duty', -24, 'ph-cic 2026-10-31'),
      task('coverageGap', -1, `${at(-1)} 2026-11-29T00:00:00.000Z`),
      { ...task('screeningHit', 2, 'outside'), askedBy: 'Liza Torres' },
      task('refund', 30, ''),
    ],
  }));
  answer(listWork.count, { count: 3, isMore: false });
  history.replaceState(null, '', '/work');
  show(
    <Work person={{ rights: [], brands: [], staffId: 'me' } as unknown as Person} brand="ph" params={{}} />,
  );
  await screen.findByText('No approver on shift now');
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent ?? '');
  const groups = rows.filter((text) => /^(No approver on shift now|Over its|Within|Waits for)/.test(text));
  expect(groups).toEqual([
    'No approver on shift now1',
    'Over its time1',
    'Within three days1',
    'Waits for a second person1',
  ]);
  expect(rows.find((text) => text.includes('No approver on shift, '))).toContain('until 08:00');
  expect(screen.getByText('4 of 4')).toBeTruthy();
});

test('a column that says nothing about any task is left out, and is back with the first that it says something of [T2708]', async () => {
  answer(listViews, { views: [] });
  answer(listWork.count, { count: 1, isMore: false });
  const page = (amount: object) => {
    answerBy(listWork.page, () => ({ rows: [{ ...task('duty', 3, 'ph-cic 2026-10-31'), ...amount }] }));
    history.replaceState(null, '', '/work');
    show(
      <Work person={{ rights: [], brands: [], staffId: 'me' } as unknown as Person} brand="ph" params={{}} />,
    );
  };
  page({});
  await screen.findByRole('columnheader', { name: 'Owner' });
  expect(screen.queryByRole('columnheader', { name: 'Amount' })).toBeNull();
  cleanup();
  page({ amount: 100 });
  expect(await screen.findByRole('columnheader', { name: 'Amount' })).toBeTruthy();
});
