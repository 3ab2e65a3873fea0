import type { IncomingHttpHeaders } from 'node:http';
import type { LocalDate } from '@hiram/loan';

/**
 * A provider's message, read and believed. `reference` is our own id of the code or payout. Amounts in cents. A provider
 * that tells moments gives a `Date`, which becomes the brand's day.
 */
export type ProviderEvent =
  | {
      readonly kind: 'payment';
      readonly id: string;
      readonly reference: string;
      readonly paymentId: string;
      readonly amount: number;
      readonly paidOn: LocalDate | Date;
      /** ISO 4217, where it is said; a brand's own where not. */
      readonly currency?: string | undefined;
    }
  | {
      /** The provider takes a payment back. */
      readonly kind: 'reversal';
      readonly id: string;
      readonly reference: string;
      readonly paymentId: string;
      readonly on: LocalDate | Date;
      /** What had been paid, where the provider says: it counts first, should it not have come yet. */
      readonly paid?: { readonly amount: number; readonly on: LocalDate | Date };
    }
  | {
      /**
       * Genuine, and nothing that is posted: of another currency than ours, of a reference that we never gave, of what the
       * provider itself does not know, or of a kind that says nothing of our money.
       */
      readonly kind: 'aside';
      readonly id: string;
      readonly why: 'currency' | 'reference' | 'unknown' | 'event';
      readonly about: string;
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
      /** ISO 4217, where it is said. */
      readonly currency?: string | undefined;
      readonly reason: string | undefined;
    }
  | {
      /** A partner could not sign a borrower in to the order that it serves; `reference` is the order's id. */
      readonly kind: 'jointLogin';
      readonly id: string;
      readonly reference: string;
      readonly partner: string;
      readonly reason: 'unavailable' | 'refused' | 'noAccount' | 'expired';
    };

/** Reads one provider's webhooks. */
export interface WebhookReader {
  readonly provider: string;
  /**
   * `forged`: the signature is missing, wrong or too old; nothing of the body is believed. Throws Unavailable where the
   * provider must be asked first and is away: it then sends again.
   */
  read(
    body: Buffer,
    headers: IncomingHttpHeaders,
    now: Date,
  ): Promise<ProviderEvent | 'forged' | 'malformed'>;
}
