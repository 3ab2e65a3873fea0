import type { IncomingHttpHeaders } from 'node:http';
import type { LocalDate } from '@hiram/loan';

/**
 * A provider's message after verification. `reference` is our id of the code or payout. Amounts in cents. A moment (`Date`)
 * is converted to the brand's business day.
 */
export type ProviderEvent =
  | {
      readonly kind: 'payment';
      readonly id: string;
      readonly reference: string;
      readonly paymentId: string;
      readonly amount: number;
      readonly paidOn: LocalDate | Date;
      /** ISO 4217; undefined: the brand's own currency. */
      readonly currency?: string | undefined;
    }
  | {
      /** The provider reverses a payment. */
      readonly kind: 'reversal';
      readonly id: string;
      readonly reference: string;
      readonly paymentId: string;
      readonly on: LocalDate | Date;
      /** The payment, if the provider reports it: it is booked first if it has not arrived yet. */
      readonly paid?: { readonly amount: number; readonly on: LocalDate | Date };
    }
  | {
      /**
       * A genuine message that is not posted: another currency than ours, a reference that is not ours, an object that the
       * provider does not know, or an event that does not concern money of ours.
       */
      readonly kind: 'ignored';
      readonly id: string;
      readonly reason: 'currency' | 'reference' | 'unknown' | 'event';
      readonly subject: string;
      readonly amount?: number;
      readonly currency?: string;
    }
  | {
      readonly kind: 'payout';
      readonly id: string;
      readonly reference: string;
      readonly result: 'paid' | 'returned';
      readonly on: LocalDate | Date;
      readonly amount?: number | undefined;
      /** ISO 4217, if the provider reports it. */
      readonly currency?: string | undefined;
      readonly reason: string | undefined;
    }
  | {
      /** A partner could not sign a borrower in to its order. `reference` is the order's id. */
      readonly kind: 'jointLogin';
      readonly id: string;
      readonly reference: string;
      readonly partner: string;
      readonly reason: 'unavailable' | 'rejected' | 'noAccount' | 'expired';
    }
  | {
      /** The outcome of a message. `reference` is our id of its delivery. */
      readonly kind: 'receipt';
      readonly id: string;
      readonly reference: string;
      readonly result: 'delivered' | 'bounced';
    };

/** Reads one provider's webhooks. */
export interface WebhookReader {
  readonly provider: string;
  /**
   * Verifies and parses a webhook. `forged`: the signature is missing, wrong or too old. `malformed`: the body is not
   * readable. Throws Unavailable if the provider must be queried and does not answer; it then sends the webhook again.
   */
  read(
    body: Buffer,
    headers: IncomingHttpHeaders,
    now: Date,
  ): Promise<ProviderEvent | 'forged' | 'malformed'>;
}
