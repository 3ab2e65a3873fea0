import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { orderId, shownOrder } from '../../test/order.ts';
import { show } from '../../test/screen.tsx';
import type { OrderDialog } from './order-dialog.ts';
import { TipsDialog } from './TipsDialog.tsx';

const details = shownOrder({ status: 'overdue', safetyTip: 'Pay with codes alone.' });

/** The dialog of a new visit. */
async function nextVisit(): Promise<OrderDialog | undefined> {
  sessionStorage.clear();
  vi.resetModules();
  const { openDialog } = await import('./order-dialog.ts');
  return openDialog(details, orderId, []);
}

test('who understood the tips has them on another day again, not on the next visit [T2280]', async () => {
  const close = vi.fn();
  show(<TipsDialog details={details} orderId={orderId} closed={[]} onClose={close} />);
  await userEvent.click(screen.getByRole('button', { name: 'I understand' }));
  expect(close).toHaveBeenCalledWith('tips');
  expect(await nextVisit()).toBeUndefined();
  vi.setSystemTime(Date.now() + 86_400_000);
  expect(await nextVisit()).toBe('tips');
  vi.useRealTimers();
});
