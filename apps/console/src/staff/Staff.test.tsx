import { listStaff } from '@hiram/contract/console/staff';
import { listRecoveries } from '@hiram/contract/console/staff-recovery';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Staff } from './Staff.tsx';

test('nobody is offered a change of their own roles [T3493]', async () => {
  const member = { email: '', state: 'active', roles: [], passkeys: 1, sessions: 1, lastSeenAt: '' };
  answer(listStaff, {
    staff: [
      { ...member, staffId: 'a', name: 'Ana Cruz' },
      { ...member, staffId: 'b', name: 'Bea Navarro' },
    ],
  });
  answer(listRecoveries, { recoveries: [] });
  const rights = ['staff.assignRoles', 'staff.invite', 'staff.recover'];
  const person = { staffId: 'a', rights: rights.map((right) => ({ right, brand: '*' })) };
  show(<Staff person={person as unknown as Person} brand="ph" params={{}} />);
  expect(await screen.findByRole('button', { name: 'Change the roles of Bea Navarro' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change the roles of Ana Cruz' })).toBeNull();
});
