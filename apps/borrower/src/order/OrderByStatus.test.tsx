import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { due, orderId, shownOrder } from '../../test/order.ts';
import { show } from '../../test/screen.tsx';
import { OrderByStatus } from './OrderByStatus.tsx';
import { RunningOrder } from './running/RunningOrder.tsx';

test('beside a kept arrangement stand who contacted the borrower and a person to talk to [T1823]', async () => {
  const details = shownOrder({
    status: 'overdue',
    order: { due: due({ kind: 'overdue', daysLeft: -2, overdueDays: 2 }) },
    arrangement: { owed: 671_626, due: 671_626, parts: [], instalments: [] },
  });
  const shared = { details, orderId, remote: undefined, balance: null, onRate: () => undefined };
  for (const open of [
    () => show(<OrderByStatus {...shared} isCovered={false} />),
    () => show(<RunningOrder {...shared} />),
  ]) {
    open();
    const contacts = await screen.findByRole('link', { name: 'Who contacted me' });
    expect(contacts.getAttribute('href')).toBe(`/contactsOfLender?orderId=${orderId}`);
    expect(screen.getByRole('link', { name: 'Talk to a person first' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /See your choices/ })).toBeNull();
    cleanup();
  }
});
