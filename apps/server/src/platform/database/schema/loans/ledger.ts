/** The double-entry ledger. */
import type { BorrowerId, JournalId, LoanEventId, OrderId } from '@hiram/contract/ids';
import type { Defaulted, Instant, Json, Optional } from '../columns.ts';

interface JournalTable {
  id: JournalId;
  borrower_id: BorrowerId;
  order_id: OrderId;
  brand: string;
  event_id: Optional<LoanEventId>;
  kind: string;
  posted_on: string;
  created_at: Defaulted<Instant>;
}

interface JournalLineTable {
  journal_id: JournalId;
  line_no: number;
  borrower_id: BorrowerId;
  order_id: OrderId;
  account: string;
  event_id: Optional<LoanEventId>;
  amount: number;
}

/** A journal to be written with its lines. A trigger writes it; the table keeps no rows. */
interface PostingTable extends Omit<JournalTable, 'event_id' | 'created_at'> {
  event_id: Optional<string>;
  accounts: string[];
  events: (string | null)[];
  amounts: number[];
}

/** The rows of a loan that was settled long ago. `archive_loans` alone writes it. */
interface ArchivedLoanTable {
  borrower_id: BorrowerId;
  order_id: OrderId;
  part: number;
  brand: string;
  settled_on: string;
  archived_at: Instant;
  books: Json;
  /** SHA-256 of the text of `books`. */
  sha256: Buffer;
}

/** The part of the balances that archived loans hold, in cents. */
interface ArchivedBalanceTable {
  brand: string;
  account: string;
  amount: number;
}

export interface LedgerTables {
  journal: JournalTable;
  journal_line: JournalLineTable;
  posting: PostingTable;
  archived_loan: ArchivedLoanTable;
  archived_balance: ArchivedBalanceTable;
  /** Views of the rows that are archived and of those that are not, for one loan or a batch of loans. */
  every_journal: JournalTable;
  every_journal_line: JournalLineTable;
}
