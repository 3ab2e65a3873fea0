import { asCalled, showTaskLoan, type Task } from '@hiram/contract/console/work';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import { TaskPanel } from './TaskPanel.tsx';

test('a report is due on its last day, not at the midnight after it [T1670]', () => {
  const task = {
    taskId: 't',
    kind: 'duty',
    brand: 'ph',
    subjectId: 's',
    detail: 'ph-cic 2026-10-31',
    openedAt: '2026-11-28T22:33:00.000Z',
    dueAt: '2026-11-05T16:00:00.000Z',
    dueOn: '2026-11-05',
  } as unknown as Task;
  show(<TaskPanel task={task} brand="ph" self="me" />);
  const due = screen.getByText('Due by law').nextElementSibling;
  expect(due?.textContent).toBe('5 Nov 2026');
});

test('an answer is promised until its business day, as the complaint says [T2195]', () => {
  const task = {
    taskId: 't',
    kind: 'complaint',
    brand: 'ph',
    subjectId: 's',
    detail: '',
    openedAt: '2026-11-28T22:33:00.000Z',
    // In a sandbox whose clock was set a week ahead.
    dueAt: '2026-11-26T16:00:00.000Z',
    dueOn: '2026-12-03',
  } as unknown as Task;
  show(<TaskPanel task={task} brand="ph" self="me" />);
  expect(screen.getByText('Promised until').nextElementSibling?.textContent).toBe('end of 3 Dec 2026');
});

const late = {
  taskId: 't',
  kind: 'lateLoan',
  brand: 'ph',
  subjectId: 's',
  detail: '2026-11-27',
  openedAt: '2026-11-29T15:45:00.000Z',
  dueAt: '2026-12-01T00:00:00.000Z',
  dueOn: '2026-12-01',
  may: { ok: false, why: 'lawHours', from: '2026-12-01T00:00:00.000Z' },
} as unknown as Task;

test('a late loan says when a call is allowed and what is open about it, and its promise has an hour [T3481]', () => {
  show(
    <TaskPanel
      task={{ ...late, open: { complaints: 1, waiting: 570_222, requests: [] } }}
      brand="ph"
      self="me"
    />,
  );
  const shownFor = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  expect(shownFor('Promised until')).toBe('1 Dec 2026, 08:00');
  expect(shownFor('Call allowed')).toBe('from 1 Dec 2026, 08:00');
  expect(screen.getByText(/payment not matched yet:/).textContent).toContain('5,702.22');
  expect(screen.getByText('complaint open')).toBeTruthy();
});

test('in a group of late loans those with an open matter come behind, and those that nobody may call last [T3482]', () => {
  const named = (subjectId: string, more: Partial<Task> = {}) => ({ ...late, subjectId, ...more });
  const open = { complaints: 1, waiting: 0, requests: [] };
  const rows = [
    named('stopped', { may: { ok: false, why: 'dispute' } }),
    named('open', { open }),
    named('first'),
    named('other', { kind: 'arrangement' }),
    named('second'),
  ];
  const order = asCalled(rows, () => 'day').map(({ subjectId }) => subjectId);
  expect(order).toEqual(['first', 'second', 'open', 'other', 'stopped']);
});

test('late loans of a group are in the order of Collections: promises, then what a call brings, then the oldest [T3432]', () => {
  const named = (subjectId: string, bucket: Task['bucket'], expected: number, daysLate: number) => ({
    ...late,
    subjectId,
    bucket,
    expected,
    daysLate,
  });
  const rows = [
    named('little', 'days8', 100, 20),
    named('much', 'days8', 900, 9),
    named('muchOlder', 'days8', 900, 12),
    named('today', 'promiseToday', 50, 3),
    named('broken', 'promiseBroken', 10, 3),
  ];
  const order = asCalled(rows, () => 'day').map(({ subjectId }) => subjectId);
  expect(order).toEqual(['broken', 'today', 'muchOlder', 'much', 'little']);
});

test('the panel says what ends the loan today, or from when on, as the page of the late loan [T3433]', async () => {
  const owed = { due: 285_585, owedToday: 1_139_496, daysLate: 2 };
  const shown = { ...late, orderId: '01a1faab-728d-71e6-bd97-000000000001' } as unknown as Task;
  answer(showTaskLoan, { owed: { ...owed, payoff: 557_572 } });
  show(<TaskPanel task={shown} brand="ph" self="me" />);
  expect((await screen.findByText('Owed today')).nextElementSibling?.textContent).toBe(
    '₱11,394.96 all payments to come; ₱5,575.72 pays it off today, ₱5,819.24 less, as what is not yet earned falls away',
  );
  cleanup();
  answer(showTaskLoan, { owed: { ...owed, payoffFrom: '2026-12-12' } });
  show(<TaskPanel task={{ ...shown, taskId: 'other' } as unknown as Task} brand="ph" self="me" />);
  expect((await screen.findByText('Owed today')).nextElementSibling?.textContent).toBe(
    '₱11,394.96 all payments to come; payoff from Sat 12 Dec 2026',
  );
});

test('a match with a list says who has asked for its decision, and nobody claims it [T3483]', () => {
  const hit = { ...late, kind: 'screeningHit', detail: 'outside', may: undefined, askedBy: 'Liza Torres' };
  show(<TaskPanel task={hit as unknown as Task} brand="ph" self="me" />);
  expect(screen.getByText('asked by Liza Torres, waits for a second person')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
});
