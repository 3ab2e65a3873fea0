import type { LocalDate } from '@hiram/loan';
import type { StatementDay } from '../../providers/statement.ts';

export type Reason =
  /** On the statement, and the provider itself does not confirm it when asked for it alone: not posted. */
  | 'missing here'
  | 'missing there'
  /** It never reached us, or its end did not; the provider confirmed it, and now it is in the books. */
  | 'taken in now'
  | 'amount differs'
  | 'day differs'
  | 'state differs'
  | 'unknown reference'
  | 'pending too long'
  /** Ours has the payment of one code twice, under two ids, and the provider only one of them. */
  | 'posted twice'
  /** It waits for a person, and is not in the ledger. */
  | 'held here'
  /** Given back by the provider's own tools, in part or apart from its payment. */
  | 'refunded there'
  /** The statement's total of the day is not what moved in the ledger's cash. */
  | 'cash differs';

/** Something that a provider's statement and our books do not agree on. */
export interface Difference {
  readonly kind: 'payment' | 'payout' | 'day';
  /** The provider's id of a payment, our id of a payout, `cash` of the day as a whole. */
  readonly reference: string;
  readonly reason: Reason;
  readonly theirs?: string;
  readonly ours?: string;
}

/** A business day that is compared, in which time zone, and what day it is now. */
export interface ComparedDay extends StatementDay {
  readonly timeZone: string;
  readonly today: LocalDate;
}

/** What comparing found, and which of our payments or payouts (by our ids) make up the day's cash. */
export interface Compared {
  readonly found: readonly Difference[];
  readonly counted: readonly string[];
}
