import type { LocalDate } from '@hiram/loan';

/**
 * One movement as the provider reports it. `reference` is our id if the provider stores it. Amounts in cents.
 * `currency`: ISO 4217, if the provider names it.
 */
export type StatementEntry =
  | {
      readonly kind: 'payment';
      readonly paymentId: string;
      readonly reference: string | undefined;
      readonly amount: number;
      readonly currency?: string | undefined;
      /** `reversed`: refunded or reversed in full since. */
      readonly state: 'paid' | 'reversed';
      readonly at: LocalDate | Date;
    }
  | {
      /** A refund to a payer: manual, partial, or reported separately from its payment. */
      readonly kind: 'refund';
      readonly refundId: string;
      readonly amount: number;
      readonly currency?: string | undefined;
      readonly at: LocalDate | Date;
    }
  | {
      readonly kind: 'payout';
      readonly providerReference: string;
      readonly reference: string | undefined;
      readonly amount: number;
      readonly currency?: string | undefined;
      readonly state: 'pending' | 'paid' | 'returned';
      readonly at: LocalDate | Date;
    };

/**
 * The state of one payment at its provider. `foreign`: the payment exists but is not ours, by its reference or currency.
 * `unknown`: the provider has no such payment. `paymentId` is the id that its webhook uses.
 */
export type ReportedPaymentState =
  | { readonly state: 'pending' | 'unknown' }
  | { readonly state: 'foreign'; readonly reason: 'reference' }
  | {
      readonly state: 'foreign';
      readonly reason: 'currency';
      readonly amount: number;
      readonly currency: string;
    }
  | {
      readonly state: 'paid';
      readonly paymentId: string;
      readonly reference: string;
      readonly amount: number;
      readonly on: LocalDate | Date;
    }
  | {
      readonly state: 'reversed';
      readonly paymentId: string;
      readonly reference: string;
      readonly on: LocalDate | Date;
      /** The payment before the reversal: a payment that is reversed before its notice arrives is booked both ways. */
      readonly paid?: { readonly amount: number; readonly on: LocalDate | Date };
    };

/** A business day and its bounds (`from` inclusive, `to` exclusive). */
export interface StatementDay {
  readonly day: LocalDate;
  readonly from: Date;
  readonly to: Date;
}

/** A provider's own records, for reconciliation with the ledger. */
export interface StatementPort {
  readonly name: string;
  /** Every movement of the day. Throws Unavailable if the provider does not answer or its list is inconsistent. */
  entries(day: StatementDay): Promise<readonly StatementEntry[]>;
  /** One payment by the provider's id. Throws Unavailable if the provider does not answer. */
  payment(paymentId: string): Promise<ReportedPaymentState>;
}
