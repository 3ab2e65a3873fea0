import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { toDecimal } from '../decimal-amount.ts';
import type { PayoutPort, PayoutStanding, SentPayout } from '../payout.ts';
import type { AskXendit } from './client.ts';
import { payoutSchema, rejectionSchema, type XenditPayout } from './objects.ts';

/** Faults of the account or of the amount: no other try will help, and no money has moved. */
const hopeless = new Set([
  'INVALID_DESTINATION',
  'CHANNEL_CODE_NOT_SUPPORTED',
  'RECIPIENT_ACCOUNT_NUMBER_ERROR',
  'RECIPIENT_AMOUNT_ERROR',
  'MAXIMUM_TRANSFER_LIMIT_ERROR',
  'MINIMUM_TRANSFER_LIMIT_ERROR',
]);

const ended = new Set(['FAILED', 'CANCELLED', 'REVERSED', 'EXPIRED', 'COMPLIANCE_REJECTED']);

/** How a payout of Xendit's stands, in our words. */
export function standingOf(payout: XenditPayout): PayoutStanding {
  const { amount, currency } = payout;
  if (payout.status === 'SUCCEEDED') return { state: 'paid', on: payout.updated, amount, currency };
  if (ended.has(payout.status))
    return {
      state: 'returned',
      on: payout.updated,
      amount,
      currency,
      reason: payout.failure_code ?? payout.status,
    };
  return { state: 'pending' };
}

/** Payouts to banks and wallets. Our reference is the key that makes a repeat harmless. */
export function xenditPayouts(ask: AskXendit): PayoutPort {
  async function byReference(reference: string): Promise<XenditPayout | undefined> {
    const { status, body } = await ask(`/v2/payouts?reference_id=${encodeURIComponent(reference)}`);
    const found = v.safeParse(v.array(payoutSchema), body);
    if (status >= 400 || !found.success) throw new Unavailable(`xendit answered ${status} to a question`);
    return found.output.find((payout) => payout.reference_id === reference);
  }
  /** A first try, whose answer was lost, may have gone: then it stands, whatever is said of this one. */
  async function refused(reference: string, reason: string): Promise<SentPayout> {
    const there = await byReference(reference);
    return there ? { state: 'accepted', reference: there.id } : { state: 'refused', reason };
  }
  return {
    name: 'xendit',
    async send({ reference, amount, via, accountNumber, holder, description }) {
      if (via === undefined) return refused(reference, 'xendit does not reach this institution');
      const { status, body } = await ask('/v2/payouts', {
        headers: { 'idempotency-key': reference },
        body: {
          reference_id: reference,
          channel_code: via,
          channel_properties: { account_number: accountNumber, account_holder_name: holder },
          amount: toDecimal(amount),
          currency: 'PHP',
          description,
        },
      });
      const made = v.safeParse(payoutSchema, body);
      if (status < 400 && made.success) return { state: 'accepted', reference: made.output.id };
      const rejection = v.safeParse(rejectionSchema, body);
      const said = rejection.success ? rejection.output.error_code : '';
      // It goes into logs: a code alone, whatever else stands in its place.
      const code = /^[A-Z_]{1,60}$/.test(said) ? said : '';
      if (hopeless.has(code)) return refused(reference, code);
      // The key was used already, for the same payout: then it is there.
      const there = code === 'DUPLICATE_ERROR' ? await byReference(reference) : undefined;
      if (there) return { state: 'accepted', reference: there.id };
      throw new Unavailable(`xendit answered ${status} ${code} to a payout`);
    },
    async standing({ reference }) {
      const payout = await byReference(reference);
      return payout ? standingOf(payout) : { state: 'unknown' };
    },
  };
}
