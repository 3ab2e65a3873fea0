import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { LocalDate } from '@hiram/loan';
import Fastify, { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { type Db, inTransaction } from '../platform/database/connect.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { signature } from '../providers/gateway/webhooks.ts';
import { fakeCards } from './fake-cards.ts';
import { fakeStatements } from './fake-statements.ts';

/** Delay after which a payout is confirmed, so that a tester can choose another result before. */
const payoutPauseMs = 400;

const codeSchema = v.strictObject({
  reference: v.pipe(v.string(), v.uuid()),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.picklist(['PHP', 'INR', 'IDR']),
  channel: v.string(),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
});
const payoutSchema = v.strictObject({
  reference: v.pipe(v.string(), v.uuid()),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.picklist(['PHP', 'INR', 'IDR']),
  institution: v.string(),
  accountNumber: v.string(),
  holder: v.string(),
});
const textSchema = v.strictObject({
  reference: v.pipe(v.string(), v.uuid()),
  phone: v.string(),
  text: v.string(),
  voice: v.boolean(),
});

export type PayResult = { readonly paymentId: string } | 'unknown' | 'expired';

/** The sandbox's payment, payout and SMS provider. It is called by HTTP only, and reports by signed webhooks only. */
export interface SandboxProvider {
  readonly app: FastifyInstance;
  /**
   * Pays a code at the counter: `amount` in cents, on the payer's `date`. Resolves when the webhook was accepted. With `withoutWebhook`,
   * no webhook is sent, and only the statement has the payment.
   */
  pay(
    payCode: string,
    amount: number | undefined,
    date: LocalDate,
    withoutWebhook?: boolean,
  ): Promise<PayResult>;
  /** Sets how the payout with our id ends, now or once it reaches the provider. False for a payout that has ended. */
  decidePayout(reference: string, result: 'paid' | 'returned'): Promise<boolean>;
  /** Returns a paid payout and sends the webhook. False if it was not paid. */
  comeBack(reference: string): Promise<boolean>;
  /** Texts to a phone number, newest first. At most 20. */
  texts(phone: string): Promise<readonly string[]>;
  /** The job that reports how a payout ended. */
  notifyPayout(reference: string): Promise<void>;
}

/** The result of a payout. */
const endOf = ({ held }: { readonly held: boolean }) => (held ? 'returned' : 'paid');

export function createSandboxProvider(options: {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly secret: string;
  readonly webhookSecret: string;
  readonly now: () => Date;
  readonly today: () => Promise<LocalDate>;
  /** The URL of its webhooks, known once the server listens. */
  readonly notifyUrl: () => string;
}): SandboxProvider {
  const { db, jobs, webhookSecret } = options;
  const app = Fastify({ logger: false });
  app.addHook('onRequest', async (request, reply) => {
    const actual = createHash('sha256')
      .update(String(request.headers.authorization ?? ''))
      .digest();
    const expected = createHash('sha256').update(`Bearer ${options.secret}`).digest();
    if (!timingSafeEqual(actual, expected)) return reply.code(401).send({ error: 'unauthorized' });
  });

  app.post('/codes', async (request) => {
    const input = v.parse(codeSchema, request.body);
    const code = {
      id: `code_${randomUUID()}`,
      reference: input.reference,
      pay_code: String(randomInt(100_000_000_000, 1_000_000_000_000 - 1)).slice(0, 12),
      amount: input.amount,
      expires_at: new Date(input.expiresAt),
    };
    await db
      .insertInto('sandbox_code')
      .values(code)
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .execute();
    const stored = await db
      .selectFrom('sandbox_code')
      .selectAll()
      .where('reference', '=', input.reference)
      .executeTakeFirstOrThrow();
    return {
      id: stored.id,
      payCode: stored.pay_code,
      qr: `hiram-sandbox:${stored.pay_code}:${stored.amount}`,
    };
  });

  app.post('/payouts', async (request) => {
    const input = v.parse(payoutSchema, request.body);
    const made_on = await options.today();
    await inTransaction(db, async (trx) => {
      const inserted = await trx
        .insertInto('sandbox_payout')
        .values({
          id: `payout_${randomUUID()}`,
          reference: input.reference,
          amount: input.amount,
          institution: input.institution,
          account_digest: createHash('sha256').update(input.accountNumber).digest('hex'),
          state: 'accepted',
          made_on,
          // A number that ends in 0000 does not exist, like a wrong account at a real provider.
          ...(input.accountNumber.endsWith('0000') ? { held: true, reason: 'no such account' } : {}),
        })
        .onConflict((conflict) => conflict.column('reference').doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows === 1n)
        await jobs.send(trx, 'sandbox-notify', { kind: 'payout', id: input.reference }, payoutPauseMs);
    });
    const stored = await db
      .selectFrom('sandbox_payout')
      .select('id')
      .where('reference', '=', input.reference)
      .executeTakeFirstOrThrow();
    return { id: stored.id };
  });

  app.post('/payouts/standing', async (request) => {
    const input = v.parse(v.strictObject({ reference: v.pipe(v.string(), v.uuid()) }), request.body);
    const payout = await db
      .selectFrom('sandbox_payout')
      .selectAll()
      .where('reference', '=', input.reference)
      .executeTakeFirst();
    if (!payout) return { state: 'unknown' };
    // The result is set, but may not be reported yet.
    if (payout.state === 'accepted' && payout.ended_on === null) return { state: 'pending' };
    return {
      state: payout.state === 'accepted' ? endOf(payout) : payout.state,
      amount: payout.amount,
      on: payout.ended_on ?? (await options.today()),
      ...(payout.reason ? { reason: payout.reason } : {}),
    };
  });

  app.post('/texts', async (request) => {
    const input = v.parse(textSchema, request.body);
    await db
      .insertInto('sandbox_text')
      .values({
        id: input.reference,
        phone: input.phone,
        body: input.voice ? `Voice call: ${input.text}` : input.text,
        received_at: options.now(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return { id: input.reference };
  });

  fakeStatements(app, db);
  fakeCards(app, { db, now: options.now, today: options.today, notify });

  async function notify(notice: object): Promise<void> {
    const body = JSON.stringify(notice);
    const response = await fetch(options.notifyUrl(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-sandbox-signature': signature(webhookSecret, Math.floor(options.now().getTime() / 1000), body),
      },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
  }

  return {
    app,
    async pay(payCode, requestedAmount, date, withoutWebhook = false) {
      const code = await db
        .selectFrom('sandbox_code')
        .selectAll()
        .where('pay_code', '=', payCode)
        .executeTakeFirst();
      if (!code) return 'unknown';
      if (code.expires_at <= options.now()) return 'expired';
      const paymentId = `pay_${randomUUID()}`;
      const { reference } = code;
      const amount = requestedAmount ?? code.amount;
      await db
        .insertInto('sandbox_payment')
        .values({ id: paymentId, reference, amount, paid_on: date })
        .execute();
      if (!withoutWebhook)
        await notify({ kind: 'payment', id: `msg_${paymentId}`, reference, paymentId, amount, paidOn: date });
      return { paymentId };
    },
    async decidePayout(reference, result) {
      const decided = await db
        .updateTable('sandbox_payout')
        .set({ held: result === 'returned', reason: result === 'returned' ? 'the bank returned it' : null })
        .where('reference', '=', reference)
        .where('state', '=', 'accepted')
        .executeTakeFirst();
      if (decided.numUpdatedRows === 0n) return false;
      await this.notifyPayout(reference);
      return true;
    },
    async comeBack(reference) {
      const ended_on = await options.today();
      const reason = 'the bank sent it back';
      const payout = await db
        .updateTable('sandbox_payout')
        .set({ state: 'returned', reason, ended_on })
        .where('reference', '=', reference)
        .where('state', '=', 'paid')
        .returning('id')
        .executeTakeFirst();
      if (!payout) return false;
      const id = `msg_${payout.id}_back`;
      await notify({ kind: 'payout', id, reference, result: 'returned', on: ended_on, reason });
      return true;
    },
    async texts(phone) {
      const rows = await db
        .selectFrom('sandbox_text')
        .select('body')
        .where('phone', '=', phone)
        .orderBy('received_at', 'desc')
        .limit(20)
        .execute();
      return rows.map((row) => row.body);
    },
    async notifyPayout(reference) {
      const payout = await db
        .selectFrom('sandbox_payout')
        .selectAll()
        .where('reference', '=', reference)
        .executeTakeFirst();
      if (payout?.state !== 'accepted') return;
      const result = endOf(payout);
      const ended_on = payout.ended_on ?? (await options.today());
      // Store the result first: the receiver of the webhook may query it at once.
      await db.updateTable('sandbox_payout').set({ ended_on }).where('reference', '=', reference).execute();
      await notify({
        kind: 'payout',
        id: `msg_${payout.id}`,
        reference: payout.reference,
        result,
        amount: payout.amount,
        on: ended_on,
        ...(payout.reason ? { reason: payout.reason } : {}),
      });
      await db
        .updateTable('sandbox_payout')
        .set({ state: result })
        .where('reference', '=', reference)
        .execute();
    },
  };
}
