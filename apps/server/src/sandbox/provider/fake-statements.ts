import { isLocalDate } from '@hiram/loan/local-date';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

const pageSize = 100;
const statementSchema = v.strictObject({
  day: v.pipe(v.string(), v.check(isLocalDate)),
  after: v.optional(v.string()),
});
const standingSchema = v.strictObject({ paymentId: v.string() });

/**
 * Statements of the sandbox's provider and queries of single payments. Payments are listed on the payer's day, payouts on
 * theirs.
 */
export function fakeStatements(app: FastifyInstance, db: Db): void {
  app.post('/statement', async (request) => {
    const { day, after } = v.parse(statementSchema, request.body);
    const payments = await db.selectFrom('sandbox_payment').selectAll().where('paid_on', '=', day).execute();
    const payouts = await db.selectFrom('sandbox_payout').selectAll().where('created_on', '=', day).execute();
    const all = [
      ...payments.map((payment) => ({
        kind: 'payment',
        paymentId: payment.id,
        reference: payment.reference,
        amount: payment.amount,
        state: payment.reversed_on ? 'reversed' : 'paid',
        on: payment.paid_on,
      })),
      ...payouts.map((payout) => ({
        kind: 'payout',
        id: payout.id,
        reference: payout.reference,
        amount: payout.amount,
        state: payout.state === 'accepted' ? 'pending' : payout.state,
        on: day,
      })),
    ]
      .map((entry) => ({ entry, key: 'paymentId' in entry ? entry.paymentId : entry.id }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .filter(({ key }) => after === undefined || key > after);
    const shown = all.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      entries: shown.map(({ entry }) => entry),
      ...(last && shown.length < all.length ? { next: last.key } : {}),
    };
  });

  app.post('/payments/standing', async (request) => {
    const { paymentId } = v.parse(standingSchema, request.body);
    const payment = await db
      .selectFrom('sandbox_payment')
      .selectAll()
      .where('id', '=', paymentId)
      .executeTakeFirst();
    if (!payment) return { state: 'unknown' };
    const { reference, amount, paid_on, reversed_on } = payment;
    return reversed_on
      ? { state: 'reversed', reference, on: reversed_on }
      : { state: 'paid', reference, amount, on: paid_on };
  });
}

const isSandbox = (name: string) => name === 'sandbox';

/** Records a demo borrower's past payment at the sandbox's provider. Amount in cents. */
export async function recordPayment(
  trx: Db,
  appContext: AppContext,
  past: {
    readonly paymentId: string;
    readonly reference: string;
    readonly amount: number;
    readonly on: string;
  },
): Promise<void> {
  if (!isSandbox(appContext.ports.payment.name)) return;
  const { paymentId: id, reference, amount, on: paid_on } = past;
  await trx.insertInto('sandbox_payment').values({ id, reference, amount, paid_on }).execute();
}

/** Records a demo borrower's past payout at the sandbox's provider. Amount in cents. */
export async function recordPayout(
  trx: Db,
  appContext: AppContext,
  past: { readonly reference: string; readonly amount: number; readonly on: string },
): Promise<void> {
  if (!isSandbox(appContext.ports.payout.name)) return;
  const { reference, amount, on } = past;
  await trx
    .insertInto('sandbox_payout')
    .values({
      id: `payout_${reference}`,
      reference,
      amount,
      institution: '',
      account_digest: '',
      state: 'paid',
      created_on: on,
      ended_on: on,
    })
    .execute();
}
