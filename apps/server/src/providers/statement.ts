import type { LocalDate } from '@hiram/loan';

/** One movement as its provider reports it. `reference` is our own id where the provider kept it. Amounts in cents. */
export type StatementEntry =
  | {
      readonly kind: 'payment';
      readonly paymentId: string;
      readonly reference: string | undefined;
      readonly amount: number;
      /** `reversed`: refunded or taken back as a whole since. */
      readonly state: 'paid' | 'reversed';
      readonly at: LocalDate | Date;
    }
  | {
      /** Money given back to a payer by hand, in part, or where the provider keeps it apart from the payment. */
      readonly kind: 'refund';
      readonly refundId: string;
      readonly amount: number;
      readonly at: LocalDate | Date;
    }
  | {
      readonly kind: 'payout';
      readonly providerReference: string;
      readonly reference: string | undefined;
      readonly amount: number;
      readonly state: 'pending' | 'paid' | 'returned';
      readonly at: LocalDate | Date;
    };

/**
 * How one payment stands at its provider, read by itself. `foreign`: it is there and not of ours, by its reference or its
 * currency; `unknown`: the provider never heard of it. `paymentId` is the id under which its webhook would tell of it.
 */
export type PaymentStanding =
  | { readonly state: 'pending' | 'unknown' }
  | { readonly state: 'foreign'; readonly why: 'reference' }
  | {
      readonly state: 'foreign';
      readonly why: 'currency';
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
      /** What had been paid, where it had: one that comes and goes before we hear of it is booked both ways. */
      readonly paid?: { readonly amount: number; readonly on: LocalDate | Date };
    };

/** A business day, and the moments between which it lies (`from` included, `to` not). */
export interface StatementDay {
  readonly day: LocalDate;
  readonly from: Date;
  readonly to: Date;
}

/** What a provider reports of a day of its own books, for comparing with ours. */
export interface StatementPort {
  readonly name: string;
  /** Every movement of the day. Throws Unavailable when the provider is away, or what it says cannot be believed. */
  entries(day: StatementDay): Promise<readonly StatementEntry[]>;
  /** One payment by itself, by the provider's id. Throws Unavailable when the provider is away. */
  payment(paymentId: string): Promise<PaymentStanding>;
}
