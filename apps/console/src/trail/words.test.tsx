import type { TrailEntry } from '@hiram/contract/console/trail';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import { aboutOf, useReasonWords, useSentence } from './words.ts';

const id = '01a2240d-64d9-77d3-a20d-928d9a816d31';
const entry = (changed: Partial<TrailEntry>): TrailEntry =>
  ({
    key: 'k',
    kind: 'did',
    at: '2026-11-29T05:26:00Z',
    staffId: 's',
    staffName: 'Elena Ramos',
    actor: 'call x',
    login: '',
    action: 'insert',
    subject: 'note',
    subjectId: id,
    borrowerId: id,
    detail: '',
    reason: '',
    isCovered: true,
    ...changed,
  }) as TrailEntry;

function Told({ entries }: { readonly entries: readonly TrailEntry[] }) {
  const sentence = useSentence();
  const why = useReasonWords();
  return entries.map((one) => (
    <li key={one.subject + one.detail + one.name}>{`${sentence(one)}. ${why(one.reason)}`}</li>
  ));
}

test('the trail says in words who did what to what, without a table’s name or a code [T1667]', () => {
  const read = { kind: 'read', action: 'read' } as const;
  show(
    <Told
      entries={[
        entry({}),
        entry({
          subject: 'payout',
          action: 'update',
          staffName: undefined,
          staffId: undefined,
          actor: 'call sandboxPayout',
          detail: 'state sent to paid',
          amount: 500_000,
        }),
        entry({
          subject: 'payout',
          action: 'update',
          staffName: undefined,
          staffId: undefined,
          actor: 'provider xendit',
          detail: 'account_id, amount',
        }),
        entry({ subject: 'loan_order', action: 'update', detail: 'status dueSoon to active' }),
        entry({
          subject: 'approval',
          action: 'update',
          detail: 'state waiting to done',
          name: 'loan.waive',
          amount: 20_000,
        }),
        entry({ subject: 'loan_event', name: 'waived', amount: 20_000 }),
        entry({ ...read, subject: 'list', subjectId: `approval ${id}`, detail: 'fullName' }),
        entry({ ...read, subject: 'loan_order', detail: 'loan', reason: 'decides on loan.waive' }),
        entry({ ...read, subject: 'screening_hit', detail: 'hit' }),
      ]}
    />,
  );
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Elena Ramos wrote a note about B-9A81-6D31. ',
    'The sandbox confirmed that B-9A81-6D31 got the payout, ₱5,000.00. ',
    'The provider xendit changed the account for the payout to B-9A81-6D31. ',
    'Elena Ramos changed the loan L-9A81-6D31: Due soon → Running. ',
    'Elena Ramos approved: waive a debt, ₱200.00. ',
    'Elena Ramos waived a debt of B-9A81-6D31, ₱200.00. ',
    'Elena Ramos saw names on Approvals. ',
    'Elena Ramos opened the loan L-9A81-6D31. to decide on a request: Waive a debt',
    'Elena Ramos opened the match with a list of B-9A81-6D31. ',
  ]);
  expect(aboutOf(entry({ subject: 'complaint' })).href).toBe(`/complaints/${id}`);
  expect(aboutOf(entry({})).href).toBe(`/borrower/${id}`);
});

test('an entry about a complaint leads to the complaint and to its borrower, each by its name [T2092]', () => {
  show(<EntryPanel entry={entry({ subject: 'complaint' })} brand="ph" change={() => {}} />);
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Complaint', `/complaints/${id}`],
    ['B-9A81-6D31', `/borrower/${id}`],
  ]);
});

test('the trail says that a person signed in and that the policy decided, and names no key [T2323]', () => {
  const borrower = { staffId: undefined, staffName: undefined };
  show(
    <Told
      entries={[
        entry({ subject: 'staff_session', borrowerId: undefined }),
        entry({ ...borrower, subject: 'decision_run' }),
        entry({ ...borrower, subject: 'session', action: 'update', detail: 'page_proof' }),
      ]}
    />,
  );
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Elena Ramos signed in. ',
    'The policy decided about B-9A81-6D31. ',
    'The borrower opened the app: B-9A81-6D31. ',
  ]);
});
