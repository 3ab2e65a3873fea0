import { Unavailable } from '../platform/errors/rejection.ts';
import type { PaymentStanding } from './statement.ts';
import type { ProviderEvent } from './webhook.ts';

/**
 * What a webhook about a payment tells, once the provider itself said how the payment stands. Throws Unavailable where it does
 * not say yet that it was paid: the webhook comes again.
 */
export function noticeOf(standing: PaymentStanding, id: string, provider: string): ProviderEvent {
  switch (standing.state) {
    case 'unknown':
      return aside('unknown', id);
    case 'foreign':
      if (standing.why === 'reference') return aside('reference', id);
      return { ...aside('currency', id), amount: standing.amount, currency: standing.currency };
    case 'pending':
      throw new Unavailable(`${provider} does not yet say that it was paid`);
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

/** A genuine message that moves nothing here, and why; kept under a name of its own, so that it hides no later one. */
export function aside(
  why: Extract<ProviderEvent, { kind: 'aside' }>['why'],
  about: string,
): Extract<ProviderEvent, { kind: 'aside' }> {
  return { kind: 'aside', id: `${why} ${about}`.slice(0, 200), why, about };
}
