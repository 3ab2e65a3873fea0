import { type DutyPeriod, listDuties, recordDutyRejections, signOffDuty } from '@hiram/contract/console/duty';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, sentTo, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Duties } from './Duties.tsx';
import { rejectedLines } from './rejected-lines.ts';

const run = {
  runId: '01999999-0000-7000-8000-0000000000ab',
  madeAt: '2026-11-05T02:00:00.000Z',
  madeBy: 'Ana Cruz',
  isOwn: false,
  rows: 6918,
  sha256: 'ab'.repeat(32),
  queryVersion: 1,
  isCorrection: false,
  rejected: [],
  rejectedCount: 0,
} as const;

function open(runs: readonly object[], right = 'duty.report', daysOver = 0): void {
  const period = {
    periodId: '01999999-0000-7000-8000-0000000000cd',
    brand: 'ph',
    authority: 'CIC',
    name: 'Monthly file of contracts',
    what: 'Every contract.',
    source: 'CIC circular 2021-01',
    isConfirmed: false,
    isEmptyFile: false,
    from: '2026-10-01',
    to: '2026-10-31',
    dueOn: '2026-11-10',
    dueAt: '2026-11-10T16:00:00.000Z',
    daysOver,
    runs,
  };
  answer(listDuties, {
    days: [{ brand: 'ph', today: '2026-11-06' }],
    periods: [period as unknown as DutyPeriod],
    coming: [],
  });
  const person = { rights: [{ right, brand: 'ph' }] } as unknown as Person;
  show(<Duties person={person} brand="ph" params={{}} />);
}

test('a file of somebody else is signed off with the receipt of the authority [T1783]', async () => {
  open([run]);
  answer(signOffDuty, {});
  expect(await screen.findByText(/let your counsel compare the due day and the columns/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Sign off/ }));
  const act = (await screen.findAllByRole('button', { name: /^Sign off/ })).at(-1);
  expect(act).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText('The authority’s receipt'), 'CIC 4711');
  if (act) await userEvent.click(act);
  await waitFor(() => expect(sentTo(signOffDuty)).toMatchObject([{ receipt: 'CIC 4711' }]));
});

test('a report is late by whole days from its due day, as a loan is [T3496]', async () => {
  open([], 'duty.report', 20);
  expect(await screen.findByText('20 days late')).toBeTruthy();
});

test('whoever made the last file has no sign-off [T1784]', async () => {
  open([{ ...run, isOwn: true }]);
  expect(await screen.findByText('You made the file: another person signs it off.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Sign off/ })).toBeNull();
});

test('lines that came back are recorded with their contract, and sent again alone [T1785]', async () => {
  expect(rejectedLines('0418, name has a point\n')).toEqual([{ key: '0418', reason: 'name has a point' }]);
  expect(rejectedLines('0418, name\n0500\n')).toBeUndefined();
  open([{ ...run, rejected: [{ key: '0418', reason: 'no TIN' }], rejectedCount: 14 }]);
  answer(recordDutyRejections, { recorded: 1 });
  expect(await screen.findByRole('button', { name: /^Make a file of the 14 lines/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Sign off/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Lines came back/ }));
  await userEvent.type(await screen.findByLabelText(/^One line each/), '1207; birth day missing');
  await userEvent.click(screen.getByRole('button', { name: /^Record/ }));
  await waitFor(() =>
    expect(sentTo(recordDutyRejections)).toEqual([
      { runId: run.runId, lines: [{ key: '1207', reason: 'birth day missing' }] },
    ]),
  );
});
