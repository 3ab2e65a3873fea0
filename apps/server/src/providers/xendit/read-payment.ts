import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { ReportedPaymentState } from '../ports/statement.ts';
import type { AskXendit } from './client.ts';
import { paymentSchema, served } from './objects.ts';

const isOurs = (reference: string) => v.is(v.pipe(v.string(), v.uuid()), reference);
/** Statuses of payments whose captured money was returned. */
const returnedStatuses = new Set(['FAILED', 'CANCELED', 'EXPIRED', 'REFUNDED', 'REVERSED', 'VOIDED']);

/** Reads a payment's current state at Xendit. Webhooks and statements count only if this confirms them. Throws Unavailable. */
export async function readXenditPayment(ask: AskXendit, id: string): Promise<ReportedPaymentState> {
  const { status, body } = await ask(`/v3/payments/${encodeURIComponent(id)}`);
  if (status === 404) return { state: 'unknown' };
  const parsed = v.safeParse(paymentSchema, body);
  if (!parsed.success) throw new Unavailable(`xendit answered ${status} to a query about a payment`);
  const { payment_id, reference_id, currency, request_amount, created, updated, captures } = parsed.output;
  if (!isOurs(reference_id)) return { state: 'foreign', reason: 'reference' };
  const [capture] = captures;
  const amount = capture?.capture_amount ?? request_amount;
  if (currency !== served.currency) return { state: 'foreign', reason: 'currency', amount, currency };
  const ids = { paymentId: payment_id, reference: reference_id };
  const on = capture?.capture_timestamp ?? created;
  if (returnedStatuses.has(parsed.output.status))
    return {
      state: 'reversed',
      ...ids,
      on: updated ?? created,
      ...(capture ? { paid: { amount, on } } : {}),
    };
  if (parsed.output.status !== 'SUCCEEDED') return { state: 'pending' };
  return { state: 'paid', ...ids, amount, on };
}
