import { loanDetails } from '@hiram/contract/order';
import { codeStatus, delayDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/running-server.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { checkLoans } from '../reconciliation/check-loans.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), { BRAND: 'spec' });
});
afterAll(async () => {
  const { clock, db } = hiram.server.appContext;
  const today = await clock.today(db, brandOf(hiram.server.appContext, { brand: 'spec' }).timeZone);
  expect(await checkLoans(db, { brand: 'spec', today })).toMatchObject({ named: [] });
  await hiram.stop();
});

const details = async ({ orderId, context }: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId }, context)).data;
const price = async ({ orderId, context }: DemoBorrower) =>
  (await hiram.send(delayDetail, { orderId }, context)).data;
const statusOf = async ({ context }: DemoBorrower, code: string) =>
  (await hiram.send(codeStatus, { payCode: code }, context)).data;

/** A code for the price of an extension as the page shows it today. */
async function codeForPrice(borrower: DemoBorrower, channelNumber = '10001'): Promise<string> {
  const { orderId, context } = borrower;
  const amount = (await price(borrower)).repayAmount;
  const code = await hiram.send(payCode, { orderId, amount, channelNumber, isDelay: 1 }, context);
  expect(code.success, code.message).toBe(true);
  return new URL(code.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '';
}

test('EXT-04 a price that is ten centavos short moves the date, and the loan is not late [T813]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'spec');
  const asked = await price(borrower);
  const code = await codeForPrice(borrower);
  await hiram.send(sandboxPay, { payCode: code, amount: asked.repayAmount - 10 });
  expect((await details(borrower)).orderStatus).toBe(170);
  const shown = await statusOf(borrower, code);
  expect(shown).toMatchObject({ note: '' });
  expect(shown.rest?.dueTime).toBe(asked.dueTime);
});

test('EXT-04 a part of the price pays what is owed and says what is missing; the rest on the same day moves the date [T814]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'spec');
  const asked = await price(borrower);
  const first = await codeForPrice(borrower);
  await hiram.send(sandboxPay, { payCode: first, amount: asked.repayAmount - 40_000 });
  expect((await statusOf(borrower, first)).note).toContain('₱400,00 is still missing today');
  expect((await details(borrower)).orderStatus).toBe(180);
  const missing = await price(borrower);
  expect(missing).toMatchObject({ repayAmount: 40_000, dueTime: asked.dueTime });
  const second = await codeForPrice(borrower);
  await hiram.send(sandboxPay, { payCode: second });
  expect((await details(borrower)).orderStatus).toBe(170);
  for (const code of [first, second]) expect((await statusOf(borrower, code)).note).toBe('');
});

test('EXT-04 the next day a part of the price no longer counts, and the note says what moving the date costs [T815]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'spec');
  const asked = await price(borrower);
  const code = await codeForPrice(borrower);
  await hiram.send(sandboxPay, { payCode: code, amount: asked.repayAmount - 40_000 });
  await hiram.days(1);
  const { note } = await statusOf(borrower, code);
  expect(note).not.toMatch(/missing|grown/);
  expect(note).toContain('did not move the date');
});
