import { listDifferences, type ShownDifference } from '@hiram/contract/console/reconcile';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { apartOf, byDay, Differences } from './Differences.tsx';
import { ExplainDialog } from './ExplainDialog.tsx';

test('a day says by how much its total differs; a held payment, part of it, is no line [T1368]', async () => {
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
        ...row,
        differenceId: '1',
        kind: 'day',
        reference: 'ph',
        reason: 'cash differs',
        theirs: '61595918',
        ours: '60912318',
      },
      {
        ...row,
        differenceId: '2',
        kind: 'payment',
        reference: 'pay_1',
        reason: 'held here',
        theirs: '28463700',
        ours: '',
      },
    ],
    isLast: true,
    providers: ['sandbox'],
    yesterday: '2026-11-27',
  });
  const person = { rights: [] as Person['rights'] } as Person;
  show(<Differences person={person} brand="*" params={{}} state="open" />);
  const day = (await screen.findByText(/^The day’s total differs/)).closest('tr');
  expect(day?.textContent).toContain('₱6,836.00');
  expect(screen.getByText(/^2 = 1 here \+ 1 held in suspense/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'How the day adds up' }).getAttribute('href')).toBe(
    '/reconcile?day=2026-11-28&account=sandbox.ph',
  );
  expect(screen.queryByText('pay_1')).toBeNull();
  expect(screen.getAllByRole('row')).toHaveLength(3);
});

test('a part of the list is not counted as the whole, and a line of no brand leads to what names none [T1772]', async () => {
  answer(listDifferences, {
    differences: [
      {
        differenceId: '1',
        provider: 'sandbox',
        currency: 'PHP',
        day: '2026-11-28',
        foundAt: '2026-11-28T00:55:00Z',
        isOwn: false,
        kind: 'payment',
        reference: 'pay_1',
        reason: 'missing here',
        theirs: '100',
        ours: '',
      },
    ],
    isLast: false,
    providers: ['sandbox'],
    yesterday: '2026-11-27',
  });
  const person = { rights: [] as Person['rights'] } as Person;
  show(<Differences person={person} brand="*" params={{}} state="open" />);
  expect(await screen.findByText('pay_1')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'What differs' }).parentElement?.textContent).toBe(
    'What differs',
  );
  expect(screen.getByRole('link').getAttribute('href')).toBe('/reconcile?day=2026-11-28&account=sandbox.');
});

test('the lines of a day stand above its total, and what each adds is the whole difference [T1502]', () => {
  const line = (changes: Partial<ShownDifference>) =>
    ({
      provider: 'sandbox',
      day: '2026-11-28',
      kind: 'payment',
      theirs: '',
      ours: '',
      ...changes,
    }) as ShownDifference;
  const day = line({ kind: 'day', reason: 'cash differs', theirs: '61589918', ours: '60912318' });
  const lines = [
    line({ reason: 'unknown reference', theirs: '683600' }),
    line({ reason: 'held here', theirs: '28463700' }),
    line({ kind: 'payout', reason: 'missing here', theirs: '6000' }),
    line({ reason: 'state differs', theirs: 'paid', ours: 'refunded' }),
  ];
  const other = line({ day: '2026-11-27', reason: 'missing there', ours: '100' });
  const shown = byDay([...lines.slice(0, 1), day, ...lines.slice(1), other]);
  expect(shown).toEqual([...lines, day, other]);
  expect(lines.map(apartOf)).toEqual([683_600, 0, -6_000, undefined]);
  expect(lines.reduce((sum, each) => sum + (apartOf(each) ?? 0), 0)).toBe(apartOf(day));
  expect(apartOf(other)).toBe(-100);
});

test('a line whose currency nobody names has that of the only total of its day [T1765]', () => {
  const row = { provider: 'sandbox', day: '2026-11-28', theirs: '137400', ours: '' };
  const line = { ...row, kind: 'payment', currency: '' } as ShownDifference;
  const day = { ...row, kind: 'day', currency: 'PHP' } as ShownDifference;
  expect(byDay([line, day]).map(({ currency }) => currency)).toEqual(['PHP', 'PHP']);
  expect(byDay([line, day, { ...day, currency: 'INR' }])[0]?.currency).toBe('');
});

test('held money is explained as standing in the books, in suspense [T2093]', () => {
  const held = {
    differenceId: '1',
    provider: 'sandbox',
    reference: 'pay_1',
    day: '2026-11-28',
    kind: 'payment',
    reason: 'held here',
    theirs: '28463700',
    ours: '',
  } as ShownDifference;
  show(<ExplainDialog difference={held} onClose={() => {}} />);
  expect(screen.getByText('Books').nextElementSibling?.textContent).toBe('₱284,637.00, in suspense');
});

test('each difference says its likely cause and next step, and who explains it where one may not [T2771]', async () => {
  const row = {
    differenceId: '1',
    provider: 'sandbox',
    currency: 'PHP',
    day: '2026-11-28',
    foundAt: '2026-11-28T00:55:00Z',
    isOwn: false,
    kind: 'payment',
    reference: 'pay_1',
    reason: 'unknown reference',
    theirs: '100',
    ours: '',
  } as const;
  answer(listDifferences, { differences: [row], isLast: true, providers: [], yesterday: '2026-11-27' });
  const person = { rights: [] as Person['rights'] } as Person;
  show(<Differences person={person} brand="*" params={{}} state="open" />);
  const line = (await screen.findByText('pay_1')).closest('tr');
  expect(line?.textContent).toContain('Somebody paid by a code that is not ours');
  expect(line?.textContent).not.toContain('–');
  expect(
    screen.getByRole('link', { name: 'Find its loan under Money in, Unknown' }).getAttribute('href'),
  ).toBe('/money-in?tab=unknown');
  expect(screen.queryByText('Actions')).toBeNull();
  expect(screen.getByText('A controller explains a difference, or passes it on.')).toBeTruthy();
});
