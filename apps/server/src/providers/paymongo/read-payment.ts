import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { PaymentStanding } from '../statement.ts';
import type { AskPaymongo } from './client.ts';
import { intentSchema, paymentSchema, referenceIn } from './objects.ts';

const idPattern = /^[\w-]{1,100}$/;

/** A payment as PayMongo has it now: what webhooks and statements say counts only once this says it too. Throws Unavailable. */
export async function readPaymongoPayment(ask: AskPaymongo, id: string): Promise<PaymentStanding> {
  if (!idPattern.test(id)) return { state: 'unknown' };
  const { status, body } = await ask(`/v1/payments/${id}`);
  if (status === 404) return { state: 'unknown' };
  const found = v.safeParse(paymentSchema, body);
  if (!found.success) throw new Unavailable(`paymongo answered ${status} to a question about a payment`);
  const { attributes } = found.output.data;
  const reference =
    referenceIn(attributes.metadata) ?? (await intentsReference(ask, attributes.payment_intent_id));
  if (reference === undefined) return { state: 'foreign', why: 'reference' };
  const { amount, currency } = attributes;
  if (currency !== 'PHP') return { state: 'foreign', why: 'currency', amount, currency };
  const on = attributes.paid_at ?? attributes.created_at;
  const known = { paymentId: id, reference };
  if (attributes.status === 'refunded')
    return {
      state: 'reversed',
      ...known,
      on: attributes.updated_at ?? attributes.created_at,
      paid: { amount, on },
    };
  // What was given back in part came whole at first.
  if (attributes.status !== 'paid' && attributes.status !== 'partially_refunded') return { state: 'pending' };
  return { state: 'paid', ...known, amount, on };
}

async function intentsReference(
  ask: AskPaymongo,
  id: string | null | undefined,
): Promise<string | undefined> {
  if (!id || !idPattern.test(id)) return undefined;
  const { status, body } = await ask(`/v1/payment_intents/${id}`);
  const found = v.safeParse(intentSchema, body);
  if (status !== 404 && !found.success)
    throw new Unavailable(`paymongo answered ${status} to a question about an intent`);
  return found.success ? referenceIn(found.output.data.attributes.metadata) : undefined;
}
