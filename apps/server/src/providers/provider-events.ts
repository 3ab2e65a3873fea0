import { Unavailable } from '../platform/errors/rejection.ts';
import type { ReportedPayoutState } from './ports/payout.ts';
import type { ReportedPaymentState } from './ports/statement.ts';
import type { ProviderEvent } from './ports/webhook.ts';

/**
 * Converts a payment's state at the provider into the event of its webhook. Throws Unavailable while the provider does not
 * report the payment as paid: it sends the webhook again.
 */
export function paymentEvent(reported: ReportedPaymentState, id: string, provider: string): ProviderEvent {
  switch (reported.state) {
    case 'unknown':
      return ignoredEvent('unknown', id);
    case 'foreign':
      if (reported.reason === 'reference') return ignoredEvent('reference', id);
      return { ...ignoredEvent('currency', id), amount: reported.amount, currency: reported.currency };
    case 'pending':
      throw new Unavailable(`${provider} has not yet confirmed the payment`);
    case 'reversed': {
      const { paymentId, reference, on, paid } = reported;
      return { kind: 'reversal', id: `refunded ${id}`, reference, paymentId, on, ...(paid ? { paid } : {}) };
    }
    case 'paid': {
      const { paymentId, reference, amount, on } = reported;
      return { kind: 'payment', id: `payment ${paymentId}`, reference, paymentId, amount, paidOn: on };
    }
  }
}

/**
 * Converts a payout's state at the provider into the event of its webhook. `id`: the provider's name of the payout.
 * Throws Unavailable while the provider does not report its end: it sends the webhook again.
 */
export function payoutEvent(
  reported: ReportedPayoutState,
  reference: string,
  { provider, id }: { readonly provider: string; readonly id: string },
): ProviderEvent {
  if (reported.state !== 'paid' && reported.state !== 'returned')
    throw new Unavailable(`${provider} has not yet reported the payout’s result`);
  const { state: result, amount, currency, on } = reported;
  const reason = reported.state === 'returned' ? reported.reason : undefined;
  return { kind: 'payout', id: `${id} ${result}`, reference, result, amount, currency, on, reason };
}

/** The JSON of a webhook's body; undefined if it is none. */
export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * A genuine message without effect on the ledger, and the reason. Its id has a prefix of its own, so that it does not
 * suppress a later message.
 */
export function ignoredEvent(
  reason: Extract<ProviderEvent, { kind: 'ignored' }>['reason'],
  subject: string,
): Extract<ProviderEvent, { kind: 'ignored' }> {
  return { kind: 'ignored', id: `${reason} ${subject}`.slice(0, 200), reason, subject };
}
