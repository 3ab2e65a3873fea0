import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { PaymentStanding } from '../statement.ts';
import type { AskXendit } from './client.ts';
import { paymentSchema } from './objects.ts';

const isOurs = (reference: string) => v.is(v.pipe(v.string(), v.uuid()), reference);
/** Whatever was captured before is not money any more. */
const ended = new Set(['FAILED', 'CANCELED', 'EXPIRED', 'REFUNDED', 'REVERSED', 'VOIDED']);

/** A payment as Xendit has it now: what webhooks and statements say counts only once this says it too. Throws Unavailable. */
export async function readXenditPayment(ask: AskXendit, id: string): Promise<PaymentStanding> {
  const { status, body } = await ask(`/v3/payments/${encodeURIComponent(id)}`);
  if (status === 404) return { state: 'unknown' };
  const found = v.safeParse(paymentSchema, body);
  if (!found.success) throw new Unavailable(`xendit answered ${status} to a question about a payment`);
  const { payment_id, reference_id, currency, request_amount, created, updated, captures } = found.output;
  if (!isOurs(reference_id)) return { state: 'foreign', why: 'reference' };
  const [capture] = captures;
  const amount = capture?.capture_amount ?? request_amount;
  if (currency !== 'PHP') return { state: 'foreign', why: 'currency', amount, currency };
  const known = { paymentId: payment_id, reference: reference_id };
  const on = capture?.capture_timestamp ?? created;
  if (ended.has(found.output.status))
    return {
      state: 'reversed',
      ...known,
      on: updated ?? created,
      ...(capture ? { paid: { amount, on } } : {}),
    };
  if (found.output.status !== 'SUCCEEDED') return { state: 'pending' };
  return { state: 'paid', ...known, amount, on };
}
