import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { PayoutPort, ReportedPayoutState } from '../ports/payout.ts';
import { type AskPaymongo, type PaymongoSettings, shortReference } from './client.ts';
import { transfersSince } from './lists.ts';
import { batchSchema, errorsSchema, type PaymongoTransfer, transferSchema } from './objects.ts';

/** InstaPay's limit per transfer, in cents: ₱50,000.00. Larger amounts go by PESONet, on banking days. */
const maxInstapayCents = 5_000_000;
const maxPesonetCents = 1_000_000_000;
/**
 * PayMongo remembers an idempotency key for about a day. A later retry could pay twice, so its list of transfers is read
 * first.
 */
const keyLifetimeMs = 20 * 60 * 60_000;
/** The greatest lag of PayMongo's clock behind ours. */
const maxClockSkewMs = 60 * 60_000;

/** The rails that an institution supports. Wallets support InstaPay only. */
export interface Rails {
  readonly instapay: boolean;
  readonly pesonet: boolean;
}

/** The rail that can transfer the amount (cents) to an institution, or undefined. */
export function railFor(amount: number, rails: Rails): 'instapay' | 'pesonet' | undefined {
  if (rails.instapay && amount <= maxInstapayCents) return 'instapay';
  return rails.pesonet && amount <= maxPesonetCents ? 'pesonet' : undefined;
}

/** Converts a PayMongo transfer's status. */
export function payoutState(transfer: PaymongoTransfer): ReportedPayoutState {
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

/** Pays out by transfers from the lender's wallet. Our reference is the idempotency key, valid for about a day. */
export function paymongoTransfers(
  ask: AskPaymongo,
  settings: PaymongoSettings,
  railsOf: (bic: string) => Rails | undefined,
  now: () => Date,
): PayoutPort {
  return {
    name: 'paymongo',
    async send({
      reference,
      amount,
      currency,
      institution,
      via,
      accountNumber,
      holder,
      description,
      requestedAt,
    }) {
      const rail = railFor(amount, railsOf(institution) ?? { instapay: false, pesonet: false });
      if (!rail) return { state: 'rejected', reason: 'no rail transfers this amount to this institution' };
      if (now().getTime() - requestedAt.getTime() > keyLifetimeMs) {
        const earlier = await earlierTransfer(ask, shortReference(reference), requestedAt);
        if (earlier) return { state: 'accepted', reference: earlier.id };
      }
      const { status, body } = await ask('/v2/batch_transfers', {
        headers: { 'idempotency-key': reference },
        body: {
          transfers: [
            {
              provider: rail,
              amount,
              currency,
              reference_number: shortReference(reference),
              purpose: 'Loan disbursement',
              description: description.replace(/[^A-Za-z0-9 -]/g, '').slice(0, 50),
              source_account: settings.source,
              destination_account: { number: accountNumber, name: holder, bic: via ?? institution },
            },
          ],
        },
      });
      return transferAnswer(status, body);
    },
    async queryState({ providerReference }) {
      if (providerReference === null) return { state: 'unknown' };
      const { status, body } = await ask(`/v2/transfers/${encodeURIComponent(providerReference)}`);
      if (status === 404) return { state: 'unknown' };
      const parsed = v.safeParse(transferSchema, body);
      if (!parsed.success) throw new Unavailable(`paymongo answered ${status} to a query about a transfer`);
      return payoutState(parsed.output.data);
    },
  };
}

/** The transfer of an earlier attempt whose answer was lost, or undefined if there is none. */
async function earlierTransfer(
  ask: AskPaymongo,
  short: string,
  requestedAt: Date,
): Promise<PaymongoTransfer | undefined> {
  const since = new Date(requestedAt.getTime() - maxClockSkewMs);
  for await (const transfer of transfersSince(ask, since))
    if (transfer.reference_number === short) return transfer;
  return undefined;
}

/** Interprets an answer to a transfer. Throws Unavailable for an error that may pass. */
function transferAnswer(status: number, body: unknown): Awaited<ReturnType<PayoutPort['send']>> {
  const created = v.safeParse(batchSchema, body);
  const [transfer] = created.success ? created.output.data.transfers : [];
  if (status < 400 && transfer) return { state: 'accepted', reference: transfer.id };
  const errors = v.safeParse(errorsSchema, body);
  const [error] = errors.success ? errors.output.errors : [];
  // A fault of the destination account: a retry would fail too. Any other error, such as a lack of funds in the
  // lender's account, may pass or the lender can fix it.
  const errorText = [error?.source?.pointer, error?.source?.attribute, error?.detail].join(' ');
  if ((status === 400 || status === 422) && /destination/i.test(errorText))
    return { state: 'rejected', reason: error?.detail || error?.code || 'rejected' };
  throw new Unavailable(`paymongo answered ${status} to a transfer`);
}
