import { randomInt, randomUUID } from 'node:crypto';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { addDays, localDate } from '@hiram/loan';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { propertyRuns } from '../../../test/support/inputs/property-runs.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { type FakeProvider, postJson, type Tampering } from '../../../test/support/servers/fake.ts';
import { fakePaymongo } from '../../../test/support/servers/fake-paymongo.ts';
import { fakeXendit } from '../../../test/support/servers/fake-xendit.ts';
import { checkLedger } from '../../lending/ledger/ledger.ts';
import { signature } from '../../providers/gateway/webhooks.ts';

/** A failure prints the seed: `FUZZ_SEED` repeats the same storm. */
const seed = fc.readConfigureGlobal().seed ?? randomInt(2 ** 31);

/** A payable code and the amount due. */
interface Code {
  readonly orderId: string;
  readonly reference: string;
  readonly due: number;
  readonly issuedOn: string;
  /** The order's earlier movement of the provider's cash, less what stands in suspense: the disbursal. */
  readonly cash: number;
}

/** One payment: as requested, for an unknown code, in another currency, or before the code was made. */
type Anomaly = 'asked' | 'unknownCode' | 'otherCurrency' | 'tooEarly';
interface Plan {
  readonly odd: Anomaly;
  /** Cents above or below the amount due. */
  readonly difference: number;
}

/** A payment that the provider has and can report. */
interface Payment {
  readonly id: string;
  readonly amount: number;
  send(how?: Tampering): Promise<number>;
  /** The provider reverses the payment and reports it. */
  reverseDisbursement(): Promise<number>;
  /**
   * The same payment in another message with another amount, for a provider whose messages are trusted as
   * they are.
   */
  contradict?(): Promise<number>;
}

interface ProviderHarness {
  readonly provider: string;
  readonly hiram: Hiram;
  readonly channel: string;
  /** The ways in which a forger can send a message, and be detected. */
  readonly forgeries: readonly Tampering[];
  /**
   * The server queries this provider, so a payment that was reversed before its message arrived is known
   * completely.
   */
  readonly isAsked: boolean;
  pay(code: Code, plan: Plan): Payment;
  close(): Promise<void>;
}

async function gatewayHarness(): Promise<ProviderHarness> {
  const hiram = await startHiram(inject('cluster'), { BRAND: 'ph' });
  const secret = hiram.server.appContext.cipher.sign('webhook');
  function send(message: object, how?: Tampering): Promise<number> {
    const body = how === 'garbled' ? '{"kind":' : JSON.stringify(message);
    const seconds = Math.floor(Date.now() / 1000) - (how === 'stale' ? 400 : 0);
    const signed = how === 'altered' ? body.replace('"amount":', '"amount":1') : body;
    const signatureHeader = signature(how === 'forged' ? 'somebody else’s' : secret, seconds, signed);
    const headers = how === 'missing' ? {} : { 'x-sandbox-signature': signatureHeader };
    return postJson(`${hiram.origin}/api/webhook/sandbox`, body, headers as Record<string, string>);
  }
  return {
    provider: 'sandbox',
    hiram,
    channel: '10001',
    forgeries: ['forged', 'missing', 'altered', 'stale'],
    isAsked: false,
    pay(code, { odd, difference }) {
      const id = `p-${randomUUID()}`;
      const message = {
        kind: 'payment',
        id: `m-${id}`,
        reference: odd === 'unknownCode' ? randomUUID() : code.reference,
        paymentId: id,
        amount: code.due + difference,
        paidOn: odd === 'tooEarly' ? addDays(localDate(code.issuedOn), -1) : code.issuedOn,
        ...(odd === 'otherCurrency' ? { currency: 'USD' } : {}),
      };
      const { reference } = message;
      const back = { kind: 'reversal', id: `b-${id}`, reference, paymentId: id, on: code.issuedOn };
      return {
        id,
        amount: message.amount,
        send: (how) => send(message, how),
        reverseDisbursement: () => send(back),
        contradict: () => send({ ...message, id: `c-${randomUUID()}`, amount: message.amount + 100 }),
      };
    },
    close: () => hiram.stop(),
  };
}

async function fakeProviderHarness(start: () => Promise<FakeProvider>): Promise<ProviderHarness> {
  const fake = await start();
  const hiram = await startHiram(inject('cluster'), { ...fake.environment, BRAND: 'ph' });
  return {
    provider: fake.name,
    hiram,
    channel: '10003',
    // Xendit's token covers neither body nor time: the server queries the payment, whatever the body
    // contains.
    forgeries: fake.name === 'xendit' ? ['forged', 'missing'] : ['forged', 'missing', 'altered', 'stale'],
    isAsked: true,
    pay(code, { odd, difference }) {
      const paidAt = new Date(Date.now() - (odd === 'tooEarly' ? 3 * 86_400_000 : 0));
      const amount = code.due + difference;
      const id = fake.pay(code.reference, amount, paidAt);
      if (odd === 'otherCurrency') fake.change(id, { currency: 'USD' });
      if (odd === 'unknownCode') fake.change(id, { reference: randomUUID() });
      return {
        id,
        amount,
        send: (how) => fake.sendPaymentEvent(hiram.origin, id, how),
        reverseDisbursement() {
          fake.change(id, { isReversed: true });
          return fake.sendPaymentEvent(hiram.origin, id);
        },
      };
    },
    async close() {
      await hiram.stop();
      await fake.close();
    },
  };
}

type Action = 'reported' | 'lied' | 'forged' | 'garbled' | 'reversed' | 'contradicted';
interface SentMessage {
  /** The payments, and the forgeries. */
  readonly index: number;
  readonly action: Action;
  readonly times: number;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  odd: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Anomaly>('asked') },
    { weight: 3, arbitrary: fc.constantFrom<Anomaly>('unknownCode', 'otherCurrency', 'tooEarly') },
  ),
  difference: fc.constantFrom(0, 0, -10_000, 25_000),
});
const action = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Action>('reported') },
  { weight: 5, arbitrary: fc.constantFrom<Action>('lied', 'forged', 'garbled', 'reversed', 'contradicted') },
);
const sent: fc.Arbitrary<SentMessage> = fc.record({
  index: fc.nat(11),
  action,
  times: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.constant(50) },
  ),
});
/** Waves in sequence, some of them days late. The messages of a wave arrive at the same time. */
const storm = fc.record({
  plans: fc.array(plan, { minLength: 2, maxLength: 4 }),
  waves: fc.array(
    fc.record({
      daysLate: fc.constantFrom(0, 0, 0, 1, 9),
      messages: fc.array(sent, { minLength: 1, maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

describe.each([
  ['the gateway’s protocol', gatewayHarness, 14],
  ['xendit', () => fakeProviderHarness(fakeXendit), 10],
  ['paymongo', () => fakeProviderHarness(fakePaymongo), 10],
] as const)('%s', (_name, start, numRuns) => {
  let harness: ProviderHarness;
  /** Number of rejecting answers of this server so far, over all storms. */
  const rejections = { forged: 0, malformed: 0, deferred: 0 };
  beforeAll(async () => {
    Object.assign(rejections, { forged: 0, malformed: 0, deferred: 0 });
    harness = await start();
  });
  afterAll(() => harness.close());

  async function lateCode(): Promise<Code> {
    const { hiram, channel } = harness;
    const { orderId, context } = await hiram.borrower({ state: '180' });
    const due = (await hiram.send(instalmentDetail, { orderId }, context)).data.repayAmount;
    const answer = await hiram.send(payCode, { orderId, amount: due, channelNumber: channel }, context);
    expect(answer).toMatchObject({ success: true });
    const code = await hiram.server.appContext.db
      .selectFrom('payment_code')
      .select(['id', 'issued_on'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    return { orderId, reference: code.id, due, issuedOn: code.issued_on, cash: await cashOf(orderId) };
  }

  async function cashOf(orderId: string): Promise<number> {
    const { rows } = await sql<{
      cash: number;
    }>`select coalesce(sum(amount), 0)::int as cash from journal_line
      where order_id = ${orderId} and account in (${`cash:${harness.provider}`}, 'suspense:unidentified')`.execute(
      harness.hiram.server.appContext.db,
    );
    return rows[0]?.cash ?? 0;
  }

  /** The outcome of one payment, in whatever order its messages arrived. */
  interface Outcome {
    readonly payment: Payment;
    readonly plan: Plan;
    readonly code: Code;
    isReported: boolean;
    reversed: boolean;
    contradicted: boolean;
    /** Number of answers 200: the message was accepted, new or repeated. */
    accepted: number;
  }

  /** Reports whether the payment, as it is now, has a row. */
  function isBooked({ plan, isReported, reversed }: Outcome): boolean {
    if (plan.odd === 'unknownCode' || plan.odd === 'otherCurrency') return false;
    return isReported || (harness.isAsked && reversed);
  }

  async function send(
    plannedPayment: Outcome,
    { action: sentAction, index }: SentMessage,
    wasBooked: boolean,
  ): Promise<void> {
    const { payment } = plannedPayment;
    const expectAnswer = (status: number, wanted: readonly number[]) => {
      expect([sentAction, plannedPayment.plan.odd, status, wanted.includes(status)]).toEqual([
        sentAction,
        plannedPayment.plan.odd,
        status,
        true,
      ]);
      if (status === 200) plannedPayment.accepted += 1;
      if (status === 401) rejections.forged += 1;
      if (status === 400) rejections.malformed += 1;
      if (status === 503) rejections.deferred += 1;
    };
    switch (sentAction) {
      case 'forged':
        return expectAnswer(await payment.send(harness.forgeries[index % harness.forgeries.length]), [401]);
      case 'garbled':
        return expectAnswer(await payment.send('garbled'), [400]);
      case 'contradicted':
        if (!payment.contradict || !wasBooked) return;
        plannedPayment.contradicted = true;
        return expectAnswer(await payment.contradict(), [200]);
      case 'reversed':
        plannedPayment.reversed = true;
        return expectAnswer(await payment.reverseDisbursement(), [200, 503]);
      default:
        plannedPayment.isReported = true;
        return expectAnswer(await payment.send(sentAction === 'lied' ? 'lying' : undefined), [200]);
    }
  }

  /**
   * Messages that the provider would send until they are accepted. A message that is never accepted concerns
   * no payment that counts.
   */
  async function sendAgain(plannedPayment: Outcome): Promise<void> {
    if (plannedPayment.isReported)
      await send(plannedPayment, { action: 'reported', index: 0, times: 1 }, true);
    if (!plannedPayment.reversed) return;
    const before = plannedPayment.accepted;
    await send(plannedPayment, { action: 'reversed', index: 0, times: 1 }, true);
    if (isBooked(plannedPayment))
      expect([plannedPayment.plan, plannedPayment.accepted]).toEqual([plannedPayment.plan, before + 1]);
  }

  async function check(plannedPayment: Outcome): Promise<number> {
    const { db } = harness.hiram.server.appContext;
    const rows = await db
      .selectFrom('payment')
      .select(['amount', 'state'])
      .where('provider', '=', harness.provider)
      .where('provider_payment_id', '=', plannedPayment.payment.id)
      .execute();
    const state = plannedPayment.reversed
      ? 'reversed'
      : plannedPayment.plan.odd === 'tooEarly'
        ? 'held'
        : 'posted';
    expect([plannedPayment.plan, rows]).toEqual([
      plannedPayment.plan,
      isBooked(plannedPayment) ? [{ amount: plannedPayment.payment.amount, state }] : [],
    ]);
    const { rows: stored } = await sql<{ outcome: string; times: number }>`
      select outcome, sum(times)::int as times from provider_message
      where provider = ${harness.provider} and ${plannedPayment.payment.id} in (body ->> 'paymentId', body ->> 'subject')
      group by outcome`.execute(db);
    // Every accepted message is stored, with the number of its arrivals.
    expect([plannedPayment.plan, stored.reduce((sum, row) => sum + row.times, 0)]).toEqual([
      plannedPayment.plan,
      plannedPayment.accepted,
    ]);
    const outcomes = new Set(stored.map((row) => row.outcome));
    const calls = plannedPayment.plan.odd === 'otherCurrency' || plannedPayment.contradicted;
    if (plannedPayment.isReported)
      expect([plannedPayment.plan, outcomes.has('contradicted')]).toEqual([plannedPayment.plan, calls]);
    if (plannedPayment.isReported && plannedPayment.plan.odd === 'unknownCode')
      expect(outcomes).toContain('unknown');
    return rows[0]?.state === 'posted' ? plannedPayment.payment.amount : 0;
  }

  test('webhooks in any order, repeated and wrong, post each payment once or not at all [T206]', async () => {
    const { db } = harness.hiram.server.appContext;
    await fc.assert(
      fc.asyncProperty(storm, async ({ plans, waves }) => {
        const codes = [await lateCode(), await lateCode()];
        const all: Outcome[] = plans.map((item, index) => {
          const code = codes[index % 2] as Code;
          const marks = { isReported: false, reversed: false, contradicted: false, accepted: 0 };
          return { payment: harness.pay(code, item), plan: item, code, ...marks };
        });
        for (const { daysLate, messages } of waves) {
          // Where a payment's time is the machine's, the business day does not move past it.
          if (daysLate > 0 && !harness.isAsked) await harness.hiram.days(daysLate);
          const booked = all.map((plannedPayment) => isBooked(plannedPayment) && plannedPayment.accepted > 0);
          await Promise.all(
            messages.flatMap((message) => {
              const place = message.index % all.length;
              return Array.from({ length: message.times }, () =>
                send(all[place] as Outcome, message, booked[place] === true),
              );
            }),
          );
        }
        for (const plannedPayment of all) await sendAgain(plannedPayment);
        const posted = new Map<string, number>();
        for (const plannedPayment of all)
          posted.set(
            plannedPayment.code.orderId,
            (posted.get(plannedPayment.code.orderId) ?? 0) + (await check(plannedPayment)),
          );
        for (const [orderId, amount] of posted) {
          const before = codes.find((code) => code.orderId === orderId)?.cash ?? 0;
          expect((await cashOf(orderId)) - before).toBe(amount);
        }
        const { broken, accounts } = await checkLedger(db);
        expect(broken).toEqual([]);
        expect([...accounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
      }),
      { numRuns: propertyRuns(numRuns), seed, endOnFailure: true },
    );
    // Whatever the storms contained, one message of each kind is rejected.
    const [code, asked] = [await lateCode(), { odd: 'asked', difference: 0 } as const];
    const marks = { isReported: false, reversed: false, contradicted: false, accepted: 0 };
    const rejected: Outcome = { payment: harness.pay(code, asked), plan: asked, code, ...marks };
    for (const how of ['forged', 'garbled'] as const)
      await send(rejected, { action: how, index: 0, times: 1 }, false);
    expect(rejections.forged).toBeGreaterThan(0);
    expect(rejections.malformed).toBeGreaterThan(0);
    // Rejected and deferred messages are counted too, by reason.
    const counted = () =>
      sql<{ reason: string; times: number }>`select reason, sum(times)::int as times from rejected_message
      where provider = ${harness.provider} group by reason`.execute(db);
    const wanted = Object.entries(rejections).filter(([, times]) => times > 0);
    await harness.hiram.until(counted, ({ rows }) =>
      wanted.every(([reason, times]) => rows.some((row) => row.reason === reason && row.times === times)),
    );
  });
});
