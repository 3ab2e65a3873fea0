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

test('limits and rights are told in words, the rights by the screen that they open [T4120]', async () => {
  const limits = [
    { action: 'cost', brand: 'ph', maxPerDay: 5_000_000 },
    { action: 'loan.waive', brand: 'ph', maxPerItem: 500_000, maxPerDay: 100_000, secondPersonFrom: 30_000 },
    { action: 'loan.refund', brand: 'ph', secondPersonFrom: 0 },
    { action: 'funnel.pause', brand: 'ph' },
  ];
  const rights = ['loan.read', 'loan.waive', 'work.read', 'view.save'];
  answer(listRoles, { roles: [{ role: 'cashier', summary: '', rights, limits }] });
  const seen = { passkeys: 1, sessions: 1, lastSeenAt: '' };
  const member = { ...seen, state: 'active', name: 'Ben Cruz', roles: [{ role: 'cashier', brand: 'ph' }] };
  const emails = ['ben@hagdan.example', 'cruz@hagdan.example'];
  answer(listStaff, { staff: emails.map((email) => ({ ...member, staffId: email, email })) });
  const person = { brands: [{ id: 'ph', name: 'Hagdan' }], roles: [], rights: [] } as unknown as Person;
  show(<Limits person={person} brand="ph" params={{}} />);
  const rowsOf = async (name: string) =>
    within(await screen.findByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent).slice(0, 2));
  expect(await rowsOf('Limits of the role')).toEqual([
    [
      'Cost of everything done alone',
      'Alone up to ₱50,000.00 a day for everything together, above it with a second person.',
    ],
    [
      'Waive a debt',
      'Alone below ₱300.00, up to ₱1,000.00 a day, above it with a second person; never more than ₱5,000.00 at once.',
    ],
    ['Record a refund', 'Always with a second person.'],
    ['Pause a source of visitors', 'Alone, whatever the amount.'],
  ]);
  expect(await rowsOf('Rights of the role by screen')).toEqual([
    ['Work', 'See the work listSave views of lists'],
    ['Loans', 'See loansWaive a debt'],
  ]);
  expect(
    await screen.findByText(/Held by Ben Cruz \(ben@hagdan\.example\), Ben Cruz \(cruz@hagdan\.example\)\./),
  ).toBeTruthy();
});
