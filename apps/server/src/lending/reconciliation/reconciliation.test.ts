import { bindCardFromOrder } from '@hiram/contract/bank';
import { asId } from '@hiram/contract/ids';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { addDays, localDate } from '@hiram/loan';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { asTwoPersons } from '../../../test/support/console/two-persons.ts';
import { whileRowsFail } from '../../../test/support/failing-rows.ts';
import { isVerify } from '../../../test/support/inputs/property-runs.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { fakePaymongo } from '../../../test/support/servers/fake-paymongo.ts';
import { fakeXendit } from '../../../test/support/servers/fake-xendit.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { checkLedger, post } from '../ledger/ledger.ts';
import { resolveEntry } from '../review/resolve.ts';
import { reviewQueue } from '../review/waiting.ts';
import { reconcile, reconcileDay } from './reconciliation.ts';

describe.each([
  ['xendit', fakeXendit],
  ['paymongo', fakePaymongo],
] as const)('%s', (name, start) => {
  // What is compared is the same whoever sends the statement: `npm run verify` tries it with both.
  const isWhole = isVerify || name === 'xendit';
  const testWhole = test.runIf(isWhole);
  let fake: Awaited<ReturnType<typeof start>>;
  let hiram: Hiram;
  beforeAll(async () => {
    fake = await start();
    hiram = await startHiram(inject('cluster'), { ...fake.environment, BRAND: 'ph' });
  });
  afterAll(async () => {
    await hiram.stop();
    await fake.close();
  });

  const today = async () => {
    const { appContext } = hiram.server;
    return appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  };
  /** Compares today's statement now. Returns all differences. */
  async function differences(ago = 0) {
    const { appContext } = hiram.server;
    const [statement] = appContext.ports.statements;
    if (!statement) throw new Error('no statement');
    const now = await today();
    return reconcileDay(appContext, statement, {
      timeZone: appContext.defaultBrand.timeZone,
      day: addDays(now, -ago),
      today: now,
    });
  }
  const open = () =>
    hiram.server.appContext.db
      .selectFrom('reconciliation_difference')
      .select(['reference', 'reason'])
      .where('resolved_at', 'is', null)
      .execute();
  const paymentsOf = (borrower: DemoBorrower) =>
    hiram.server.appContext.db
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', borrower.orderId)
      .execute();
  const statusOf = async (borrower: DemoBorrower) =>
    (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data.orderStatus;

  /** A late borrower pays the amount due at the provider, which sends no message about it. */
  async function paid(): Promise<{ borrower: DemoBorrower; paymentId: string; amount: number }> {
    const borrower = await hiram.borrower({ state: '180' });
    const { data } = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
    const amount = data.repayAmount;
    await hiram.send(
      payCode,
      { orderId: borrower.orderId, amount, channelNumber: '10003' },
      borrower.context,
    );
    const code = await hiram.server.appContext.db
      .selectFrom('payment_code')
      .select('id')
      .where('order_id', '=', borrower.orderId)
      .executeTakeFirstOrThrow();
    return { borrower, amount, paymentId: fake.pay(code.id, amount, new Date()) };
  }
  async function recordedPayment() {
    const item = await paid();
    expect(await fake.sendPaymentEvent(hiram.origin, item.paymentId)).toBe(200);
    expect(await differences()).toEqual([]);
    return item;
  }
  async function sentPayout() {
    const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
    const account = {
      cardType: 2,
      walletCode: 'GXCHPHM2',
      walletNumber: '09171234567',
      holderName: 'Maria Santos',
    };
    await hiram.send(bindCardFromOrder, { ...account, product_id: borrower.productId }, borrower.context);
    await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
    const payout = await hiram.until(
      () =>
        hiram.server.appContext.db
          .selectFrom('payout')
          .selectAll()
          .where('order_id', '=', borrower.orderId)
          .executeTakeFirstOrThrow(),
      ({ state }) => state === 'sent',
    );
    return { who: borrower, payout };
  }

  test('a payment that no webhook reported is found and posted once [T059]', async () => {
    expect(await differences()).toEqual([]);
    const { borrower, paymentId, amount } = await paid();
    expect(await differences()).toMatchObject([{ reference: paymentId, reason: 'posted now' }]);
    expect(await paymentsOf(borrower)).toMatchObject([{ amount, state: 'posted' }]);
    expect(await fake.sendPaymentEvent(hiram.origin, paymentId)).toBe(200);
    expect(await paymentsOf(borrower)).toHaveLength(1);
    expect(await differences()).toEqual([]);
    expect(await open()).toEqual([]);
  });

  testWhole(
    'a loan that cannot be changed keeps no other payment, reversal or end of a payout out [T2106]',
    async () => {
      const reversed = [await recordedPayment(), await recordedPayment()];
      const unreported = [await paid(), await paid()];
      const payouts = [await sentPayout(), await sentPayout()];
      for (const { paymentId } of reversed) fake.change(paymentId, { isReversed: true });
      for (const { payout } of payouts) fake.endPayout(payout.id, 'paid');
      const loans = [...reversed, ...unreported].map(({ borrower }) => borrower.orderId);
      const orders = [...loans, ...payouts.map(({ who }) => who.orderId)];
      const references = [...reversed, ...unreported].map(({ paymentId }) => paymentId);
      references.push(...payouts.map(({ payout }) => payout.id));
      const reasonOf = (found: Awaited<ReturnType<typeof differences>>) =>
        references.map((reference) => found.find((one) => one.reference === reference)?.reason);
      const damaged = orders.filter((_, index) => index % 2 === 0);
      await whileRowsFail(
        hiram,
        { change: 'update', table: 'loan_order', when: `new.id in ('${damaged.join("','")}')` },
        async () =>
          expect(reasonOf(await differences())).toEqual([
            'state differs',
            'posted now',
            'missing here',
            'posted now',
            'state differs',
            'posted now',
          ]),
      );
      expect(reasonOf(await differences())).toEqual([
        'posted now',
        undefined,
        'posted now',
        undefined,
        'posted now',
        undefined,
      ]);
      expect(await differences()).toEqual([]);
    },
  );

  test('a payment that the provider does not confirm is reported missing, not posted [T060]', async () => {
    const { borrower, paymentId, amount } = await paid();
    fake.change(paymentId, { isKnown: false });
    const day = (await differences()).find(({ kind }) => kind === 'day');
    expect(await differences()).toMatchObject([
      { reference: paymentId, reason: 'missing here', providerValue: String(amount) },
      { reason: 'cash differs' },
    ]);
    expect(Number(day?.providerValue) - Number(day?.ledgerValue)).toBe(amount);
    expect(await paymentsOf(borrower)).toEqual([]);
    // The provider is unavailable for one query: the result is the same, and everything else is still
    // compared.
    fake.change(paymentId, { isKnown: true });
    fake.trouble(fake.paths.payment, 500);
    expect(await differences()).toContainEqual(expect.objectContaining({ reason: 'missing here' }));
    expect(await differences()).toMatchObject([{ reference: paymentId, reason: 'posted now' }]);
    expect(await open()).toEqual([]);
  });

  testWhole(
    'a confirmed amount is posted instead of the statement’s, and the difference is reported',
    async () => {
      const { borrower, paymentId, amount } = await paid();
      fake.change(paymentId, { amount: amount + 700 });
      expect((await differences()).map(({ reason }) => reason)).toEqual([
        'posted now',
        'amount differs',
        'cash differs',
      ]);
      expect(await paymentsOf(borrower)).toMatchObject([{ amount }]);
      fake.change(paymentId, { amount });
      expect(await differences()).toEqual([]);
    },
  );

  testWhole(
    'a refund at the provider that nobody reported is reversed here once the provider confirms it',
    async () => {
      const { borrower, paymentId } = await recordedPayment();
      expect(await statusOf(borrower)).toBe(170);
      fake.change(paymentId, { isReversed: true });
      fake.trouble(fake.paths.payment, 500);
      expect((await differences()).map(({ reason }) => reason)).toEqual(['state differs', 'cash differs']);
      expect(await differences()).toMatchObject([{ reference: paymentId, reason: 'posted now' }]);
      expect(await statusOf(borrower)).toBe(180);
      expect(await paymentsOf(borrower)).toMatchObject([{ state: 'reversed' }]);
      expect(await differences()).toEqual([]);
      // The borrower's credit again: a reviewer must check it.
      fake.change(paymentId, { isReversed: false });
      expect((await differences()).map(({ reason }) => reason)).toEqual(['state differs', 'cash differs']);
      fake.change(paymentId, { isReversed: true });
      // A payment that was made and reversed before any message arrived is no difference.
      const other = await paid();
      fake.change(other.paymentId, { isReversed: true });
      expect(await differences()).toEqual([]);
      expect(await paymentsOf(other.borrower)).toEqual([]);
    },
  );

  testWhole(
    'a reversal that a query reports with another payment’s code waits for a person [T1980]',
    async () => {
      const { borrower, paymentId } = await recordedPayment();
      const other = await recordedPayment();
      const reference = (await paymentsOf(other.borrower))[0]?.code_id ?? '';
      fake.change(paymentId, { isReversed: true, reference });
      const messages = () =>
        hiram.server.appContext.db
          .selectFrom('provider_message')
          .select(['message_id', 'body', 'outcome'])
          .where('message_id', '=', `statement ${paymentId}`)
          .execute();
      for (const _ of ['one', 'the next']) {
        expect((await differences()).map(({ reason }) => reason)).toEqual(['state differs', 'cash differs']);
        expect(await paymentsOf(borrower)).toMatchObject([{ state: 'posted' }]);
        expect(await messages()).toMatchObject([{ outcome: 'contradicted', body: { paymentId, reference } }]);
      }
      await actAs('a test', () =>
        resolveEntry(hiram.server.appContext, `${name}/statement ${paymentId}`, {
          kind: 'refuse',
          reason: 'the code is another payment’s',
        }),
      );
      expect((await differences()).map(({ reason }) => reason)).toEqual(['state differs', 'cash differs']);
      expect(await messages()).toHaveLength(1);
      fake.change(paymentId, { isReversed: false });
      expect(await differences()).toEqual([]);
    },
  );

  /** What waits for a person about a payment's reversal: its task and its line of the queue. */
  const waiting = async (paymentId: string) => {
    const { entries } = await reviewQueue(hiram.server.appContext.db);
    const entry = entries.find(({ description }) => description === `reversal of the payment ${paymentId}`);
    const task = await hiram.owner
      .selectFrom('task')
      .select('detail')
      .where('subject_id', '=', entry?.id ?? '')
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    return { id: entry?.id ?? '', reason: entry?.reason, amount: entry?.amount, detail: task?.detail };
  };
  const refuse = (id: string) =>
    actAs('a test', () =>
      resolveEntry(hiram.server.appContext, id, { kind: 'refuse', reason: 'a part was given back' }),
    );

  test('a message that less than the payment was reversed changes nothing and waits [T2035]', async () => {
    const { borrower, paymentId, amount } = await recordedPayment();
    fake.change(paymentId, { isReversed: true, confirmed: amount - 500 });
    expect(await fake.sendPaymentEvent(hiram.origin, paymentId)).toBe(200);
    expect(await paymentsOf(borrower)).toMatchObject([{ state: 'posted' }]);
    expect(await statusOf(borrower)).toBe(170);
    const { id, ...waits } = await waiting(paymentId);
    expect(waits).toEqual({
      reason: 'it names another amount than the payment has',
      amount: amount - 500,
      detail: 'otherAmount',
    });
    await refuse(id);
    // All of it went back in the end: the same event says another amount, and counts once.
    fake.change(paymentId, { confirmed: amount });
    for (const _ of ['first', 'again'])
      expect(await fake.sendPaymentEvent(hiram.origin, paymentId)).toBe(200);
    expect(await paymentsOf(borrower)).toMatchObject([{ state: 'reversed' }]);
    expect((await waiting(paymentId)).id).toBe('');
    expect(await differences()).toEqual([]);
  });

  testWhole('a query that reports less reversed than was paid leaves it to a person [T2036]', async () => {
    const { borrower, paymentId, amount } = await recordedPayment();
    fake.change(paymentId, { isReversed: true, confirmed: amount - 500 });
    expect((await differences()).map(({ reason }) => reason)).toEqual(['state differs', 'cash differs']);
    expect(await paymentsOf(borrower)).toMatchObject([{ state: 'posted' }]);
    const { id, detail } = await waiting(paymentId);
    expect(detail).toBe('otherAmount');
    await refuse(id);
    fake.change(paymentId, { isReversed: false, confirmed: amount });
    expect(await differences()).toEqual([]);
  });

  testWhole(
    'a reversal of more than a payment can be is answered, and waits for a person [T2037]',
    async () => {
      const { borrower, paymentId } = await paid();
      fake.change(paymentId, { isListed: false, isReversed: true, confirmed: 1_000_000_000_100 });
      expect(await fake.sendPaymentEvent(hiram.origin, paymentId)).toBe(200);
      expect(await paymentsOf(borrower)).toEqual([]);
      const { id, reason, detail } = await waiting(paymentId);
      expect([reason, detail]).toEqual(['contradicted: no payment of ours can have its amount', 'noPayment']);
      await refuse(id);
    },
  );

  testWhole('a partial refund made with the provider’s tools is listed with its effect on cash', async () => {
    const { paymentId } = await recordedPayment();
    const refundId = fake.refund(paymentId, 12_300);
    const found = await differences();
    expect(found).toMatchObject([
      { reference: refundId, reason: 'refunded there', providerValue: '12300' },
      { kind: 'day', reason: 'cash differs' },
    ]);
    expect(Number(found[1]?.ledgerValue) - Number(found[1]?.providerValue)).toBe(12_300);
  });

  describe.runIf(isWhole)('beside a day without differences', () => {
    let before: readonly string[];
    const fresh = async () => {
      const all = (await differences()).map((difference) => `${difference.reference} ${difference.reason}`);
      return all.filter((text) => !before.includes(text));
    };
    beforeAll(async () => {
      // Whatever ran before: cash differs by a part that was refunded there.
      const { paymentId } = await paid();
      await fake.sendPaymentEvent(hiram.origin, paymentId);
      fake.refund(paymentId, 12_300);
      before = (await differences()).map((difference) => `${difference.reference} ${difference.reason}`);
    });
    const stored = async (borrower: DemoBorrower) => {
      const [payment] = await paymentsOf(borrower);
      if (!payment) throw new Error('no payment');
      return payment;
    };

    test('differences are found: another amount, another day, in the books alone, posted twice, held', async () => {
      const { db } = hiram.server.appContext;
      const borrower = await hiram.borrower({ state: '180' });
      const { data } = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
      const amount = data.repayAmount;
      await hiram.send(
        payCode,
        { orderId: borrower.orderId, amount, channelNumber: '10003' },
        borrower.context,
      );
      const code = await db
        .selectFrom('payment_code')
        .select('id')
        .where('order_id', '=', borrower.orderId)
        .executeTakeFirstOrThrow();
      const paymentId = fake.pay(code.id, amount, new Date());
      expect(await fake.sendPaymentEvent(hiram.origin, paymentId)).toBe(200);
      const payment = await stored(borrower);
      const ledgerRow = hiram.owner.updateTable('payment').where('id', '=', payment.id);
      await ledgerRow.set({ amount: amount + 1 }).execute();
      expect(await fresh()).toEqual([`${paymentId} amount differs`]);
      await ledgerRow.set({ amount, paid_on: addDays(await today(), -1) }).execute();
      expect(await fresh()).toEqual([`${paymentId} day differs`]);
      expect(await differences(1)).toMatchObject([
        { reference: paymentId, reason: 'day differs', providerValue: await today() },
      ]);
      await ledgerRow.set({ paid_on: await today() }).execute();
      // The same payment of the same code under a second id, which the provider does not have.
      const duplicate = { ...payment, id: newId<'payment'>(), provider_payment_id: 'never-there' };
      await db.insertInto('payment').values(duplicate).execute();
      expect(await fresh()).toEqual(['never-there posted twice']);
      const second = hiram.owner.updateTable('payment').where('id', '=', asId(duplicate.id));
      await second.set({ amount: amount - 1 }).execute();
      expect(await fresh()).toEqual(['never-there missing there']);
      expect(await open()).toContainEqual({ reference: 'never-there', reason: 'missing there' });
      await second.set({ state: 'reversed' }).execute();
      expect(await fresh()).toEqual([]);
      await ledgerRow.set({ state: 'held' }).execute();
      expect(await fresh()).toEqual([`${paymentId} held here`]);
      await asTwoPersons(hiram, (trx) =>
        trx.updateTable('payment').set({ state: 'rejected' }).where('id', '=', payment.id).execute(),
      );
      expect(await fresh()).toEqual([`${paymentId} state differs`]);
      await ledgerRow.set({ state: 'posted' }).execute();
      // Missing from the statement, but found by a query, on the same day: the statement is incomplete.
      fake.change(paymentId, { isListed: false });
      expect(await fresh()).toEqual([`${paymentId} missing there`]);
      fake.change(paymentId, { isListed: true });
      expect([...(await fresh()), ...(await differences(1))]).toEqual([]);
      expect(await open()).not.toContainEqual(expect.objectContaining({ reference: paymentId }));
    });

    test('a payment around midnight that is on the previous day’s statement is no difference on either day', async () => {
      const { paymentId } = await paid();
      expect(await fake.sendPaymentEvent(hiram.origin, paymentId)).toBe(200);
      expect(await fresh()).toEqual([]);
      fake.change(paymentId, { listedAt: new Date(Date.now() - 86_400_000) });
      const cash = async () => (await differences()).find(({ kind }) => kind === 'day');
      const { ledgerValue, providerValue } = (await cash()) ?? {};
      expect([...(await fresh()), ...(await differences(1))]).toEqual([]);
      fake.change(paymentId, { listedAt: new Date() });
      expect([...(await fresh()), ...(await differences(1))]).toEqual([]);
      const after = await cash();
      expect(Number(after?.ledgerValue) - Number(after?.providerValue)).toBe(
        Number(ledgerValue) - Number(providerValue),
      );
    });

    test('a payment by a code that we never issued is an unknown reference and posts nothing', async () => {
      const { borrower, paymentId } = await paid();
      // The code now belongs to another provider: this server did not request it from this one.
      await hiram.owner
        .updateTable('payment_code')
        .set({ provider: 'elsewhere' })
        .where('order_id', '=', borrower.orderId)
        .execute();
      expect(await fresh()).toEqual([`${paymentId} unknown reference`]);
      expect(await paymentsOf(borrower)).toEqual([]);
      await hiram.owner
        .updateTable('payment_code')
        .set({ provider: name })
        .where('order_id', '=', borrower.orderId)
        .execute();
      expect(await fresh()).toEqual([`${paymentId} posted now`]);
    });

    test('a payment that the statement leaves out is missing there only once the provider says so [T2041]', async () => {
      const { paymentId } = await paid();
      expect(await fake.sendPaymentEvent(hiram.origin, paymentId)).toBe(200);
      fake.change(paymentId, { isListed: false });
      fake.trouble(new RegExp(paymentId), 500);
      expect(await fresh()).toEqual([]);
      expect(await fresh()).toEqual([`${paymentId} missing there`]);
      fake.change(paymentId, { isListed: true });
      expect(await fresh()).toEqual([]);
    });

    test('an unreported end of a payout is recorded, and a missing or slow one is a difference', async () => {
      const { db } = hiram.server.appContext;
      const { who: borrower, payout } = await sentPayout();
      expect(await fresh()).toEqual([]);
      const ledgerRow = hiram.owner.updateTable('payout').where('id', '=', payout.id);
      await ledgerRow.set({ amount: payout.amount + 1 }).execute();
      expect(await fresh()).toEqual([`${payout.id} amount differs`]);
      await ledgerRow.set({ amount: payout.amount }).execute();
      fake.endPayout(payout.id, 'paid');
      expect(await fresh()).toEqual([`${payout.id} posted now`]);
      expect(await statusOf(borrower)).toBe(170);
      expect(await fresh()).toEqual([]);
      const lost = {
        ...payout,
        id: newId<'payout'>(),
        state: 'returned' as const,
        provider_reference: 'lost',
      };
      await db
        .insertInto('payout')
        .values({ ...lost, sent_on: await today() })
        .execute();
      expect(await fresh()).toEqual([`${lost.id} missing there`]);
      await hiram.owner
        .updateTable('payout')
        .set({ sent_on: '2026-01-01' })
        .where('id', '=', asId(lost.id))
        .execute();
      expect(await fresh()).toEqual([]);
    });

    test('a payout without the provider’s id keeps the one that the statement names [T2075]', async () => {
      const { payout } = await sentPayout();
      fake.endPayout(payout.id, 'paid');
      expect(await fresh()).toEqual([`${payout.id} posted now`]);
      const ledgerRow = hiram.owner.updateTable('payout').where('id', '=', payout.id);
      await ledgerRow.set({ provider_reference: null }).execute();
      expect(await fresh()).toEqual([]);
      const { provider_reference } = await hiram.owner
        .selectFrom('payout')
        .select('provider_reference')
        .where('id', '=', payout.id)
        .executeTakeFirstOrThrow();
      expect(provider_reference).toBe(payout.provider_reference);
    });

    test('any other change of our cash is a difference of the day, to the cent', async () => {
      const { db } = hiram.server.appContext;
      const { borrower, paymentId } = await paid();
      await fake.sendPaymentEvent(hiram.origin, paymentId);
      const { borrower_id } = await stored(borrower);
      const before = (await differences()).find(({ kind }) => kind === 'day');
      await inTransaction(db, async (trx) =>
        post(trx, {
          borrowerId: borrower_id,
          orderId: borrower.orderId,
          brand: 'ph',
          kind: 'refunded',
          postedOn: await today(),
          lines: [
            { account: 'borrower:credit', amount: 501 },
            { account: `cash:${name}`, amount: -501 },
          ],
        }),
      );
      const after = (await differences()).find(({ kind }) => kind === 'day');
      expect(Number(after?.ledgerValue) - Number(before?.ledgerValue)).toBe(-501);
      expect(after?.providerValue).toBe(before?.providerValue);
      expect((await checkLedger(db)).broken).toEqual([]);
    });
  });

  testWhole(
    'the previous days are compared once a business day, by one server, and a stuck payout is reported',
    async () => {
      const { appContext } = hiram.server;
      const { payout } = await sentPayout();
      const { timeZone } = appContext.defaultBrand;
      await reconcile(appContext, timeZone, addDays(await today(), 1));
      expect(await open()).not.toContainEqual({ reference: payout.id, reason: 'pending too long' });
      await reconcile(appContext, timeZone, addDays(await today(), 3));
      expect(await open()).toContainEqual({ reference: payout.id, reason: 'pending too long' });
      fake.endPayout(payout.id, 'returned');
      await reconcile(appContext, timeZone, addDays(await today(), 3));
      expect(await open()).toContainEqual({ reference: payout.id, reason: 'pending too long' });
      await reconcile(appContext, timeZone, addDays(await today(), 4));
      expect(await open()).not.toContainEqual({ reference: payout.id, reason: 'pending too long' });
    },
  );

  testWhole('a difference that disappears after days is closed automatically', async () => {
    const { appContext } = hiram.server;
    const { timeZone } = appContext.defaultBrand;
    const [statement] = appContext.ports.statements;
    if (!statement) throw new Error('no statement');
    const { payout } = await sentPayout();
    const pending = { reference: payout.id, reason: 'pending too long' };
    await reconcileDay(appContext, statement, {
      timeZone,
      day: await today(),
      today: addDays(await today(), 3),
    });
    await reconcile(appContext, timeZone, addDays(await today(), 20));
    expect(await open()).toContainEqual(pending);
    fake.endPayout(payout.id, 'paid');
    await reconcile(appContext, timeZone, addDays(await today(), 21));
    expect(await open()).not.toContainEqual(pending);
  });

  test('the statement lists every payment and payout of the period, page by page', async () => {
    const recorded = () =>
      hiram.server.appContext.db
        .selectFrom('payment')
        .select(['provider_payment_id', 'amount'])
        .where('provider', '=', fake.name)
        .where('state', '=', 'posted')
        .execute();
    while ((await recorded()).length <= 5)
      expect(await fake.sendPaymentEvent(hiram.origin, (await paid()).paymentId)).toBe(200);
    const [statement] = hiram.server.appContext.ports.statements;
    const day = localDate('2026-01-01');
    const from = new Date(Date.now() - 3_600_000);
    const entries = await statement?.entries({ day, from, to: new Date(Date.now() + 60_000) });
    const sent = entries?.flatMap((entry) => (entry.kind === 'payout' ? [entry.reference] : []));
    expect(new Set(sent)).toEqual(new Set(fake.payouts.map((payout) => payout.reference)));
    const listed = entries?.filter((entry) => entry.kind === 'payment') ?? [];
    expect(listed.length).toBeGreaterThan(5);
    for (const { provider_payment_id, amount } of await recorded())
      expect(listed).toContainEqual(expect.objectContaining({ paymentId: provider_payment_id, amount }));
    expect(await statement?.entries({ day, from: new Date(0), to: new Date(1) })).toEqual([]);
  });

  // The last of the day: the statement keeps what no payment can have.
  test('an amount on the statement that no payment can have is a difference [T1920]', async () => {
    const { borrower } = await paid();
    const code = await hiram.server.appContext.db
      .selectFrom('payment_code')
      .select('id')
      .where('order_id', '=', borrower.orderId)
      .executeTakeFirstOrThrow();
    const paymentId = fake.pay(code.id, 1_000_000_000_100, new Date());
    expect(await differences()).toContainEqual(
      expect.objectContaining({ reference: paymentId, reason: 'missing here' }),
    );
    expect(await paymentsOf(borrower)).toHaveLength(1);
  });
});
