import { readFileSync, writeFileSync } from 'node:fs';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { bindAgain } from '../../test/support/borrowers/bind-again.ts';
import { isVerify, tryAll } from '../../test/support/inputs/property-runs.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../test/support/processes/running-server.ts';
import { fakePaymongo } from '../../test/support/servers/fake-paymongo.ts';
import { fakeXendit } from '../../test/support/servers/fake-xendit.ts';
import { checkLedger } from '../lending/ledger/ledger.ts';
import { queryUnsettled } from '../lending/payouts/unsettled-payouts.ts';
import { fromDecimal, toDecimal } from './decimal-amount.ts';
import { railFor } from './paymongo/transfers.ts';

/** Where a provider is used: a brand that it serves, its channel that pays by a code, and an account for payouts. */
const philippines = {
  brand: 'ph',
  channelNumber: '10003',
  account: (walletNumber: string) => ({
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber,
    holderName: 'Maria Santos',
  }),
  numbers: ['09171234567', '09171234599', '09171112222'],
} as const;

const troubles = ['gone', 'lost', 500, 429, 'half'] as const;

describe.each([
  ['xendit', fakeXendit, philippines],
  ['paymongo', fakePaymongo, philippines],
] as const)('%s', (name, start, { brand, channelNumber, account, numbers }) => {
  const [number, refusedNumber, otherNumber] = numbers;
  let fake: Awaited<ReturnType<typeof start>>;
  let hiram: Hiram;
  beforeAll(async () => {
    fake = await start();
    hiram = await startHiram(inject('cluster'), { ...fake.environment, BRAND: brand });
  });
  afterAll(async () => {
    await hiram.stop();
    await fake.close();
  });

  const details = async (borrower: DemoBorrower) =>
    (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data;
  const statusBecomes = (borrower: DemoBorrower, status: number) =>
    hiram.until(
      () => details(borrower),
      (data) => data.orderStatus === status,
    );
  const payments = (borrower: DemoBorrower) =>
    hiram.server.appContext.db
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', borrower.orderId)
      .execute();

  /** A borrower with an approved loan who requests the payout to the given account. */
  async function withdrawn(accountNumber: string = number): Promise<DemoBorrower> {
    const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
    const bound = await hiram.send(
      bindCardFromOrder,
      { ...account(accountNumber), product_id: borrower.productId },
      borrower.context,
    );
    expect(bound).toMatchObject({ success: true });
    expect(await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)).toMatchObject({
      success: true,
    });
    return borrower;
  }
  const sentFor = (borrower: DemoBorrower) =>
    hiram.until(
      async () =>
        hiram.server.appContext.db
          .selectFrom('payout')
          .selectAll()
          .where('order_id', '=', borrower.orderId)
          .orderBy('requested_at', 'desc')
          .executeTakeFirstOrThrow(),
      (payout) => payout.state === 'sent',
    );

  async function code(borrower: DemoBorrower): Promise<{ reference: string; amount: number; url: URL }> {
    const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
    const amount = bill.data.repayAmount;
    const answer = await hiram.send(
      payCode,
      { orderId: borrower.orderId, amount, channelNumber },
      borrower.context,
    );
    expect(answer).toMatchObject({ success: true });
    const row = await hiram.server.appContext.db
      .selectFrom('payment_code')
      .selectAll()
      .where('order_id', '=', borrower.orderId)
      .orderBy('issued_at', 'desc')
      .executeTakeFirstOrThrow();
    return { reference: row.id, amount, url: new URL(answer.data.payUrl, hiram.origin) };
  }

  test('a loan runs from payout to settlement with balanced books', async () => {
    const borrower = await withdrawn();
    const payout = await sentFor(borrower);
    expect(fake.payouts.filter((item) => item.reference === payout.id)).toMatchObject([
      { amount: payout.amount, account: number },
    ]);
    // A webhook that reports the end is deferred until the provider's own query confirms it.
    expect(await fake.sendPayoutEvent(hiram.origin, payout.id)).toBe(503);
    fake.endPayout(payout.id, 'paid');
    expect(await fake.sendPayoutEvent(hiram.origin, payout.id)).toBe(200);
    expect(await fake.sendPayoutEvent(hiram.origin, payout.id)).toBe(200);
    expect((await details(borrower)).orderStatus).toBe(170);
    for (let left = 0; left < 12 && (await details(borrower)).orderStatus !== 200; left += 1) {
      const { reference, amount, url } = await code(borrower);
      const picture = await fetch(new URL(url.searchParams.get('payCodeImg') ?? '', hiram.origin));
      expect(await picture.text()).toContain('<svg');
      const paymentId = fake.pay(reference, amount, new Date());
      expect(await fake.sendPaymentEvent(hiram.origin, paymentId)).toBe(200);
    }
    expect((await details(borrower)).orderStatus).toBe(200);
    expect((await checkLedger(hiram.server.appContext.db)).broken).toEqual([]);
  });

  // What both do in the same code is tried with both in `npm run verify`.
  const shared = test.runIf(isVerify || name === 'xendit');

  test('an arrived payout is reversed once the provider confirms it; the opposite order goes to review', async () => {
    const borrower = await withdrawn();
    const payout = await sentFor(borrower);
    fake.endPayout(payout.id, 'paid');
    expect(await fake.sendPayoutEvent(hiram.origin, payout.id)).toBe(200);
    const outcomeOf = async () => {
      expect(await fake.sendPayoutEvent(hiram.origin, payout.id)).toBe(200);
      const { outcome } = await hiram.server.appContext.db
        .selectFrom('provider_message')
        .select('outcome')
        .where('provider', '=', fake.name)
        .orderBy('received_at', 'desc')
        .executeTakeFirstOrThrow();
      return outcome;
    };
    fake.endPayout(payout.id, 'returned');
    expect(await outcomeOf()).toBe('returned');
    expect(await details(borrower)).toMatchObject({ orderStatus: 151, cardNeedPop: 1 });
    fake.endPayout(payout.id, 'paid');
    await hiram.owner
      .updateTable('provider_message')
      .set({ message_id: 'told before' })
      .where('message_id', 'like', `%${payout.provider_reference} paid`)
      .execute();
    expect(await outcomeOf()).toBe('contradicted');
    expect((await details(borrower)).orderStatus).toBe(151);
    fake.endPayout(payout.id, 'returned');
    expect((await checkLedger(hiram.server.appContext.db)).broken).toEqual([]);
  });

  shared(
    'an account that does not exist asks the borrower for another, and nothing is lost or paid twice',
    async () => {
      const refused = await withdrawn(refusedNumber);
      await hiram.until(
        () => details(refused),
        (data) => data.cardNeedPop === 1,
      );
      await bindAgain(hiram, refused, { ...account(otherNumber), product_id: refused.productId });
      await hiram.send(withdraw, { orderId: refused.orderId }, refused.context);
      const second = await sentFor(refused);
      fake.endPayout(second.id, 'returned');
      expect(await fake.sendPayoutEvent(hiram.origin, second.id)).toBe(200);
      await hiram.until(
        () => details(refused),
        (data) => data.cardNeedPop === 1,
      );
      const sums = await hiram.server.appContext.db
        .selectFrom('journal_line')
        .select((eb) => ['account', eb.fn.sum<string>('amount').as('amount')])
        .where('order_id', '=', refused.orderId)
        .groupBy('account')
        .execute();
      for (const { amount } of sums) expect(Number(amount)).toBe(0);
    },
  );

  // Each trouble with one of the two, and all with both in `npm run verify`: what they meet is the same code.
  const met = troubles.filter((_, at) => tryAll || (at % 2 === 0) === (name === 'xendit'));
  test.each(met)(
    'trouble %s: the payout is sent again under its key and exists once [T058]',
    async (trouble) => {
      fake.trouble(fake.paths.payout, trouble);
      const payout = await sentFor(await withdrawn());
      expect(fake.payouts.filter((item) => item.reference === payout.id)).toHaveLength(1);

      const late = await hiram.borrower({ state: '180' });
      const bill = await hiram.send(instalmentDetail, { orderId: late.orderId }, late.context);
      const options = { orderId: late.orderId, amount: bill.data.repayAmount, channelNumber };
      fake.trouble(fake.paths.code, trouble);
      expect(await hiram.send(payCode, options, late.context)).toMatchObject({
        status: 503,
        code: '50300',
      });
      const { reference, amount } = await code(late);
      const paymentId = fake.pay(reference, amount, new Date());
      // The provider must be queried before its message counts: while it is unavailable, the answer makes it
      // send the message again.
      fake.trouble(fake.paths.payment, trouble);
      expect(await fake.sendPaymentEvent(hiram.origin, paymentId)).toBe(503);
      expect(await payments(late)).toEqual([]);
      expect(await fake.sendPaymentEvent(hiram.origin, paymentId)).toBe(200);
      expect(await payments(late)).toMatchObject([{ amount, state: 'posted' }]);
      await statusBecomes(late, 170);
    },
  );

  test('forged and lying messages, fifty at once, post only what the provider confirms, once [T057]', async () => {
    const late = await hiram.borrower({ state: '180' });
    const { reference, amount } = await code(late);
    const paymentId = fake.pay(reference, amount, new Date());
    expect(await fake.sendPaymentEvent(hiram.origin, paymentId, 'forged')).toBe(401);
    expect(await payments(late)).toEqual([]);
    const reported = await Promise.all(
      Array.from({ length: 50 }, () => fake.sendPaymentEvent(hiram.origin, paymentId, 'lying')),
    );
    expect(new Set(reported)).toEqual(new Set([200]));
    expect(await payments(late)).toMatchObject([{ amount, state: 'posted' }]);
    expect(await fake.sendPaymentEvent(hiram.origin, 'unknown_payment')).toBe(200);
  });

  shared(
    'a webhook secret is rotated without a restart: both are accepted, then the new one alone [T169]',
    async () => {
      const late = await hiram.borrower({ state: '180' });
      const { reference, amount } = await code(late);
      const paymentId = fake.pay(reference, amount, new Date());
      const fresh = 'a-fresh-secret-of-these-tests';
      const tell = (secret: string) => fake.sendPaymentEvent(hiram.origin, paymentId, { secret });
      const [old = ''] = readFileSync(fake.webhookSecretFile, 'utf8').split('\n');
      expect(await tell(fresh)).toBe(401);
      writeFileSync(fake.webhookSecretFile, `${fresh}\n${old}\n`);
      await hiram.until(
        () => tell(fresh),
        (status) => status === 200,
      );
      expect(await tell(old)).toBe(200);
      writeFileSync(fake.webhookSecretFile, `${fresh}\n`);
      await hiram.until(
        () => tell(old),
        (status) => status === 401,
      );
      expect(await tell(fresh)).toBe(200);
      writeFileSync(fake.webhookSecretFile, `${old}\n`);
      await hiram.until(
        () => tell(old),
        (status) => status === 200,
      );
    },
  );

  shared('a payout whose end nobody reports is queried and settled as if it had been reported', async () => {
    const { appContext } = hiram.server;
    const borrower = await withdrawn();
    const payout = await sentFor(borrower);
    const age = () =>
      appContext.db
        .updateTable('payout')
        .set({ sent_at: new Date(Date.now() - 3_600_000), queried_at: null })
        .where('id', '=', payout.id)
        .execute();
    await age();
    await queryUnsettled(appContext);
    expect((await details(borrower)).orderStatus).toBe(151);
    fake.endPayout(payout.id, 'paid');
    await queryUnsettled(appContext);
    // It was queried a moment ago: no query yet.
    expect((await details(borrower)).orderStatus).toBe(151);
    await age();
    await queryUnsettled(appContext);
    expect((await details(borrower)).orderStatus).toBe(170);
  });
});

test('cents convert to a provider’s decimals and back without loss, and nothing else is accepted', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000_000_000 }), (cents) => {
      const text = JSON.stringify(toDecimal(cents));
      expect(text).toMatch(/^\d+(\.\d{1,2})?$/);
      expect(fromDecimal(JSON.parse(text))).toBe(cents);
    }),
    { numRuns: 2_000 },
  );
  for (const amount of [0.001, 12.345, Number.NaN, Number.POSITIVE_INFINITY, 1e17])
    expect(fromDecimal(amount)).toBeUndefined();
});

test('InstaPay carries up to ₱50,000.00, PESONet larger amounts, and a wallet takes InstaPay alone', () => {
  const bank = { instapay: true, pesonet: true };
  expect(railFor(5_000_000, bank)).toBe('instapay');
  expect(railFor(5_000_001, bank)).toBe('pesonet');
  expect(railFor(1_000_000_001, bank)).toBeUndefined();
  expect(railFor(5_000_001, { instapay: true, pesonet: false })).toBeUndefined();
});
