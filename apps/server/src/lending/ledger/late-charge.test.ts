import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { addDays, position } from '@hiram/loan';
import { expect, test } from 'vitest';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import { everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { engineEvents, loadEvents, loadOrder } from '../loans/order-store.ts';
import { balances } from './ledger.ts';

const hiram = setUpHiram(everyBrand);

test('in a late day bears a charge that is named so, and has an income account of its own [T911]', async () => {
  const { db } = hiram.server.appContext;
  const borrower = await hiram.borrower({ state: '180', kind: 'single' }, 'in');
  const { data } = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const late = data.detail.filter(({ text }) => text.startsWith('Late '));
  expect(late).toEqual([
    expect.objectContaining({ text: expect.stringMatching(/^Late charge, \d+ days?$/) }),
  ]);
  const [channel] = data.repayList;
  await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: data.repayAmount, channelNumber: channel?.channel_number ?? '' },
    borrower.context,
  );
  const code = await db
    .selectFrom('payment_code')
    .select(['pay_code', 'borrower_id'])
    .where('order_id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
  await hiram.send(sandboxPay, { payCode: code.pay_code ?? '', amount: data.repayAmount });
  const books = await balances(db, { borrowerId: code.borrower_id, orderId: borrower.orderId });
  expect(books.get('income:lateCharge')).toBeLessThan(0);
  expect(books.has('income:late')).toBe(false);
});

test('in a late charge of each day is the same: it never bears a charge itself', async () => {
  const { db } = hiram.server.appContext;
  const borrower = await hiram.borrower({ state: '180', kind: 'single' }, 'in');
  const borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  const order = await loadOrder(db, borrowerId, borrower.orderId);
  const events = engineEvents(await loadEvents(db, order));
  const today = await hiram.server.appContext.clock.today(
    db,
    brandOf(hiram.server.appContext, { brand: 'in' }).timeZone,
  );
  const late = [0, 1, 2, 3].map((days) => position(order.terms, events, addDays(today, days)).lateOwed);
  const growth = late.slice(1).map((amount, index) => amount - (late[index] ?? 0));
  expect(growth[0]).toBeGreaterThan(0);
  expect(Math.max(...growth) - Math.min(...growth)).toBeLessThanOrEqual(order.terms.unit ?? 1);
});
