import type { DueCard } from '@hiram/contract/order';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { due, shownOrder } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { OrderLead } from './OrderLead.tsx';

const arranged = (over: Partial<DueCard>) =>
  shownOrder({
    status: 'overdue',
    order: { due: due({ kind: 'arranged', overdueDays: 0, ...over }) },
    arrangement: { owed: 1_498_080, due: 0, next: { date: '2026-12-31', amount: 749_040 } },
  });

test('a kept arrangement is led by its next part; what is late beside it leads as late [T1555]', () => {
  show(<OrderLead details={arranged({ repayAmount: 749_040, dueDate: '2026-12-31', daysLeft: 12 })} />);
  expect(screen.getByText('₱7,490.40')).toBeTruthy();
  expect(screen.getByText(/Due .*Dec/)).toBeTruthy();
  expect(screen.queryByText(/late/)).toBeNull();
  cleanup();
  show(<OrderLead details={arranged({ repayAmount: 398_256, overdueDays: 3, daysLeft: 0 })} />);
  expect(screen.getByText('₱3,982.56')).toBeTruthy();
  expect(screen.getByText(/3 days late/)).toBeTruthy();
});
