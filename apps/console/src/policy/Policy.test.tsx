import {
  activatePolicy,
  findPolicyFaults,
  listPolicies,
  replayPolicy,
  savePolicyDraft,
  showPolicy,
  showPolicyShadow,
} from '@hiram/contract/console/policy';
import { lookAtCase, whoMay } from '@hiram/contract/console/work';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { answer, answerAction, answerBy, sentTo, show } from '../../test/screen.tsx';
import type { Person, ScreenProps } from '../app/person.ts';
import { Compare } from './Compare.tsx';
import { Draft } from './Draft.tsx';
import { Policy } from './Policy.tsx';

const rule = (id: string, value: number) => ({
  id,
  if: { fact: 'velocity.deviceApplications24h', op: '>=', value },
  // biome-ignore lint/suspicious/noThenProperty: a rule's own name for it
  then: 'refer',
  reason: 'sharedDevice',
  missing: 'skip',
});

const policyWith = (often: number, max: number) => ({
  brand: 'ph',
  stages: [
    { name: 'law', rules: [] },
    { name: 'fraud', rules: [rule('often', often)] },
    { name: 'bureau', rules: [] },
    { name: 'scorecard', base: 0, cards: [], bands: [] },
    { name: 'affordability', maxShare: 400_000, debts: [], reason: 'unaffordable' },
    { name: 'limit', ladder: [{ settled: 0, max }], reason: 'limit' },
  ],
});

const versions = [
  { version: 15, state: 'checked', isInEffect: false, createdBy: 'Grace Tan' },
  { version: 14, state: 'active', isInEffect: true, createdBy: 'Grace Tan' },
].map((each) => ({ ...each, note: '', sha256: `${each.version}`, createdAt: '2026-11-18T02:00:00.000Z' }));

const shown = (version: number, state?: string) => ({
  ...versions.find((each) => each.version === version),
  ...(state === undefined ? {} : { state }),
  fired: [{ line: 'fraud often', count: 41 }],
  decisions: 640,
  body: JSON.stringify(version === 15 ? policyWith(2, 700_000) : policyWith(3, 800_000)),
  products: ['baitang'],
});

const personWith = (...rights: string[]) =>
  ({
    brands: [{ id: 'ph', name: 'Hagdan' }],
    rights: rights.map((right) => ({ right, brand: 'ph' })),
  }) as unknown as Person;

let at: ReturnType<typeof memoryLocation>;

/** Opens an address of the policy screens. */
function open(
  Screen: (props: ScreenProps) => ReactNode,
  path: string,
  address: string,
  person: Person,
): void {
  at = memoryLocation({ path: address, record: true });
  show(
    <Router hook={at.hook} searchHook={at.searchHook}>
      <Route path={path}>{(params) => <Screen person={person} brand="ph" params={params} />}</Route>
    </Router>,
  );
}

beforeEach(() => {
  answer(listPolicies, { versions });
  answerBy(showPolicy, (input) => shown((input as { version: number }).version));
  answer(showPolicyShadow, { days: [{ day: '2026-11-18', same: 571, stricter: 26, milder: 15 }] });
  answer(whoMay, { people: [{ name: 'Grace Tan' }, { name: 'Nina Castro' }] });
  answer(lookAtCase, { readers: [] });
  answer(findPolicyFaults, { faults: [] });
});

const all = personWith('policy.read', 'policy.edit', 'policy.activate');
const openVersion = (person: Person) => open(Policy, '/policy/:brand/:version', '/policy/ph/15', person);

test('a version marks the lines that differ from the active one, with what they were [T1443]', async () => {
  openVersion(all);
  const line = (await screen.findByText('Another borrower uses the same phone')).closest('tr');
  await waitFor(() => expect(line?.dataset.changed).toBe(''));
  expect(line?.textContent).toContain('Applications from the phone in a day: at least 2');
  expect(line?.querySelector('del')?.textContent).toContain('at least 3');
  expect(within(line as HTMLElement).getByText('41')).toBeTruthy();
  const amounts = screen.getAllByText('₱7,000.00');
  const [first, inTable] = amounts.map(
    (amount) => amount.closest('li, tr')?.querySelector('del')?.textContent,
  );
  expect([amounts.length, first, inTable]).toEqual([2, '₱8,000.00', '₱8,000.00']);
});

test('a version that may be activated says above its stages how many decisions would differ [T3463]', async () => {
  answer(replayPolicy, report);
  openVersion(all);
  expect(await screen.findByText('200 of the last 1200 decisions differ')).toBeTruthy();
  expect(sentTo(replayPolicy)).toEqual([{ from: 14, version: 15, last: 1_000 }]);
});

test('who may activate a checked version requests it from a second person [T1444]', async () => {
  answerAction(activatePolicy, { verdict: 'secondPerson', isAlwaysTwo: true });
  openVersion(all);
  await userEvent.click(await screen.findByRole('button', { name: /^Request activation/ }));
  await userEvent.type(await screen.findByLabelText(/^Reason/), 'Fewer second phones.');
  await userEvent.click(await screen.findByRole('button', { name: /^Ask for approval/ }));
  await waitFor(() => expect(sentTo(activatePolicy.submit)).toMatchObject([{ request: { version: 15 } }]));
});

test('who may only read neither edits nor requests [T1445]', async () => {
  openVersion(personWith('policy.read'));
  await screen.findByText('Another borrower uses the same phone');
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Request activation/ })).toBeNull();
});

test('a draft edited in forms is saved as the policy that the forms show [T1446]', async () => {
  answer(savePolicyDraft, { version: 16 });
  open(Draft, '/policy/:brand/:version/edit', '/policy/ph/15/edit', all);
  const max = await screen.findByLabelText('Up to');
  await userEvent.clear(max);
  await userEvent.type(max, '6,500');
  const edge = screen.getByLabelText('Value');
  await userEvent.clear(edge);
  await userEvent.type(edge, '4');
  const save = screen.getByRole('button', { name: /^Save as a draft/ });
  await waitFor(() => expect(save).toHaveProperty('disabled', false));
  await userEvent.click(save);
  await waitFor(() => expect(sentTo(savePolicyDraft)).toHaveLength(1));
  const [sent] = sentTo(savePolicyDraft) as { body: string; version?: number }[];
  expect(JSON.parse(sent?.body ?? '')).toEqual(policyWith(4, 650_000));
  expect(sent?.version).toBeUndefined();
});

test('a draft with a fault names its line there, and is not saved [T1447]', async () => {
  answer(findPolicyFaults, {
    faults: [{ path: 'stages.1.rules.0', fault: 'often can never fire' }],
  });
  open(Draft, '/policy/:brand/:version/edit', '/policy/ph/15/edit', all);
  const line = await screen.findByRole('group', { name: 'Rule often' });
  expect((await within(line).findByRole('alert')).textContent).toBe('often can never fire');
  expect(screen.getByRole('button', { name: /^Save as a draft/ })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: 'stages.1.rules.0' }));
  expect(document.activeElement).toBe(line);
});

test('a condition becomes a group of two, and one again [T1448]', async () => {
  open(Draft, '/policy/:brand/:version/edit', '/policy/ph/15/edit', all);
  await userEvent.click(await screen.findByRole('button', { name: 'Another condition for often' }));
  expect(await screen.findByLabelText('Fact of often 2')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Take out condition 2' }));
  expect(screen.queryByLabelText('Fact of often 2')).toBeNull();
  expect(screen.getByLabelText('Fact of often')).toHaveProperty('value', 'velocity.deviceApplications24h');
});

const report = {
  replayed: 1_200,
  matrix: [
    { active: 'approve', draft: 'approve', count: 1_000 },
    { active: 'approve', draft: 'refer', count: 120 },
    { active: 'refuse', draft: 'approve', count: 80 },
  ],
  offered: { active: 100_000_00, draft: 90_000_00 },
  loans: [
    { outcome: 'rejected', loans: 8, lent: 500_000, par30: 4, firstMissed: 2 },
    { outcome: 'smaller', loans: 2, lent: 100_000, par30: 1, firstMissed: 0 },
    { outcome: 'unchanged', loans: 90, lent: 9_000_000, par30: 5, firstMissed: 3 },
  ],
  groups: [
    { by: 'age', name: '25 to 34', applications: 600, active: 400, draft: 390, isBelow: false },
    { by: 'age', name: '65 and older', applications: 60, active: 30, draft: 20, isBelow: true },
  ],
  alone: [{ place: 'fraud often', changed: 71 }],
};

test('two versions are compared line by line, by their decisions, and by group [T1449]', async () => {
  answer(replayPolicy, report);
  open(Compare, '/policy/:brand/compare', '/policy/ph/compare?from=14&to=15', all);
  const line = (
    await screen.findByRole('rowheader', { name: /^Another borrower uses the same phone/ })
  ).closest('tr');
  await waitFor(() => expect(line?.textContent).toMatch(/at least 3.*at least 2.*71$/));
  expect(sentTo(replayPolicy)).toEqual([{ from: 14, version: 15, last: 1_000 }]);
  expect(
    await screen.findByText(/^1000 keep their outcome, 120 get a stricter one, 80 a milder one/),
  ).toBeTruthy();
  const all100 = screen.getByRole('rowheader', { name: 'All of them' }).closest('tr');
  expect(all100?.textContent).toContain('100₱96,000.005%10%');
  const group = screen.getByRole('rowheader', { name: 'Age: 65 and older' }).closest('tr');
  expect(group?.textContent).toContain('below four fifths');
  expect(screen.getByText(/^Below four fifths: 65 and older/)).toBeTruthy();
});
