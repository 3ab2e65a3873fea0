import type { LocalDate } from '@hiram/loan';
import type { StatementDay } from '../../providers/statement.ts';

export type Reason =
  /** The statement has it, but the provider does not confirm it in a query: not posted. */
  | 'missing here'
  | 'missing there'
  /** It or its result never reached us. The provider confirmed it, and it is posted now. */
  | 'taken in now'
  | 'amount differs'
  | 'day differs'
  | 'state differs'
  | 'unknown reference'
  | 'pending too long'
  /** We have the payment of a code twice, under two ids, and the provider has one of them. */
  | 'posted twice'
  /** It is held for review, and not in the ledger. */
  | 'held here'
  /** Refunded with the provider's tools, in part or separately from its payment. */
  | 'refunded there'
  /** The statement's total of the day differs from the ledger's movement of cash. */
  | 'cash differs';

/** A difference between a provider's statement and our books. */
export interface Difference {
  readonly kind: 'payment' | 'payout' | 'day';
  /** The provider's id of a payment, our id of a payout, or `cash` for the day as a whole. */
  readonly reference: string;
  readonly reason: Reason;
  readonly providerValue?: string;
  readonly ledgerValue?: string;
}

/** The compared business day, its time zone, and the current day. */
export interface ComparedDay extends StatementDay {
  readonly timeZone: string;
  readonly today: LocalDate;
}

/** The differences, and our ids of the payments or payouts that make up the day's cash. */
export interface ComparisonResult {
  readonly differences: readonly Difference[];
  readonly counted: readonly string[];
}
