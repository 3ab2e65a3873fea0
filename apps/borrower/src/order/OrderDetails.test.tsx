import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { due, orderId, shownOrder } from '../../test/order.ts';
import { show } from '../../test/screen.tsx';
import { OrderDetails } from './OrderDetails.tsx';
import { choiceStore } from './running/shown.ts';

test('the page of a running loan tells of a payment that was taken back before its story [T2719]', async () => {
  const details = shownOrder({
    status: 'dueSoon',
    statusTitle: 'A payment was taken back',
    statusText: 'Pay it again by then.',
    isReversed: true,
    order: { due: due() },
  });
  show(
    <OrderDetails
      details={details}
      orderId={orderId}
      hasArrived={false}
      isCovered={false}
      remote={{ store: choiceStore(), controls: undefined, atRest: [], move: () => undefined }}
      onRate={() => undefined}
    />,
  );
  const notice = await screen.findByRole('region', { name: 'A payment was taken back' });
  expect(notice.textContent).toContain('Pay it again by then.');
});
