import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { orderId, shownOrder } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { AfterSettlement } from './AfterSettlement.tsx';

test('after a settlement the certificate is the main action, not the next loan [T3429]', async () => {
  show(<AfterSettlement details={shownOrder({ status: 'settled' })} orderId={orderId} />);
  const [borrow, certificate] = screen.getAllByRole('button');
  expect([borrow?.textContent, certificate?.textContent]).toEqual(['Borrow again', 'Get the certificate']);
  expect(borrow?.className).toContain('secondary');
  await userEvent.click(screen.getByRole('button', { name: 'Get the certificate' }));
  expect([location.pathname, new URLSearchParams(location.search).get('orderId')]).toEqual([
    '/contracts',
    orderId,
  ]);
});
