import { bindCardFromOrder } from '@hiram/contract/bank';
import { asId } from '@hiram/contract/ids';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, dropDatabase } from '../../test/support/database/throwaway-cluster.ts';
import { startHiram } from '../../test/support/processes/running-server.ts';
import type { FakeProvider } from '../../test/support/servers/fake.ts';
import { fakePaymongo } from '../../test/support/servers/fake-paymongo.ts';
import { fakeXendit } from '../../test/support/servers/fake-xendit.ts';
import { checkLedger } from '../lending/ledger/ledger.ts';
import { queryUnsettled } from '../lending/payouts/unsettled-payouts.ts';
import { resolveEntry } from '../lending/review/resolve.ts';
import { actAs } from '../platform/database/actor.ts';

const cluster = inject('cluster');
const channelNumber = '10003';
let database: string;
let former: FakeProvider;
let next: FakeProvider;
beforeAll(async () => {
  database = await createDatabase(cluster);
  former = await fakeXendit();
  next = await fakePaymongo();
});
afterAll(async () => {
  await Promise.all([former.close(), next.close()]);
  await dropDatabase(cluster, database);
});

const start = (first: FakeProvider, second: FakeProvider) =>
  startHiram(cluster, { ...second.environment, ...first.environment, BRAND: 'ph' }, { database });

test('after a provider is replaced during an outage, no money is sent twice or lost', async () => {
  let hiram = await start(former, next);
  const payoutOf = (orderId: string) =>
    hiram.server.appContext.db
      .selectFrom('payout')
      .selectAll()
      .where('order_id', '=', asId(orderId))
      .executeTakeFirstOrThrow();
  const codesOf = (orderId: string) =>
    hiram.server.appContext.db
      .selectFrom('payment_code')
      .select(['id', 'provider', 'state'])
      .where('order_id', '=', asId(orderId))
      .orderBy('issued_at')
      .execute();
  try {
    const lender = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
    const payer = await hiram.borrower({ state: '180' });
    const account = {
      cardType: 2,
      walletCode: 'GXCHPHM2',
      walletNumber: '09171234567',
      holderName: 'Maria Santos',
    };
    await hiram.send(bindCardFromOrder, { ...account, product_id: lender.productId }, lender.context);
    // The transfer succeeds without a message, and then the provider is unavailable.
    former.trouble(former.paths.payout, 'lost', 'gone', 'gone');
    former.trouble(former.paths.code, 'gone');
    await hiram.send(withdraw, { orderId: lender.orderId }, lender.context);
    const { data } = await hiram.send(instalmentDetail, { orderId: payer.orderId }, payer.context);
    const options = { orderId: payer.orderId, amount: data.repayAmount, channelNumber };
    expect((await hiram.send(payCode, options, payer.context)).status).toBe(503);
    const early = await hiram.borrower({ state: '180' });
    const request = { orderId: early.orderId, amount: options.amount, channelNumber };
    expect(await hiram.send(payCode, request, early.context)).toMatchObject({ success: true });
    await hiram.until(
      async () => former.payouts.length,
      (sent) => sent === 1,
    );
    await hiram.stop();

    hiram = await start(next, former);
    const sent = await hiram.until(
      async () => {
        // The pause before its next attempt has grown, and the test does not wait for it.
        await sql`update jobs.job set start_after = now() where name = 'payout' and state = 'retry'`.execute(
          hiram.server.appContext.db,
        );
        return payoutOf(lender.orderId);
      },
      ({ state }) => state === 'sent',
    );
    expect(sent.provider).toBe('xendit');
    expect([former.payouts.length, next.payouts.length]).toEqual([1, 0]);
    expect(await hiram.send(payCode, options, payer.context)).toMatchObject({ success: true });
    const codes = await codesOf(payer.orderId);
    expect(codes).toMatchObject([
      { provider: 'xendit', state: 'replaced' },
      { provider: 'paymongo', state: 'open' },
    ]);
    const paymentId = next.pay(codes[1]?.id ?? '', options.amount, new Date());
    expect(await next.sendPaymentEvent(hiram.origin, paymentId)).toBe(200);
    const status = async (borrower: typeof payer) =>
      (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data.orderStatus;
    expect(await status(payer)).toBe(170);

    // Paid by a code of the former provider, on a day before the code was made: a reviewer posts exactly what
    // the former provider confirms.
    const [code] = await codesOf(early.orderId);
    const held = former.pay(code?.id ?? '', options.amount, new Date(Date.now() - 3 * 86_400_000));
    expect(await former.sendPaymentEvent(hiram.origin, held)).toBe(200);
    const payment = await hiram.server.appContext.db
      .selectFrom('payment')
      .select(['id', 'state'])
      .where('provider_payment_id', '=', held)
      .executeTakeFirstOrThrow();
    expect(payment.state).toBe('held');
    former.change(held, { isReversed: true });
    const decision = { kind: 'post', on: undefined, orderId: undefined, reason: undefined } as const;
    const posting = actAs('command payments post', () =>
      resolveEntry(hiram.server.appContext, payment.id, decision),
    );
    await expect(posting).rejects.toThrow(`xendit does not confirm the payment ${held}`);

    // No message reports how the payout ended: its own provider is queried.
    former.endPayout(sent.id, 'paid');
    await hiram.server.appContext.db
      .updateTable('payout')
      .set({ sent_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', sent.id)
      .execute();
    await queryUnsettled(hiram.server.appContext);
    expect(await status(lender)).toBe(170);
    expect((await checkLedger(hiram.server.appContext.db)).broken).toEqual([]);
  } finally {
    await hiram.stop();
  }
});
