import { countApprovals, listApprovals } from '@hiram/contract/console/approval';
import { showApprovalCase } from '@hiram/contract/console/approval-case';
import type { Right } from '@hiram/contract/console/rights';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Route, Switch } from 'wouter';
import { answer, sentTo, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Approvals } from './Approvals.tsx';

/** The names of the lists that a person with these rights may choose, the chosen one marked. */
async function listsOf(...rights: readonly Right[]): Promise<readonly string[]> {
  answer(listApprovals, { approvals: [], isLast: true });
  answer(countApprovals, { forMe: 0, mine: 2, approvers: ['Elena Ramos'] });
  history.replaceState(null, '', '/approvals');
  const person: Pick<Person, 'rights'> = { rights: rights.map((right) => ({ right, brand: 'ph' })) };
  show(<Approvals person={person as Person} brand="ph" params={{}} />);
  await screen.findByText('Nothing here.');
  const tabs = within(screen.getByRole('group', { name: 'Which requests' })).getAllByRole('button');
  const names = tabs.map(
    (tab) => `${tab.getAttribute('aria-pressed') === 'true' ? '*' : ''}${tab.firstChild?.textContent}`,
  );
  cleanup();
  return names;
}

test('who may approve nothing begins with their own requests, without a list of others’ [T1327]', async () => {
  expect(await listsOf('approval.read')).toEqual(['*Mine', 'Done']);
  expect(sentTo(listApprovals)).toEqual([{ state: 'mine' }]);
  // The right of an area says which requests, not that its holder may approve at all.
  expect(await listsOf('approval.read', 'books.approveRequest')).toEqual(['*Mine', 'Done']);
  expect(await listsOf('approval.read', 'approval.approve')).toEqual(['*For me', 'Mine', 'Done']);
});

const orderId = '01a1faab-728d-71e6-bd97-000000000001';
const approval = {
  approvalId: '01a1faab-728d-71e6-bd97-0000000000a1',
  action: 'loan.writeOff',
  brand: 'ph',
  state: 'waiting',
  subject: `loan_order ${orderId}`,
  orderId,
  reference: '',
  reason: 'Not traceable',
  amount: 1_000_000,
  requestedBy: 'Carlo Reyes',
  messages: 0,
  isAsked: false,
  requestedAt: '2026-11-29T11:44:00.000Z',
  expiresAt: '2026-12-06T11:44:00.000Z',
  isOwn: true,
  effect: [],
};
const none = { count: 0, approved: 0, rejected: 0, smaller: 0, rows: [] };
const ownCase = {
  approval,
  effect: { lines: [], notes: [], facts: [] },
  digest: '0e47a62c',
  why: { rule: 'fromAmount', limit: 0 },
  mayApprove: false,
  mayReject: false,
  loan: { daysLate: 2, due: 285_585, owed: 1_139_496 },
  requester: {
    name: 'Carlo Reyes',
    roles: [],
    today: { count: 0, amount: 0 },
    month: { approved: 0, rejected: 0, changed: 0 },
  },
  evidence: [],
  similar: none,
  checks: [],
  messages: [],
  approvers: ['Elena Ramos'],
  task: { kind: 'screeningHit', dueAt: '2026-11-30T11:44:00.000Z' },
};
const person = { rights: [{ right: 'approval.read', brand: 'ph' }], brands: [] } as never;
const screens = (
  <Switch>
    <Route path="/approvals/:approvalId?">
      {(params) => <Approvals person={person} brand="ph" params={params as never} />}
    </Route>
  </Switch>
);

test('beside the list the first request is opened by itself, with its deadlines; on a narrow page none is [T2582]', async () => {
  answer(listApprovals, { approvals: [approval], isLast: true });
  answer(countApprovals, { forMe: 0, mine: 1, approvers: ['Elena Ramos'] });
  answer(showApprovalCase, ownCase);
  for (const isWide of [false, true]) {
    vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
    history.replaceState(null, '', '/approvals');
    show(screens);
    if (isWide) {
      // What needs a second person at any amount is not told by a limit of nothing.
      expect(await screen.findByText('This always needs a second person.')).toBeTruthy();
      expect(screen.getByText('The loan is only 2 days late.')).toBeTruthy();
      expect(screen.queryByText(/0 others/)).toBeNull();
      // Each deadline says whose it is, and what happens when it passes.
      const ofTerm = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
      expect(ofTerm('The request ends')).toMatch(
        /6 Dec 2026.*Nothing is done then: you can request it again/,
      );
      expect(ofTerm('Possible match: promised by')).toMatch(/30 Nov 2026.*over its time under Work/);
    } else expect(await screen.findByText('Choose a request')).toBeTruthy();
    cleanup();
  }
  // The last one, just closed, is not opened again while the list still has it.
  history.replaceState({ closed: approval.approvalId }, '', '/approvals');
  show(screens);
  expect(await screen.findByText('Choose a request')).toBeTruthy();
  vi.unstubAllGlobals();
});

test('the requester reads who may approve and until when, and can withdraw: nothing that a decision needs [T3435]', async () => {
  answer(listApprovals, { approvals: [approval], isLast: true });
  answer(countApprovals, { forMe: 0, mine: 1, approvers: ['Elena Ramos'] });
  const isNow = { approversFrom: '2026-11-29T11:44:00.000Z' };
  answer(showApprovalCase, { ...ownCase, ...isNow });
  history.replaceState(null, '', `/approvals/${approval.approvalId}`);
  show(screens);
  const waits = await screen.findByText(/It waits for Elena Ramos, and ends:/);
  expect(waits.textContent).toMatch(/6 Dec 2026/);
  expect(
    screen.getAllByRole('button', { name: /Withdraw|Approve|Reject/ }).map((one) => one.textContent),
  ).toEqual(['Withdraw']);
  const ofDecision = ['Carlo Reyes today', 'Similar, last 30 days', 'Checks'];
  for (const card of [...ofDecision, 'Said about it']) expect(screen.queryByText(card), card).toBeNull();
  cleanup();
  // A question is answered here.
  const question = { by: 'Elena Ramos', isOwn: false, at: '2026-11-29T12:00:00.000Z', body: 'Why?' };
  answer(showApprovalCase, { ...ownCase, ...isNow, messages: [question] });
  show(screens);
  expect(await screen.findByText('Said about it')).toBeTruthy();
  for (const card of ofDecision) expect(screen.queryByText(card), card).toBeNull();
  cleanup();
  // Nor has anybody else who may neither approve nor reject it.
  answer(showApprovalCase, { ...ownCase, ...isNow, approval: { ...approval, isOwn: false } });
  show(screens);
  expect(await screen.findByText(/It waits for Elena Ramos, and ends:/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Withdraw|Approve|Reject/ })).toBeNull();
});

test('another list leaves the request that is open [T3436]', async () => {
  answer(listApprovals, { approvals: [approval], isLast: true });
  answer(countApprovals, { forMe: 0, mine: 1, approvers: ['Elena Ramos'] });
  answer(showApprovalCase, ownCase);
  history.replaceState(null, '', `/approvals/${approval.approvalId}`);
  show(screens);
  await screen.findByRole('button', { name: 'Withdraw' });
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(`${location.pathname}${location.search}`).toBe('/approvals?list=closed');
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});
