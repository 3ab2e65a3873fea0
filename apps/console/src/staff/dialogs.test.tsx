import { inviteStaff, listRoles, listStaff } from '@hiram/contract/console/staff';
import { setLimit } from '@hiram/contract/console/staff-limits';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, answerAction, sentTo, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { InvitePerson } from './InvitePerson.tsx';
import { LimitDialog } from './LimitDialog.tsx';
import { Limits } from './Limits.tsx';

test('a limit is typed as a decimal amount and asked for in cents; an empty one is no limit [T1147]', async () => {
  answerAction(setLimit);
  const limit = { role: 'agent', action: 'loan.waive', brand: 'ph', maxPerItem: 50_000, secondPersonFrom: 0 };
  show(<LimitDialog limit={limit} brand="ph" onClose={() => undefined} />);
  const item = screen.getByLabelText(/^Max per action/);
  const day = screen.getByLabelText(/^Daily total without approval/);
  expect([item, day].map((field) => Reflect.get(field, 'value'))).toEqual(['500.00', '']);
  await userEvent.clear(item);
  await userEvent.type(item, '1,500');
  expect(item.getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(item);
  await userEvent.type(item, '1500.5');
  await waitFor(() =>
    expect(sentTo(setLimit.preview).at(-1)).toEqual({
      request: {
        role: 'agent',
        action: 'loan.waive',
        maxPerItem: 150_050,
        maxPerDay: null,
        secondPersonFrom: 0,
      },
    }),
  );
});

test('an invitation is sent to the typed address, and says what follows [T1148]', async () => {
  answer(inviteStaff, { staffId: '01a21694-a5d6-71f9-8ab0-3dcec7d4ead3', expiresAt: '2026-11-29T00:00:00Z' });
  show(<InvitePerson onClose={() => undefined} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Ana Reyes');
  await userEvent.type(screen.getByLabelText('Work address'), 'ana@hagdan.example');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText(/^Ana Reyes gets a link at ana@hagdan\.example/)).toBeTruthy();
  expect(sentTo(inviteStaff)).toEqual([{ name: 'Ana Reyes', email: 'ana@hagdan.example' }]);
});

test('a limit’s place stands in one column, also where all brands are looked at [T1793]', async () => {
  const limits = ['*', 'PHP', 'ph'].map((brand) => ({ action: 'loan.waive' as const, brand, maxPerItem: 1 }));
  answer(listRoles, { roles: [{ role: 'cashier', summary: '', rights: [], limits }] });
  answer(listStaff, { staff: [] });
  const person = { brands: [{ id: 'ph', name: 'Hagdan' }], roles: [], rights: [] } as unknown as Person;
  show(<Limits person={person} brand="*" params={{}} />);
  const table = within(await screen.findByRole('table', { name: 'Limits of the role' }));
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads.filter((head) => head === 'Where' || head === 'Brand')).toEqual(['Where']);
  for (const place of ['All brands', 'Amounts in PHP', 'Hagdan']) expect(table.getByText(place)).toBeTruthy();
});
