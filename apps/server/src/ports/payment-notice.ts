import { Unavailable } from '../http/refuse.ts';
import type { PaymentStanding } from './statement.ts';
import type { Notice } from './webhook.ts';

/**
 * What a webhook about a payment tells, once the provider itself said how the payment stands. Throws Unavailable where it does
 * not say yet that it was paid: the webhook comes again.
 */
export function noticeOf(standing: PaymentStanding, id: string, provider: string): Notice | 'ignored' {
  switch (standing.state) {
    case 'unknown':
    case 'foreign':
      return 'ignored';
    case 'pending':
      throw new Unavailable(`${provider} does not yet say that it was paid`);
    case 'reversed': {
      const { paymentId, reference, on } = standing;
      return { kind: 'reversal', id: `refunded ${id}`, reference, paymentId, on };
    }
    case 'paid': {
      const { paymentId, reference, amount, on } = standing;
      return { kind: 'payment', id: `payment ${paymentId}`, reference, paymentId, amount, paidOn: on };
    }
  }
}
