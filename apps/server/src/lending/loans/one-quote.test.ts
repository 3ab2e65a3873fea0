import { problemInit } from '@hiram/contract/complaint';
import { homeIndex } from '@hiram/contract/home';
import { repaymentWay } from '@hiram/contract/legacy';
import { loanDetails, orderList } from '@hiram/contract/order';
import { instalmentDetail, laterCost, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { formatCents } from '@hiram/loan';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../test/support/inputs/property-runs.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { checkLoans } from '../reconciliation/check-loans.ts';

const brands = ['spec', 'ph', 'in', 'id'] as const;
type BrandId = (typeof brands)[number];

const hiram = setUpHiram({ BRAND: brands.join() });

const sum = (rows: readonly { readonly amount: number }[]) =>
  rows.reduce((total, row) => total + row.amount, 0);

/**
 * The figures that every screen shows of a loan. They must agree to the cent, and each amount must be the sum
 * of its rows.
 */
async function expectSameOnEveryScreen(borrower: DemoBorrower, brandId: BrandId): Promise<void> {
  const { orderId, context } = borrower;
  const order = (await hiram.send(loanDetails, { orderId }, context)).data;
  const { due, credit, refundOwed, paid, payments, repayments } = order.userOrderDetail;
  const listed = (await hiram.send(orderList, {}, context)).data.list.find(
    (candidate) => candidate.orderNo === orderId,
  );
  const home = (await hiram.send(homeIndex, {}, context)).data;
  const bill = await hiram.send(instalmentDetail, { orderId }, context);
  expect(listed).toMatchObject({ status: order.orderStatus, credit, refundOwed });
  expect(listed?.due).toEqual(due);
  for (const payment of payments)
    if (payment.state === 'posted') expect(sum(payment.rows)).toBe(payment.amount);
  const listedAmounts = payments
    .filter((payment) => payment.state === 'posted')
    .map(({ kind, amount }) => ({ amount: kind === 'refund' ? -amount : amount }));
  expect(paid).toBe(Math.max(0, sum(listedAmounts)));
  expect(sum(repayments.map((repayment) => ({ amount: repayment.unpaid })))).toBe(
    due ? due.owedInAll - due.chargesOwed - due.refundOwed : 0,
  );
  const brand = brandOf(hiram.server.appContext, { brand: brandId });
  const money = (amount: number) => formatCents(amount, brand.money);
  if (!due) {
    expect(order.orderStatus).toBe(200);
    expect(bill).toMatchObject({ success: false, code: '40101' });
    const credited = home.credits.find((candidate) => candidate.orderId === orderId);
    expect(credited?.credit ?? 0).toBe(credit);
    if (credit > 0) expect(bill.message).toContain(money(credit));
    return;
  }
  expect(home.order?.due).toEqual(due);
  expect(bill.data.due).toEqual(due);
  expect(sum(due.rows)).toBe(due.repayAmount);
  expect(bill.data).toMatchObject({ repayAmount: due.repayAmount, repayDate: due.dueTime });
  expect(bill.data.detail.map((row) => row.value)).toEqual(due.rows.map((row) => money(row.amount)));
  expect(order.userOrderDetail.detail.slice(0, due.rows.length).map((row) => row.value)).toEqual(
    due.rows.map((row) => money(row.amount)),
  );
  for (const way of bill.data.ways) {
    expect(sum(way.rows)).toBe(way.amount);
    expect(way.amount).toBeLessThanOrEqual(bill.data.amountMax);
  }
  const later = (await hiram.send(laterCost, { orderId }, context)).data;
  expect(later).toMatchObject({ repayAmount: due.repayAmount, repayDate: due.dueTime });
  const repaymentWays = (await hiram.send(repaymentWay, { orderId }, context)).data;
  expect(repaymentWays.amount).toBe(due.repayAmount);
  const card = (await hiram.send(problemInit, { orderId }, context)).data.orderDetail;
  expect(card?.list.map((row) => row.value)).toContain(money(due.repayAmount));
  if (due.payoff.isAllowed === 1) expect(due.repayAmount).toBeLessThanOrEqual(due.payoff.amount);
  if (bill.data.amountMax > 0) expect(due.repayAmount).toBeLessThanOrEqual(bill.data.amountMax);
}

/** Pays a share of the payable amount, if any amount is payable, at a channel that accepts it. */
async function payShare({ orderId, context }: DemoBorrower, share: number): Promise<void> {
  const { data, success } = await hiram.send(instalmentDetail, { orderId }, context);
  if (!success || data.amountMax === 0) return;
  const wanted = data.amountMin + Math.round((data.amountMax - data.amountMin) * share);
  const unit = context.appName === 'in' || context.appName === 'id' ? 100 : 1;
  const amount = Math.max(data.amountMin, wanted - (wanted % unit));
  const channel = data.repayList.find((candidate) => candidate.min <= amount && amount <= candidate.max);
  if (!channel) return;
  const { quotedFor } = data;
  const code = await hiram.send(
    payCode,
    { orderId, amount, channelNumber: channel.channel_number, quotedFor },
    context,
  );
  expect(code).toMatchObject({ success: true });
  const parameters = new URL(code.data.payUrl, hiram.origin).searchParams;
  await hiram.send(sandboxPay, { payCode: parameters.get('payCode') ?? '' });
}

test('order, list, home, repayment and complaint show one quote, and the ledger agrees', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        brand: fc.constantFrom(...brands),
        state: fc.constantFrom('170', '174', '180', '200'),
        kind: fc.constantFrom('single', 'perPeriod'),
        steps: fc.array(
          fc.record({
            days: fc.constantFrom(0, 1, 3, 27, 30, 61),
            share: fc.constantFrom(0, 0.01, 0.37, 0.5, 0.999, 1),
          }),
          { minLength: 1, maxLength: 3 },
        ),
      } as const),
      async ({ brand, state, kind, steps }) => {
        const borrower = await hiram.borrower({ state, kind }, brand);
        await expectSameOnEveryScreen(borrower, brand);
        for (const { days, share } of steps) {
          if (days > 0) await hiram.days(days);
          await payShare(borrower, share);
          await expectSameOnEveryScreen(borrower, brand);
        }
        const { clock, db } = hiram.server.appContext;
        const today = await clock.today(db, brandOf(hiram.server.appContext, { brand }).timeZone);
        expect(await checkLoans(db, { brand, today })).toMatchObject({ differing: 0, named: [] });
      },
    ),
    { numRuns: propertyRuns(14) },
  );
});

test('ORD-22 an order mentions waived charges only where a ceiling reduced one', async () => {
  for (const state of ['170', '174', '180'] as const) {
    const { orderId, context } = await hiram.borrower({ state }, 'id');
    const { detail } = (await hiram.send(loanDetails, { orderId }, { ...context, lang: 'en' })).data
      .userOrderDetail;
    const held = detail.filter((row) => row.text === 'Not charged to you').map((row) => row.value);
    expect([state, held]).toEqual([state, state === '180' ? [expect.not.stringMatching(/^Rp0$/)] : []]);
  }
});
