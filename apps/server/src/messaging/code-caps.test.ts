import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { expect, test } from 'vitest';
import { setUpHiram } from '../../test/support/processes/set-up.ts';

const hiram = setUpHiram();

test('a loan requests at most a hundred codes an hour from its provider, for any amounts', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const other = await hiram.borrower({ state: '180' });
  const ask = (orderId: string, context: typeof borrower.context, amount: number) =>
    hiram.send(payCode, { orderId, amount, channelNumber: '10001' }, context);
  const { data } = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const amounts = Array.from({ length: 100 }, (_, index) => data.repayAmount - index);
  for (const amount of amounts)
    expect([amount, await ask(borrower.orderId, borrower.context, amount)]).toMatchObject([
      amount,
      { success: true },
    ]);
  const rejected = await ask(borrower.orderId, borrower.context, data.repayAmount - 100);
  expect(rejected).toMatchObject({ status: 429, code: '42900' });
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  // An open code is shown again. Another loan belongs to another borrower.
  expect(await ask(borrower.orderId, borrower.context, data.repayAmount)).toMatchObject({ success: true });
  const otherAnswer = await hiram.send(instalmentDetail, { orderId: other.orderId }, other.context);
  expect(await ask(other.orderId, other.context, otherAnswer.data.repayAmount)).toMatchObject({
    success: true,
  });
  // An hour later codes are available again.
  await hiram.owner
    .updateTable('payment_code')
    .set({ issued_at: new Date(Date.now() - 61 * 60_000) })
    .where('order_id', '=', borrower.orderId)
    .where('amount', '<', data.repayAmount)
    .execute();
  expect(await ask(borrower.orderId, borrower.context, data.repayAmount - 100)).toMatchObject({
    success: true,
  });
});
