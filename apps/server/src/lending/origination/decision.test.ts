import { loanDetails } from '@hiram/contract/order';
import { delayDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { localDate } from '@hiram/loan';
import { expect, test } from 'vitest';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { onStatement } from '../../platform/database/statements/finished-statements.ts';
import { newTrace, runInTrace, traceNow } from '../../platform/tracing/trace.ts';
import { ageOn } from '../borrowers/age.ts';
import { decideOrder } from './decision/decide-order.ts';

test('TERM-06 a person born on 29 February comes of age on 1 March', () => {
  expect(ageOn('2008-02-29', localDate('2026-02-28'))).toBe(17);
  expect(ageOn('2008-02-29', localDate('2026-03-01'))).toBe(18);
});

const hiram = setUpHiram();

test('TERM-02 a decision is promised within a day and crediting within three', async () => {
  const { db } = hiram.server.appContext;
  const borrower = await hiram.borrower({ state: '21' });
  const paying = await hiram.borrower({ state: '151', with: { inside: 0 } });
  const promises = await db
    .selectFrom('late_promise')
    .selectAll()
    .where('order_id', 'in', [borrower.orderId, paying.orderId])
    .execute();
  const now = await hiram.days(0);
  const daysTo = (date: string) => (Date.parse(date) - Date.parse(now)) / 86_400_000;
  expect(promises.map((promise) => [promise.promise, daysTo(promise.promised_by)]).sort()).toEqual([
    ['crediting', 3],
    ['decision', 1],
  ]);
  await hiram.days(2);
  const today = await hiram.days(0);
  const late = await db
    .selectFrom('late_promise')
    .select('promise')
    .where('order_id', 'in', [borrower.orderId, paying.orderId])
    .where('promised_by', '<', today)
    .execute();
  expect(late).toEqual([{ promise: 'decision' }]);
  const metrics = await (await fetch(`${hiram.origin}/metrics`)).text();
  expect(metrics).toMatch(/hiram_late_promises\{brand="spec",promise="decision"\} [1-9]/);
});

test('a decision that asks no service takes at most 11 statements [T1837]', async () => {
  const { appContext } = hiram.server;
  const { ports, db } = appContext;
  const { orderId } = await hiram.borrower({ state: '21' });
  const order = () =>
    db
      .selectFrom('loan_order')
      .select(['borrower_id', 'decided_at'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
  const { borrower_id } = await order();
  const alone = {
    ...appContext,
    ports: { ...ports, identity: undefined, bureau: undefined, screening: undefined, scorer: undefined },
  };
  const trace = newTrace();
  const statements: string[] = [];
  const stop = onStatement(({ text }) => {
    if (traceNow() === trace) statements.push(text);
  });
  await runInTrace(trace, () => decideOrder(alone, borrower_id, orderId));
  stop();
  expect((await order()).decided_at).not.toBeNull();
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(11);
});

test('TERM-06 a refused application shows the reason and when to apply again', async () => {
  const borrower = await hiram.borrower({ state: '110' });
  const { data } = await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
  expect(data.noticeDesText).toMatch(
    /^The payments would be too large for the income you told us\. You can apply again on \d/,
  );
});

test('EXT-01 EXT-03 EXT-04 an extension has a price today, a code and a new date, and is granted once', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { data } = await hiram.send(delayDetail, { orderId: borrower.orderId }, borrower.context);
  expect(data.delayInfo.delayAmount).toBe(72_000 + 34_631 + 100_000);
  // 30 days of 2,743.10 from today, and 32 days of the other 9,256.90, whose due date moves too: 75,702.76,
  // rounded half to even.
  const moved = 274_310 + 75_703;
  expect(data.repayPlan.map((row) => row.amount)).toEqual([72_000, 34_631, 100_000, moved]);
  expect(data.addedCost).toBe(75_703);
  const total = (plan: typeof data.oldPlan) => plan.reduce((sum, row) => sum + row.amount, 0);
  expect(data.delayInfo.delayAmount - 34_631 - 100_000 + total(data.newPlan) - total(data.oldPlan)).toBe(
    data.addedCost,
  );
  expect(data.newPlan.map((row) => row.periodNo)).toEqual([1, 2, 3, 4]);
  expect(data.newPlan[0]).toEqual({ periodNo: 1, dueTime: data.dueTime, amount: moved });
  const ask = (amount: number) =>
    hiram.send(
      payCode,
      { orderId: borrower.orderId, amount, channelNumber: '10001', isDelay: 1 },
      borrower.context,
    );
  expect(await ask(data.delayInfo.delayAmount - 1)).toMatchObject({
    success: false,
    code: '40305',
    field: 'amount',
  });
  const code = await ask(data.delayInfo.delayAmount);
  await hiram.send(sandboxPay, {
    payCode: new URL(code.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '',
  });
  const after = await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
  expect(after.data).toMatchObject({
    orderStatus: 170,
    userOrderDetail: { due: { dueTime: data.dueTime, repayAmount: moved } },
  });
  await hiram.days(30);
  expect(await hiram.send(delayDetail, { orderId: borrower.orderId }, borrower.context)).toMatchObject({
    success: false,
    code: '40201',
    message: 'This loan has been extended as often as its terms allow.',
  });
});
