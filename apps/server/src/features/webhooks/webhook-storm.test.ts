import { randomInt, randomUUID } from 'node:crypto';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { addDays, localDate } from '@hiram/loan';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type FakeProvider, postJson, type Tampering } from '../../../test/support/fake.ts';
import { fakePaymongo } from '../../../test/support/fake-paymongo.ts';
import { fakeXendit } from '../../../test/support/fake-xendit.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { type Hiram, startHiram } from '../../../test/support/running-server.ts';
import { checkLedger } from '../../lending/ledger/ledger.ts';
import { signature } from '../../providers/gateway/webhooks.ts';

/** A failure tells it: `FUZZ_SEED` sends the same storm once more. */
const seed = fc.readConfigureGlobal().seed ?? randomInt(2 ** 31);

/** A code that can be paid, and what is due. */
interface Code {
  readonly orderId: string;
  readonly reference: string;
  readonly due: number;
  readonly issuedOn: string;
  /** What its order has moved of the provider's cash before: the money that was lent. */
  readonly cash: number;
}

/** What somebody pays: as asked, or for no code of ours, in another money, or before the code was there. */
type Anomaly = 'asked' | 'unknownCode' | 'otherCurrency' | 'tooEarly';
interface Plan {
  readonly odd: Anomaly;
  /** Cents beside what is due. */
  readonly beside: number;
}

/** A payment at the provider, of which it can tell. */
interface Payment {
  readonly id: string;
  readonly amount: number;
  send(how?: Tampering): Promise<number>;
  /** The provider takes it back, and says so. */
  reverseDisbursement(): Promise<number>;
  /** The same payment once more under a message of its own, with another amount; where messages are believed as they are. */
  contradict?(): Promise<number>;
}

interface ProviderHarness {
  readonly provider: string;
  readonly hiram: Hiram;
  readonly channel: string;
  /** How somebody who is not the provider may tell, and is found out. */
  readonly forgeries: readonly Tampering[];
  /** The provider itself is asked, so that what was taken back before it was told of is known whole. */
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
    pay(code, { odd, beside }) {
      const id = `p-${randomUUID()}`;
      const message = {
        kind: 'payment',
        id: `m-${id}`,
        reference: odd === 'unknownCode' ? randomUUID() : code.reference,
        paymentId: id,
        amount: code.due + beside,
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
    // Xendit's token is over no body and no time: what it tells of is asked for, whatever the body says.
    forgeries: fake.name === 'xendit' ? ['forged', 'missing'] : ['forged', 'missing', 'altered', 'stale'],
    isAsked: true,
    pay(code, { odd, beside }) {
      const at = new Date(Date.now() - (odd === 'tooEarly' ? 3 * 86_400_000 : 0));
      const amount = code.due + beside;
      const id = fake.pay(code.reference, amount, at);
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

type Action = 'told' | 'lied' | 'forged' | 'garbled' | 'takenBack' | 'contradicted';
interface SentMessage {
  /** Which of the payments, and which of the forgeries. */
  readonly which: number;
  readonly action: Action;
  readonly times: number;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  odd: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Anomaly>('asked') },
    { weight: 3, arbitrary: fc.constantFrom<Anomaly>('unknownCode', 'otherCurrency', 'tooEarly') },
  ),
  beside: fc.constantFrom(0, 0, -10_000, 25_000),
});
const action = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Action>('told') },
  { weight: 5, arbitrary: fc.constantFrom<Action>('lied', 'forged', 'garbled', 'takenBack', 'contradicted') },
);
const sent: fc.Arbitrary<SentMessage> = fc.record({
  which: fc.nat(11),
  action,
  times: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.constant(50) },
  ),
});
/** Waves one after the other, some days late; what is in a wave comes all at once. */
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
  let world: ProviderHarness;
  /** Answers of refusals so far, over all storms. */
  const rejections = { forged: 0, malformed: 0, putOff: 0 };
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.close());

  async function lateCode(): Promise<Code> {
    const { hiram, channel } = world;
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
      where order_id = ${orderId} and account = ${`cash:${world.provider}`}`.execute(
      world.hiram.server.appContext.db,
    );
    return rows[0]?.cash ?? 0;
  }

  /** What became of one payment, told in whatever order. */
  interface Told {
    readonly payment: Payment;
    readonly plan: Plan;
    readonly code: Code;
    told: boolean;
    takenBack: boolean;
    contradicted: boolean;
    /** Answers of 200: the message was taken, anew or again. */
    taken: number;
  }

  /** Has the payment, as it is now, a row of ours? */
  function isBooked({ plan, told, takenBack }: Told): boolean {
    if (plan.odd === 'unknownCode' || plan.odd === 'otherCurrency') return false;
    return told || (world.isAsked && takenBack);
  }

  async function send(
    plannedPayment: Told,
    { action: what, which }: SentMessage,
    wasBooked: boolean,
  ): Promise<void> {
    const { payment } = plannedPayment;
    const expectAnswer = (status: number, wanted: readonly number[]) => {
      expect([what, plannedPayment.plan.odd, status, wanted.includes(status)]).toEqual([
        what,
        plannedPayment.plan.odd,
        status,
        true,
      ]);
      if (status === 200) plannedPayment.taken += 1;
      if (status === 401) rejections.forged += 1;
      if (status === 400) rejections.malformed += 1;
      if (status === 503) rejections.putOff += 1;
    };
    switch (what) {
      case 'forged':
        return expectAnswer(await payment.send(world.forgeries[which % world.forgeries.length]), [401]);
      case 'garbled':
        return expectAnswer(await payment.send('garbled'), [400]);
      case 'contradicted':
        if (!payment.contradict || !wasBooked) return;
        plannedPayment.contradicted = true;
        return expectAnswer(await payment.contradict(), [200]);
      case 'takenBack':
        plannedPayment.takenBack = true;
        return expectAnswer(await payment.reverseDisbursement(), [200, 503]);
      default:
        plannedPayment.told = true;
        return expectAnswer(await payment.send(what === 'lied' ? 'lying' : undefined), [200]);
    }
  }

  /** What the provider would go on sending until it is taken; what is never taken is of no payment that counts. */
  async function sendAgain(plannedPayment: Told): Promise<void> {
    if (plannedPayment.told) await send(plannedPayment, { action: 'told', which: 0, times: 1 }, true);
    if (!plannedPayment.takenBack) return;
    const before = plannedPayment.taken;
    await send(plannedPayment, { action: 'takenBack', which: 0, times: 1 }, true);
    if (isBooked(plannedPayment))
      expect([plannedPayment.plan, plannedPayment.taken]).toEqual([plannedPayment.plan, before + 1]);
  }

  async function check(plannedPayment: Told): Promise<number> {
    const { db } = world.hiram.server.appContext;
    const rows = await db
      .selectFrom('payment')
      .select(['amount', 'state'])
      .where('provider', '=', world.provider)
      .where('provider_payment_id', '=', plannedPayment.payment.id)
      .execute();
    const state = plannedPayment.takenBack
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
      where provider = ${world.provider} and ${plannedPayment.payment.id} in (body ->> 'paymentId', body ->> 'about')
      group by outcome`.execute(db);
    // Every message that was taken is on record, as often as it came.
    expect([plannedPayment.plan, stored.reduce((sum, row) => sum + row.times, 0)]).toEqual([
      plannedPayment.plan,
      plannedPayment.taken,
    ]);
    const outcomes = new Set(stored.map((row) => row.outcome));
    const calls = plannedPayment.plan.odd === 'otherCurrency' || plannedPayment.contradicted;
    if (plannedPayment.told)
      expect([plannedPayment.plan, outcomes.has('contradicted')]).toEqual([plannedPayment.plan, calls]);
    if (plannedPayment.told && plannedPayment.plan.odd === 'unknownCode')
      expect(outcomes).toContain('unknown');
    return rows[0]?.state === 'posted' ? plannedPayment.payment.amount : 0;
  }

  test('webhooks in any order, repeated and wrong, post each payment once or not at all, record each message, and the books balance [T206]', async () => {
    const { db } = world.hiram.server.appContext;
    await fc.assert(
      fc.asyncProperty(storm, async ({ plans, waves }) => {
        const codes = [await lateCode(), await lateCode()];
        const all: Told[] = plans.map((item, index) => {
          const code = codes[index % 2] as Code;
          const marks = { told: false, takenBack: false, contradicted: false, taken: 0 };
          return { payment: world.pay(code, item), plan: item, code, ...marks };
        });
        for (const { daysLate, messages } of waves) {
          // Where the moment of a payment is the machine's, the business's days are not moved past it.
          if (daysLate > 0 && !world.isAsked) await world.hiram.days(daysLate);
          const booked = all.map((plannedPayment) => isBooked(plannedPayment) && plannedPayment.taken > 0);
          await Promise.all(
            messages.flatMap((message) => {
              const place = message.which % all.length;
              return Array.from({ length: message.times }, () =>
                send(all[place] as Told, message, booked[place] === true),
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
    expect(rejections.forged).toBeGreaterThan(0);
    expect(rejections.malformed).toBeGreaterThan(0);
    // What was refused or put off is counted too, by its reason.
    const counted = () =>
      sql<{ reason: string; times: number }>`select reason, sum(times)::int as times from rejected_message
      where provider = ${world.provider} group by reason`.execute(db);
    const wanted = Object.entries(rejections).filter(([, times]) => times > 0);
    await world.hiram.until(counted, ({ rows }) =>
      wanted.every(([reason, times]) => rows.some((row) => row.reason === reason && row.times === times)),
    );
  }, 90_000);
});
