import { countUncovered, planShift, showCoverage } from '@hiram/contract/console/coverage';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { asId } from '@hiram/contract/ids';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, sentTo, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Coverage } from './Coverage.tsx';
import { PlanDialog } from './PlanDialog.tsx';

const action = {
  secondPersonFrom: 0,
  mayRequest: [],
  mayApprove: [],
  now: 1,
  least: 0,
  requests: 0,
  waiting: 0,
};
const night = {
  now: '2026-11-28T01:00:00.000Z',
  from: '2026-11-28T14:00:00.000Z',
  to: '2026-11-28T22:00:00.000Z',
  shownFrom: '2026-11-27T22:00:00.000Z',
  shownTo: '2026-11-28T22:00:00.000Z',
  people: [
    {
      staffId: asId<'staff'>('01a1faab-728d-71e6-bd97-000000000002'),
      name: 'Ana Cruz',
      roles: ['cashier'],
      mayApprove: false,
      isCaller: false,
      isSignedIn: false,
      shifts: [],
    },
  ],
  actions: [
    { ...action, action: 'loan.waive', from: '2026-11-29T01:00:00.000Z', reason: 'notAtWork' },
    { ...action, action: 'loan.writeOff', from: '2026-11-29T00:00:00.000Z', reason: 'notAtWork' },
  ],
  gaps: [{ from: '2026-11-28T14:00:00.000Z', to: '2026-11-28T22:00:00.000Z' }],
} as const satisfies StaffOutput<typeof showCoverage>;
const person = { rights: [] as Person['rights'] } as Person;

test('a gap that lasts beyond the night ends when the first action is covered again [T1367]', async () => {
  answer(showCoverage, night);
  show(<Coverage person={person} brand="ph" params={{}} />);
  expect(await screen.findByText('No approver is on shift from 22:00 to 08:00 (10 h).')).toBeTruthy();
  // The line of time is the day that ends with the gap: the band is 10 of its 24 hours.
  const times = screen.getByRole('columnheader', { name: 'Times' });
  expect(times.firstElementChild?.textContent).toBe('08:00');
  const band = screen.getByRole('row', { name: /^Nobody/ }).querySelector('i');
  const { left, width } = (band as HTMLElement).style;
  expect([Number.parseFloat(left), Number.parseFloat(width)].map(Math.round)).toEqual([58, 42]);
});

test('the line of now is not drawn at the beginning of a time that begins later [T1669]', async () => {
  // 06:33, before the 08:00 at which the line of time begins.
  answer(showCoverage, { ...night, now: '2026-11-27T22:33:00.000Z' });
  show(<Coverage person={person} brand="ph" params={{}} />);
  await screen.findByText(/^No shift/);
  expect(screen.queryByText('06:33')).toBeNull();
});

test('while somebody may approve, from when to when nobody can is said [T2322]', async () => {
  const shift = {
    shiftId: asId<'staffShift'>('01a1faab-728d-71e6-bd97-0000000000f1'),
    kind: 'shift',
  } as const;
  const ana = night.people[0];
  const duty = {
    ...shift,
    state: 'accepted',
    startsAt: '2026-11-27T22:00:00.000Z',
    endsAt: night.from,
  } as const;
  answer(showCoverage, {
    ...night,
    from: night.now,
    to: '2026-11-28T01:00:00.001Z',
    people: [{ ...ana, mayApprove: true, shifts: [duty] }],
    gaps: [],
    nextGap: { from: night.from, to: '2026-11-29T00:00:00.000Z' },
  });
  show(<Coverage person={person} brand="ph" params={{}} />);
  expect(await screen.findByText('No approver is on shift from 22:00 to 08:00.')).toBeTruthy();
  expect(screen.queryByText(/all the time/)).toBeNull();
});

test('who is signed in without a shift is told from who is not there [T2645]', async () => {
  const [ana] = night.people;
  answer(showCoverage, {
    ...night,
    people: [
      { ...ana, isSignedIn: true },
      { ...ana, name: 'Ben Reyes', staffId: asId<'staff'>('01a1faab-728d-71e6-bd97-000000000003') },
    ],
  });
  show(<Coverage person={person} brand="ph" params={{}} />);
  expect(await screen.findByText('Signed in without a shift: Ana Cruz')).toBeTruthy();
  expect(screen.getByText('No shift: Ben Reyes')).toBeTruthy();
});

test('the length of a gap is that between the minutes that are shown, beside the requests that wait for it [T3484]', async () => {
  const gap = { from: '2026-11-29T15:45:40.000Z', to: '2026-11-30T00:00:00.000Z' };
  answer(countUncovered, { requests: 7 });
  answer(showCoverage, { ...night, from: gap.from, to: '2026-11-30T02:00:00.000Z', gaps: [gap] });
  show(<Coverage person={person} brand="ph" params={{}} />);
  expect(
    await screen.findByText(/^No approver is on shift from 23:45 to 08:00 \(8 h 15 min\)\.$/),
  ).toBeTruthy();
  // The number beside the screen.
  expect(await screen.findByText(/7 requests wait now\./)).toBeTruthy();
});

test('the time shown begins with a gap that began before it, and who is signed in can approve [T2707]', async () => {
  const [ana] = night.people;
  // 05:27 to 08:00, of a day that is drawn from 06:00 on.
  const gap = { from: '2026-11-27T21:27:00.000Z', to: '2026-11-28T00:00:00.000Z' };
  answer(showCoverage, {
    ...night,
    now: '2026-11-27T21:27:00.000Z',
    from: gap.from,
    to: '2026-11-28T22:00:00.000Z',
    people: [{ ...ana, mayApprove: true, isSignedIn: true }],
    gaps: [gap],
  });
  show(<Coverage person={person} brand="ph" params={{}} />);
  expect(await screen.findByText(/able to approve: Ana Cruz\./)).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: 'Times' }).firstElementChild?.textContent).toBe('05:00');
  expect(screen.getByText('05:27')).toBeTruthy();
});

test('who has worked today is not told to have no shift: when it ended is said [T3437]', async () => {
  const [ana] = night.people;
  // 09:00 of the day that is drawn from 06:00 on; their shift ended at 05:30.
  answer(showCoverage, {
    ...night,
    people: [{ ...ana, isSignedIn: true, endedAt: '2026-11-27T21:30:00.000Z' }],
  });
  show(<Coverage person={person} brand="ph" params={{}} />);
  expect(await screen.findByText('Shift ended: Ana Cruz, at 05:30')).toBeTruthy();
  expect(screen.queryByText(/without a shift|No shift/)).toBeNull();
});

test('why nobody can approve stands with the number, and that nobody is on shift is not repeated [T3438]', async () => {
  const [waive, writeOff] = night.actions;
  history.replaceState(null, '', '/coverage?when=tonight');
  answer(showCoverage, {
    ...night,
    actions: [
      { ...waive, requests: 1 },
      { ...writeOff, requests: 1, from: undefined, reason: 'requesterOnly' },
    ],
  });
  show(<Coverage person={person} brand="ph" params={{}} />);
  expect(await screen.findByText(/^one more approver is needed/)).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Why' })).toBeNull();
  expect(screen.queryByText('nobody on shift')).toBeNull();
  history.replaceState(null, '', '/');
});

test('a plan is for the rest of the gap, with somebody who may approve what waits [T3448]', async () => {
  const bea = asId<'staff'>('01a1faab-728d-71e6-bd97-000000000003');
  const now = '2026-11-28T19:12:00.000Z';
  const [ana] = night.people;
  const [waive, writeOff] = night.actions;
  const people = [
    { ...ana, mayApprove: true },
    { ...ana, staffId: bea, name: 'Bea Navarro', mayApprove: true },
  ];
  const actions = [{ ...waive, mayApprove: ['Bea Navarro'], waiting: 2 }, writeOff];
  answer(planShift, {});
  show(<PlanDialog shown={{ ...night, now, people, actions }} brand="ph" onClose={() => undefined} />);
  expect(screen.getByLabelText('When').textContent).toContain('the gap, 03:12 to 08:00');
  await userEvent.click(screen.getByRole('button', { name: /^Ask Bea Navarro/ }));
  const endsAt = '2026-11-29T00:00:00.000Z';
  await waitFor(() =>
    expect(sentTo(planShift)).toEqual([{ staffId: bea, kind: 'onCall', startsAt: now, endsAt }]),
  );
});

test('the hour for which all actions wait stands once, in the head of its column [T4122]', async () => {
  const from = '2026-11-29T00:00:00.000Z';
  answer(showCoverage, { ...night, actions: night.actions.map((one) => ({ ...one, now: 1, from })) });
  history.replaceState(null, '', '/coverage?when=tonight');
  show(<Coverage person={person} brand="ph" params={{}} />);
  expect(await screen.findByRole('columnheader', { name: 'Tonight; next from 08:00' })).toBeTruthy();
  expect(screen.getAllByText('nobody yet')).toHaveLength(2);
  expect(screen.queryByText('from 08:00')).toBeNull();
  history.replaceState(null, '', '/');
});
