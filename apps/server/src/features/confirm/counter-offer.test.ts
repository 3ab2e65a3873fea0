import { confirmDetail, loanPush } from '@hiram/contract/confirm';
import { homeIndex, productApply, productDetail } from '@hiram/contract/home';
import { storedContracts } from '@hiram/contract/info';
import { declineOffer, loanDetails, orderList } from '@hiram/contract/order';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { agree, borrowerOfferedLess } from '../../../test/support/borrowers/counter-offer.ts';
import { orderRowOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });

const details = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data;

test('an application for too much stays at 21 with both loans side by side, and is texted [T1426]', async () => {
  const borrower = await borrowerOfferedLess(hiram);
  const { orderStatus, noticeDesText, counterOffer } = await details(borrower);
  expect(orderStatus).toBe(21);
  expect(noticeDesText).toMatch(/^We can lend you ₱5,000\.00\. You can take it until /);
  expect(counterOffer).toMatchObject({
    asked: { amount: 1_000_000, receive: 980_000 },
    offered: { amount: 500_000, receive: 490_000 },
    periods: 4,
  });
});

test('home and the list of orders name a smaller offer that waits, as its page does [T1664]', async () => {
  const { context } = await borrowerOfferedLess(hiram);
  const statusText = 'We can lend you less';
  expect((await hiram.send(homeIndex, {}, context)).data.order).toMatchObject({ statusText });
  expect((await hiram.send(orderList, {}, context)).data.list).toMatchObject([{ statusText }]);
});

test('who applies beside an open application reads of an application, not only of a loan [T1964]', async () => {
  const { productId, context } = await hiram.borrower({ state: '21' }, 'ph');
  expect(await hiram.send(productApply, { productId }, context)).toMatchObject({
    code: '20103',
    message: 'You already have a loan or an application with us. You can apply again once it is over.',
  });
});

test('a smaller offer, its product and its confirmation say the same repayments [T1342]', async () => {
  const borrower = await borrowerOfferedLess(hiram);
  const { productId, context } = borrower;
  const { counterOffer } = await details(borrower);
  const { data: product } = await hiram.send(productDetail, { productId, amount: 500_000 }, context);
  const { data: confirm } = await hiram.send(confirmDetail, { productId, amount: 500_000 }, context);
  const { receive = 0, repayment = 0, cost = 0 } = counterOffer?.offered ?? {};
  const periods = counterOffer?.periods ?? 0;
  const last = receive + cost - (periods - 1) * repayment;
  const repayments = [...Array<number>(periods - 1).fill(repayment), last];
  expect(repayments).toEqual([142_318, 142_318, 142_318, 142_320]);
  expect(product.repay_plans.map(({ amount }) => amount)).toEqual(repayments);
  expect(confirm.repay_plans.map(({ amount }) => amount)).toEqual(repayments);
});

test('taking the smaller offer needs its own statement and agreements, and keeps the former ones [T1427]', async () => {
  const borrower = await borrowerOfferedLess(hiram);
  const { productId, orderId, context } = borrower;
  const without = { productId, amount: 500_000, periods: 120, termUnit: 'day' as const };
  expect(await hiram.send(loanPush, without, context)).toMatchObject({ success: false, code: '20109' });
  const other = await hiram.send(confirmDetail, { productId, amount: 450_000 }, context);
  expect(other).toMatchObject({ success: false, code: '20103' });
  const taken = await agree(hiram, borrower, 500_000);
  expect(taken.success, taken.message).toBe(true);
  expect(taken.data.lendDetailsUrl).toContain(orderId);
  expect((await details(borrower)).orderStatus).toBe(151);
  const order = await orderRowOf(hiram, orderId);
  expect([order.amount, order.terms.principal]).toEqual([500_000, 500_000]);
  const agreements = await hiram.owner
    .selectFrom('agreement')
    .select(['position', 'version'])
    .where('order_id', '=', orderId)
    .orderBy('version')
    .orderBy('position')
    .execute();
  expect(agreements.map(({ position, version }) => [position, version])).toEqual([
    [0, 1],
    [1, 1],
    [0, 2],
    [1, 2],
  ]);
  expect((await hiram.send(storedContracts, { orderId }, context)).data.list).toHaveLength(4);
});

test('an offer that is declined ends the application, and nobody else declines it [T1428]', async () => {
  const [borrower, other] = [await borrowerOfferedLess(hiram), await borrowerOfferedLess(hiram)];
  const { orderId } = borrower;
  expect(await hiram.send(declineOffer, { orderId }, other.context)).toMatchObject({ status: 404 });
  expect(await hiram.send(declineOffer, { orderId }, borrower.context)).toMatchObject({ success: true });
  expect((await details(borrower)).orderStatus).toBe(110);
  expect(await hiram.send(declineOffer, { orderId }, borrower.context)).toMatchObject({ code: '30104' });
  const again = await hiram.send(confirmDetail, { productId: borrower.productId }, borrower.context);
  expect(again).toMatchObject({ success: true, data: { amount: 500_000 } });
});

test('the database lets nobody change the amount of an order beyond its smaller offer [T1429]', async () => {
  const borrower = await borrowerOfferedLess(hiram);
  const change = (amount: number, status: string) =>
    sql`update loan_order set amount = ${amount}, status = ${status}::order_status where id = ${borrower.orderId}`.execute(
      hiram.owner,
    );
  await expect(change(900_000, 'applied')).rejects.toThrow('only the smaller offer');
  await expect(change(900_000, 'approved')).rejects.toThrow('only the smaller offer');
  // Neither by a stored decision that offers more than was asked for.
  const more = sql`update loan_order set decision = jsonb_set(decision, '{offered,amount}', to_jsonb(amount + 1))
    where id = ${borrower.orderId}`;
  await more.execute(hiram.owner);
  const taken = sql`update loan_order set amount = amount + 1, status = 'approved',
    terms = jsonb_set(terms, '{principal}', to_jsonb(amount + 1)) where id = ${borrower.orderId}`;
  await expect(taken.execute(hiram.owner)).rejects.toThrow('only the smaller offer');
});

test('an offer that nobody takes lapses after its days [T1430]', async () => {
  const borrower = await borrowerOfferedLess(hiram);
  const { offerDays = 0 } = hiram.server.appContext.brands.get('ph') ?? {};
  await hiram.days(offerDays + 1);
  expect((await details(borrower)).orderStatus).toBe(110);
  expect(await agree(hiram, borrower, 500_000)).toMatchObject({ success: true });
});

test('a lapsed offer says that it was not taken [T1923]', async () => {
  const borrower = await borrowerOfferedLess(hiram);
  const { offerDays = 0 } = hiram.server.appContext.brands.get('ph') ?? {};
  await hiram.days(offerDays + 1);
  expect((await details(borrower)).noticeDesText).toMatch(/^It was not taken\. Nothing is owed/);
});
