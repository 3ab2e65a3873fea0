import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { PayoutPort, PayoutStanding } from '../payout.ts';
import { type AskPaymongo, type PaymongoSettings, shortReference } from './client.ts';
import { transfersSince } from './lists.ts';
import { batchSchema, errorsSchema, type PaymongoTransfer, transferSchema } from './objects.ts';

/** InstaPay carries at most ₱50,000.00 at once; what is more goes by PESONet, on banking days. Cents. */
const instapayMost = 5_000_000;
const pesonetMost = 1_000_000_000;
/** PayMongo knows a key again for about a day; asked again after that, it might pay twice: its list is read first. */
const surelyKnownMs = 20 * 60 * 60_000;
/** How far its clock may be behind ours. */
const clocksApartMs = 60 * 60_000;

/** A wallet has InstaPay alone. */
export interface Rails {
  readonly instapay: boolean;
  readonly pesonet: boolean;
}

/** Which rail carries the amount to an institution, or undefined where none does. */
export function railFor(amount: number, rails: Rails): 'instapay' | 'pesonet' | undefined {
  if (rails.instapay && amount <= instapayMost) return 'instapay';
  return rails.pesonet && amount <= pesonetMost ? 'pesonet' : undefined;
}

/** How a transfer stands, in our words. */
export function standingOf(transfer: PaymongoTransfer): PayoutStanding {
  const { amount, currency } = transfer;
  if (transfer.status === 'succeeded') return { state: 'paid', on: transfer.updated_at, amount, currency };
  if (['failed', 'returned', 'cancelled', 'expired'].includes(transfer.status))
    return {
      state: 'returned',
      on: transfer.updated_at,
      amount,
      currency,
      reason: transfer.provider_error ?? transfer.status,
    };
  return { state: 'pending' };
}

/** Payouts by transfers out of the lender's wallet. Our reference is the key that makes a repeat harmless, for about a day. */
export function paymongoTransfers(
  ask: AskPaymongo,
  settings: PaymongoSettings,
  railsOf: (bic: string) => Rails | undefined,
  now: () => Date,
): PayoutPort {
  /** The transfer of an earlier try, whose answer was lost, or undefined where none of them ever went. */
  async function firstTry(short: string, requestedAt: Date): Promise<PaymongoTransfer | undefined> {
    const since = new Date(requestedAt.getTime() - clocksApartMs);
    for await (const transfer of transfersSince(ask, since))
      if (transfer.reference_number === short) return transfer;
    return undefined;
  }

  return {
    name: 'paymongo',
    async send({ reference, amount, institution, via, accountNumber, holder, description, requestedAt }) {
      const rail = railFor(amount, railsOf(institution) ?? { instapay: false, pesonet: false });
      if (!rail) return { state: 'refused', reason: 'no transfer carries this amount to this institution' };
      if (now().getTime() - requestedAt.getTime() > surelyKnownMs) {
        const before = await firstTry(shortReference(reference), requestedAt);
        if (before) return { state: 'accepted', reference: before.id };
      }
      const { status, body } = await ask('/v2/batch_transfers', {
        headers: { 'idempotency-key': reference },
        body: {
          transfers: [
            {
              provider: rail,
              amount,
              currency: 'PHP',
              reference_number: shortReference(reference),
              purpose: 'Loan disbursement',
              description: description.replace(/[^A-Za-z0-9 -]/g, '').slice(0, 50),
              source_account: settings.source,
              destination_account: { number: accountNumber, name: holder, bic: via ?? institution },
            },
          ],
        },
      });
      const made = v.safeParse(batchSchema, body);
      const [transfer] = made.success ? made.output.data.transfers : [];
      if (status < 400 && transfer) return { state: 'accepted', reference: transfer.id };
      const errors = v.safeParse(errorsSchema, body);
      const [error] = errors.success ? errors.output.errors : [];
      // A fault of the account that the money should go to: another try would be the same. Everything else, such as too little
      // in the lender's own, may pass or is for the lender to mend.
      const about = [error?.source?.pointer, error?.source?.attribute, error?.detail].join(' ');
      if ((status === 400 || status === 422) && /destination/i.test(about))
        return { state: 'refused', reason: error?.detail || error?.code || 'refused' };
      throw new Unavailable(`paymongo answered ${status} to a transfer`);
    },
    async standing({ providerReference }) {
      const { status, body } = await ask(`/v2/transfers/${encodeURIComponent(providerReference)}`);
      if (status === 404) return { state: 'unknown' };
      const found = v.safeParse(transferSchema, body);
      if (!found.success) throw new Unavailable(`paymongo answered ${status} to a question about a transfer`);
      return standingOf(found.output.data);
    },
  };
}
