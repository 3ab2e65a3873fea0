import type { LocalDate } from '@hiram/loan';

/** A payment to a borrower's account. `reference` is our id and makes repeats idempotent. */
export interface PayoutRequest {
  readonly reference: string;
  /** Cents. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: 'PHP' | 'INR' | 'IDR';
  readonly institution: string;
  /** The provider's name of the institution: `via` in the country's list. */
  readonly via: string | undefined;
  readonly accountNumber: string;
  readonly holder: string;
  /** The text on the borrower's account statement. */
  readonly description: string;
  /** When the payout was first requested: some providers remember our reference for a limited time only. */
  readonly requestedAt: Date;
}

/** `accepted` with the provider's id, or `rejected`: the provider will never pay it and no money has moved. */
export type SentPayout =
  | { readonly state: 'accepted'; readonly reference: string }
  | { readonly state: 'rejected'; readonly reason: string };

/** The amount that a provider reports, in cents, and its ISO 4217 currency. Undefined if it does not report them. */
export interface PayoutSum {
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
}

/** The state of a payout at the provider. `unknown`: the provider has no such payout. */
export type ReportedPayoutState =
  | { readonly state: 'pending' | 'unknown' }
  | ({ readonly state: 'paid'; readonly on: LocalDate | Date } & PayoutSum)
  | ({
      readonly state: 'returned';
      readonly on: LocalDate | Date;
      readonly reason: string | undefined;
    } & PayoutSum);

/** Pays out. A signed webhook reports the outcome; without one the provider is queried. */
export interface PayoutPort {
  readonly name: string;
  /** Throws Unavailable if the provider does not answer in time; a retry is safe. */
  send(request: PayoutRequest): Promise<SentPayout>;
  /**
   * Queries the state by our reference and the provider's id, null if it never told us: a provider that has no other name of it
   * answers `unknown`. Throws Unavailable if the provider does not answer.
   */
  queryState(payout: {
    readonly reference: string;
    readonly providerReference: string | null;
  }): Promise<ReportedPayoutState>;
}
