import { bindCardFromOrder } from '@hiram/contract/bank';
import { asId } from '@hiram/contract/ids';
import { repaymentCommit, repaymentWay } from '@hiram/contract/legacy';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { expect, test } from 'vitest';
import { cardOptions } from './support/borrowers/card-options.ts';
import { orderRowOf, payCodeOf } from './support/database/rows.ts';
import { tryAll } from './support/inputs/property-runs.ts';
import { setUpHiram } from './support/processes/set-up.ts';

/** The machine's clock, which each test sets. */
let now = new Date();
const hiram = setUpHiram({ BRAND: 'ph,in,id' }, { now: () => now });

const wallets = {
  ph: { walletCode: 'GXCHPHM2', walletNumber: '09171234567' },
  in: { walletCode: 'AIRP', walletNumber: '9876543210' },
  id: { walletCode: 'GOPAY', walletNumber: '081234567890' },
};

/** Before midnight everywhere; after midnight only in Manila; in Jakarta too; everywhere. */
const moments = {
  '23:30 in Manila': '2026-03-10T15:30:00Z',
  '00:30 in Manila': '2026-03-10T16:30:00Z',
  '00:30 in Jakarta': '2026-03-10T17:30:00Z',
  '00:30 in Delhi': '2026-03-10T19:00:00Z',
};
/** A moment beside each brand's own midnight, and both in one brand; `npm run verify` tries every moment in every brand. */
const nearest = {
  ph: ['23:30 in Manila', '00:30 in Manila'],
  id: ['00:30 in Manila'],
  in: ['00:30 in Delhi'],
};
const cases = Object.entries(moments).flatMap(([when, moment]) =>
  (['ph', 'in', 'id'] as const)
    .filter((brand) => tryAll || nearest[brand].includes(when))
    .map((brand) => ({ when, moment, brand })),
);

test.each(cases)(
  'at $when a loan of $brand is paid out and paid on the local business day',
  async ({ moment, brand }) => {
    now = new Date(moment);
    const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } }, brand);
    const card = {
      cardType: 2,
      ...wallets[brand],
      holderName: 'Maria Santos',
      product_id: borrower.productId,
    };
    expect(await hiram.send(bindCardFromOrder, card, borrower.context)).toMatchObject({ success: true });
    expect(await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)).toMatchObject({
      success: true,
    });
    await hiram.until(
      () => hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
      ({ data }) => data.orderStatus === 170,
    );
    const { db, brands } = hiram.server.appContext;
    const { disbursed_on } = await orderRowOf(hiram, borrower.orderId);
    const timeZone = brands.get(brand)?.timeZone;
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
    expect(disbursed_on).toBe(today);

    const late = await hiram.borrower({ state: '180', with: { needValid: 0 } }, brand);
    const bill = (await hiram.send(instalmentDetail, { orderId: late.orderId }, late.context)).data;
    const channel = brands.get(brand)?.channels[0]?.number ?? '';
    const options = { orderId: late.orderId, amount: bill.repayAmount, channelNumber: channel };
    expect(await hiram.send(payCode, options, late.context)).toMatchObject({ success: true });
    const code = await payCodeOf(hiram, late.orderId);
    await hiram.send(sandboxPay, { payCode: code });
    const payments = (orderId: string) =>
      db.selectFrom('payment').select(['state', 'paid_on']).where('order_id', '=', asId(orderId)).execute();
    expect(await payments(late.orderId)).toEqual([{ state: 'posted', paid_on: today }]);

    // For a card the provider reports the day by its own calendar.
    const another = await hiram.borrower({ state: '180', with: { needValid: 0 } }, brand);
    const repayment = (await hiram.send(repaymentWay, { orderId: another.orderId }, another.context)).data;
    const input = cardOptions(repayment, another.orderId);
    expect(await hiram.send(repaymentCommit, input, another.context)).toMatchObject({ success: true });
    await hiram.until(
      () => payments(another.orderId),
      (rows) => rows.length > 0,
    );
    expect(await payments(another.orderId)).toEqual([{ state: 'posted', paid_on: today }]);
  },
);
