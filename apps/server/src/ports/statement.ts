import type { LocalDate } from '@hiram/loan';

/** One movement as its provider reports it. `reference` is our own id where the provider kept it. Amounts in cents. */
export type StatementEntry =
  | {
      readonly kind: 'payment';
      readonly paymentId: string;
      readonly reference: string | undefined;
      /** The provider's own id of the code that was paid, where it names that instead. */
      readonly code?: string;
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

/** What a provider reports of a day of its own books, for comparing with ours. */
export interface StatementPort {
  readonly name: string;
  /** Every movement between the two moments (`from` included, `to` not). Throws Unavailable when the provider is away. */
  entries(from: Date, to: Date): Promise<readonly StatementEntry[]>;
}
