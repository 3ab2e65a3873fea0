import { countApprovals, listApprovals } from '@hiram/contract/console/approval';
import type { Right } from '@hiram/contract/console/rights';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
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
