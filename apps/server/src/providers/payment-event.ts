import { Unavailable } from '../platform/errors/rejection.ts';
import type { ReportedPaymentState } from './statement.ts';
import type { ProviderEvent } from './webhook.ts';

/**
 * Converts a payment's state at the provider into the event of its webhook. Throws Unavailable while the provider does not
 * report the payment as paid: it sends the webhook again.
 */
export function paymentEvent(standing: ReportedPaymentState, id: string, provider: string): ProviderEvent {
  switch (standing.state) {
    case 'unknown':
      return ignoredEvent('unknown', id);
    case 'foreign':
      if (standing.why === 'reference') return ignoredEvent('reference', id);
      return { ...ignoredEvent('currency', id), amount: standing.amount, currency: standing.currency };
    case 'pending':
      throw new Unavailable(`${provider} has not yet confirmed the payment`);
    case 'reversed': {
      const { paymentId, reference, on, paid } = standing;
      return { kind: 'reversal', id: `refunded ${id}`, reference, paymentId, on, ...(paid ? { paid } : {}) };
    }
    case 'paid': {
      const { paymentId, reference, amount, on } = standing;
      return { kind: 'payment', id: `payment ${paymentId}`, reference, paymentId, amount, paidOn: on };
    }
  }
}

/**
 * A genuine message without effect on the ledger, and the reason. Its id has a prefix of its own, so that it does not
 * suppress a later message.
 */
export function ignoredEvent(
  why: Extract<ProviderEvent, { kind: 'ignored' }>['why'],
  about: string,
): Extract<ProviderEvent, { kind: 'ignored' }> {
  return { kind: 'ignored', id: `${why} ${about}`.slice(0, 200), why, about };
}
