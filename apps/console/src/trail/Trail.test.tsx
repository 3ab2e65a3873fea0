import { listTrail, listTrailPeople, type TrailEntry } from '@hiram/contract/console/trail';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, sentTo, show } from '../../test/screen.tsx';
import { Trail } from './Trail.tsx';

const reading = (no: number, staffId: string, list: string) =>
  ({
    key: `read ${no}`,
    kind: 'read',
    at: `2026-11-29T05:26:${10 + no}.000Z`,
    staffId,
    staffName: staffId === 'd' ? 'Diwa Santos' : 'Elena Ramos',
    actor: '',
    login: '',
    action: 'read',
    subject: 'list',
    subjectId: list,
    detail: 'names',
    reason: '',
    isCovered: false,
  }) as unknown as TrailEntry;

test('consecutive readings of one person are one row that opens, and can be left out [T3439]', async () => {
  const entries = [reading(5, 'd', 'work'), reading(4, 'd', 'collections'), reading(3, 'd', 'work')];
  answer(listTrail, { entries: [...entries, reading(2, 'e', 'work')] });
  answer(listTrailPeople, { people: [] });
  history.replaceState(null, '', '/trail');
  show(<Trail person={{ rights: [] } as never} brand="ph" params={{}} />);
  const rows = () =>
    screen.getAllByText(/saw names on/, { selector: 'td *' }).map(({ textContent }) => textContent);
  await screen.findByRole('button', { name: 'Show each' });
  expect(rows()).toEqual([
    'Diwa Santos saw names on Work and 1 other list, 3 times',
    'Elena Ramos saw names on Work',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Show each' }));
  expect(rows()).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: 'Fold' }));
  expect(rows()).toHaveLength(2);
  await userEvent.selectOptions(screen.getByLabelText('Names in lists'), 'Left out');
  expect(location.search).toBe('?lists=without');
  await screen.findByRole('button', { name: 'Show each' });
  expect(sentTo(listTrail).at(-1)).toEqual({ kind: 'all', withoutLists: true });
});
