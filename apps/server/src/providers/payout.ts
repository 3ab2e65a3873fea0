import type { LocalDate } from '@hiram/loan';

/** Money to a borrower's account. `reference` is ours and makes repeats harmless. */
export interface PayoutRequest {
  readonly reference: string;
  /** Cents. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: 'PHP' | 'INR' | 'IDR';
  readonly institution: string;
  /** What the provider calls that institution: `via` of the country's list. */
  readonly via: string | undefined;
  readonly accountNumber: string;
  readonly holder: string;
  /** What the borrower reads on the account's statement. */
  readonly description: string;
  /** When it was asked for first: some providers know our reference again for a while only. */
  readonly requestedAt: Date;
}

/** The provider took it, under an id of its own; or will never pay it, and no money has moved. */
export type SentPayout =
  | { readonly state: 'accepted'; readonly reference: string }
  | { readonly state: 'refused'; readonly reason: string };

/** What a provider says was paid out: cents, and ISO 4217. Undefined where it does not say. */
export interface PayoutSum {
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
}

/** How a payout stands at the provider. `unknown`: it never heard of it. */
export type PayoutStanding =
  | { readonly state: 'pending' | 'unknown' }
  | ({ readonly state: 'paid'; readonly on: LocalDate | Date } & PayoutSum)
  | ({
      readonly state: 'returned';
      readonly on: LocalDate | Date;
      readonly reason: string | undefined;
    } & PayoutSum);

/** Pays out. How it ended comes by signed webhook, or by asking where none came. */
export interface PayoutPort {
  readonly name: string;
  /** Throws Unavailable when the provider does not answer in time; asking again is harmless. */
  send(request: PayoutRequest): Promise<SentPayout>;
  /** How the payout stands, by our reference and the id that it was accepted under. Throws Unavailable when nobody answers. */
  standing(payout: {
    readonly reference: string;
    readonly providerReference: string;
  }): Promise<PayoutStanding>;
}
