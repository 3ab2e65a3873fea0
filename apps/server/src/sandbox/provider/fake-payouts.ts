import { createHash, randomUUID } from 'node:crypto';
import type { LocalDate } from '@hiram/loan';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

/** Delay after which a payout is confirmed, so that a tester can choose another result before. */
const payoutPauseMs = 400;

const payoutSchema = v.strictObject({
  reference: v.pipe(v.string(), v.uuid()),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.picklist(['PHP', 'INR', 'IDR']),
  institution: v.string(),
  accountNumber: v.string(),
  holder: v.string(),
});
type PayoutInput = v.InferOutput<typeof payoutSchema>;
const standingSchema = v.strictObject({ reference: v.pipe(v.string(), v.uuid()) });

export interface FakePayouts {
  /** Sets how the payout with our id ends, now or once it reaches the provider. False for a payout that has ended. */
  decidePayout(reference: string, result: 'paid' | 'returned'): Promise<boolean>;
  /** Returns a paid payout and sends the webhook. False if it was not paid. */
  returnPayout(reference: string): Promise<boolean>;
  /** The job that reports how a payout ended. */
  notifyPayout(reference: string): Promise<void>;
}

interface FakePayoutsOptions {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly today: () => Promise<LocalDate>;
  readonly notify: (notice: object) => Promise<void>;
}

/** Payouts of the sandbox's provider. */
export function fakePayouts(app: FastifyInstance, options: FakePayoutsOptions): FakePayouts {
  const { db } = options;
  app.post('/payouts', async (request) => acceptPayout(v.parse(payoutSchema, request.body), options));
  app.post('/payouts/standing', async (request) =>
    payoutStanding(v.parse(standingSchema, request.body).reference, options),
  );

  const notifyPayout = (reference: string) => reportPayout(reference, options);
  return {
    notifyPayout,
    async decidePayout(reference, result) {
      const decided = await db
        .updateTable('sandbox_payout')
        .set({ held: result === 'returned', reason: result === 'returned' ? 'the bank returned it' : null })
        .where('reference', '=', reference)
        .where('state', '=', 'accepted')
        .executeTakeFirst();
      if (decided.numUpdatedRows === 0n) return false;
      await notifyPayout(reference);
      return true;
    },
    async returnPayout(reference) {
      const ended_on = await options.today();
      const reason = 'the bank returned it';
      const payout = await db
        .updateTable('sandbox_payout')
        .set({ state: 'returned', reason, ended_on })
        .where('reference', '=', reference)
        .where('state', '=', 'paid')
        .returning('id')
        .executeTakeFirst();
      if (!payout) return false;
      const id = `msg_${payout.id}_back`;
      await options.notify({ kind: 'payout', id, reference, result: 'returned', on: ended_on, reason });
      return true;
    },
  };
}

/** The result of a payout. */
const resultOf = ({ held }: { readonly held: boolean }) => (held ? 'returned' : 'paid');

const findPayout = (db: Db, reference: string) =>
  db.selectFrom('sandbox_payout').selectAll().where('reference', '=', reference).executeTakeFirst();

/** Stores a payout, once for each reference, and schedules the report of its end. */
async function acceptPayout(input: PayoutInput, { db, jobs, today }: FakePayoutsOptions) {
  const { reference, amount, institution, accountNumber } = input;
  const created_on = await today();
  await inTransaction(db, async (trx) => {
    const inserted = await trx
      .insertInto('sandbox_payout')
      .values({
        id: `payout_${randomUUID()}`,
        reference,
        amount,
        institution,
        account_digest: createHash('sha256').update(accountNumber).digest('hex'),
        state: 'accepted',
        created_on,
        // A number that ends in 0000 does not exist, like a wrong account at a real provider.
        ...(accountNumber.endsWith('0000') ? { held: true, reason: 'no such account' } : {}),
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n)
      await jobs.send(trx, 'sandbox-notify', { kind: 'payout', id: reference }, payoutPauseMs);
  });
  const stored = await db
    .selectFrom('sandbox_payout')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return { id: stored.id };
}

/** The provider's answer about a payout. */
async function payoutStanding(reference: string, { db, today }: FakePayoutsOptions) {
  const payout = await findPayout(db, reference);
  if (!payout) return { state: 'unknown' };
  // The result is set, but may not be reported yet.
  if (payout.state === 'accepted' && payout.ended_on === null) return { state: 'pending' };
  return {
    state: payout.state === 'accepted' ? resultOf(payout) : payout.state,
    amount: payout.amount,
    on: payout.ended_on ?? (await today()),
    ...(payout.reason ? { reason: payout.reason } : {}),
  };
}

/** Ends an accepted payout and sends the webhook. */
async function reportPayout(reference: string, { db, today, notify }: FakePayoutsOptions): Promise<void> {
  const payout = await findPayout(db, reference);
  if (payout?.state !== 'accepted') return;
  const result = resultOf(payout);
  const ended_on = payout.ended_on ?? (await today());
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
  await db.updateTable('sandbox_payout').set({ state: result }).where('reference', '=', reference).execute();
}
