import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { ReportedPaymentState } from '../ports/statement.ts';
import type { AskPaymongo } from './client.ts';
import { intentSchema, paymentSchema, referenceIn, served } from './objects.ts';

const idPattern = /^[\w-]{1,100}$/;

/** Reads a payment's current state at PayMongo. Webhooks and statements count only if this confirms them. Throws Unavailable. */
export async function readPaymongoPayment(ask: AskPaymongo, id: string): Promise<ReportedPaymentState> {
  if (!idPattern.test(id)) return { state: 'unknown' };
  const { status, body } = await ask(`/v1/payments/${id}`);
  if (status === 404) return { state: 'unknown' };
  const parsed = v.safeParse(paymentSchema, body);
  if (!parsed.success) throw new Unavailable(`paymongo answered ${status} to a query about a payment`);
  const { attributes } = parsed.output.data;
  const reference =
    referenceIn(attributes.metadata) ?? (await intentReference(ask, attributes.payment_intent_id));
  if (reference === undefined) return { state: 'foreign', reason: 'reference' };
  const { amount, currency } = attributes;
  if (currency !== served.currency) return { state: 'foreign', reason: 'currency', amount, currency };
  const on = attributes.paid_at ?? attributes.created_at;
  const ids = { paymentId: id, reference };
  if (attributes.status === 'refunded')
    return {
      state: 'reversed',
      ...ids,
      on: attributes.updated_at ?? attributes.created_at,
      paid: { amount, on },
    };
  // A partly refunded payment was paid in full first; its refunds are separate entries.
  if (attributes.status !== 'paid' && attributes.status !== 'partially_refunded') return { state: 'pending' };
  return { state: 'paid', ...ids, amount, on };
}

async function intentReference(ask: AskPaymongo, id: string | null | undefined): Promise<string | undefined> {
  if (!id || !idPattern.test(id)) return undefined;
  const { status, body } = await ask(`/v1/payment_intents/${id}`);
  const parsed = v.safeParse(intentSchema, body);
  if (status !== 404 && !parsed.success)
    throw new Unavailable(`paymongo answered ${status} to a query about an intent`);
  return parsed.success ? referenceIn(parsed.output.data.attributes.metadata) : undefined;
}
