import { listRoles, listStaff } from '@hiram/contract/console/staff';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Limits } from './Limits.tsx';

test('the limits of one’s own role have no button, and say so [T3485]', async () => {
  const limits = [{ action: 'loan.waive', brand: 'ph', secondPersonFrom: 0 }];
  const roles = ['admin', 'cashier'].map((role) => ({ role, summary: '', rights: [], limits }));
  answer(listRoles, { roles });
  answer(listStaff, { staff: [] });
  const person = {
    brands: [{ id: 'ph', name: 'Hagdan' }],
    roles: [{ role: 'admin', brand: '*' }],
    rights: [{ right: 'staff.setLimit', brand: '*' }],
  } as unknown as Person;
  show(<Limits person={person} brand="ph" params={{}} />);
  const table = async () => within(await screen.findByRole('table', { name: 'Limits of the role' }));
  const buttons = (await table()).getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(buttons).toEqual(['Change the limit of Cashier: Waive a debt']);
  await userEvent.click(screen.getByRole('button', { name: 'Administrator' }));
  expect(await screen.findByText(/It is your own role/)).toBeTruthy();
  expect((await table()).queryByRole('button')).toBeNull();
});
