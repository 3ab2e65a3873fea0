import type { Task } from '@hiram/contract/console/work';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
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
  expect(screen.getByText('Promised until').nextElementSibling?.textContent).toBe('3 Dec 2026');
});
