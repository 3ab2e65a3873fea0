import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { due, shownOrder } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { OrderLead } from './OrderLead.tsx';

const arranged = (pay: { readonly amount: number; readonly date: string; readonly isLate: boolean }) =>
  shownOrder({
    status: 'overdue',
    order: { due: due({ kind: 'overdue', overdueDays: 3, repayAmount: 1_896_336 }) },
    arrangement: { owed: 1_498_080, due: 0, next: { date: '2026-12-31', amount: 749_040 }, pay },
  });

test('a kept arrangement is led by its next part; what is late beside it leads as ever [T1555]', () => {
  show(<OrderLead details={arranged({ amount: 749_040, date: '2026-12-31', isLate: false })} />);
  expect(screen.getByText('₱7,490.40')).toBeTruthy();
  expect(screen.getByText(/To pay by .*Dec/)).toBeTruthy();
  expect(screen.queryByText(/late/)).toBeNull();
  cleanup();
  show(<OrderLead details={arranged({ amount: 398_256, date: '2026-12-18', isLate: true })} />);
  expect(screen.getByText('₱18,963.36')).toBeTruthy();
});
