import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { toDecimal } from '../decimal-amount.ts';
import type { PayoutPort, ReportedPayoutState, SentPayout } from '../ports/payout.ts';
import type { AskXendit } from './client.ts';
import { payoutSchema, rejectionSchema, type XenditPayout } from './objects.ts';

/** Faults of the account or the amount: a retry cannot help, and no money has moved. */
const permanentErrors = new Set([
  'INVALID_DESTINATION',
  'CHANNEL_CODE_NOT_SUPPORTED',
  'RECIPIENT_ACCOUNT_NUMBER_ERROR',
  'RECIPIENT_AMOUNT_ERROR',
  'MAXIMUM_TRANSFER_LIMIT_ERROR',
  'MINIMUM_TRANSFER_LIMIT_ERROR',
]);

const returnedStatuses = new Set(['FAILED', 'CANCELLED', 'REVERSED', 'EXPIRED', 'COMPLIANCE_REJECTED']);

/** Converts a Xendit payout's status. */
export function payoutState(payout: XenditPayout): ReportedPayoutState {
  const { amount, currency } = payout;
  if (payout.status === 'SUCCEEDED') return { state: 'paid', on: payout.updated, amount, currency };
  if (returnedStatuses.has(payout.status))
    return {
      state: 'returned',
      on: payout.updated,
      amount,
      currency,
      reason: payout.failure_code ?? payout.status,
    };
  return { state: 'pending' };
}

/** Pays out to banks and wallets. Our reference is the idempotency key. */
export function xenditPayouts(ask: AskXendit): PayoutPort {
  async function byReference(reference: string): Promise<XenditPayout | undefined> {
    const { status, body } = await ask(`/v2/payouts?reference_id=${encodeURIComponent(reference)}`);
    const parsed = v.safeParse(v.array(payoutSchema), body);
    if (status >= 400 || !parsed.success) throw new Unavailable(`xendit answered ${status} to a query`);
    return parsed.output.find((payout) => payout.reference_id === reference);
  }
  /** An earlier attempt whose answer was lost may have been accepted: then that counts, whatever the answer to this one. */
  async function rejectUnlessAccepted(reference: string, reason: string): Promise<SentPayout> {
    const existing = await byReference(reference);
    return existing ? { state: 'accepted', reference: existing.id } : { state: 'rejected', reason };
  }
  return {
    name: 'xendit',
    async send({ reference, amount, currency, via, accountNumber, holder, description }) {
      if (via === undefined)
        return rejectUnlessAccepted(reference, 'xendit does not support this institution');
      const { status, body } = await ask('/v2/payouts', {
        headers: { 'idempotency-key': reference },
        body: {
          reference_id: reference,
          channel_code: via,
          channel_properties: { account_number: accountNumber, account_holder_name: holder },
          amount: toDecimal(amount),
          currency,
          description,
        },
      });
      const created = v.safeParse(payoutSchema, body);
      if (status < 400 && created.success) return { state: 'accepted', reference: created.output.id };
      const rejection = v.safeParse(rejectionSchema, body);
      const errorCode = rejection.success ? rejection.output.error_code : '';
      // It goes into logs, so only a code is allowed.
      const code = /^[A-Z_]{1,60}$/.test(errorCode) ? errorCode : '';
      if (permanentErrors.has(code)) return rejectUnlessAccepted(reference, code);
      // The key was already used for the same payout, so the payout exists.
      const existing = code === 'DUPLICATE_ERROR' ? await byReference(reference) : undefined;
      if (existing) return { state: 'accepted', reference: existing.id };
      throw new Unavailable(`xendit answered ${status} ${code} to a payout`);
    },
    async queryState({ reference }) {
      const payout = await byReference(reference);
      return payout ? payoutState(payout) : { state: 'unknown' };
    },
  };
}
