/** The double-entry ledger. */
import type { BorrowerId, JournalId, LoanEventId, OrderId } from '@hiram/contract/ids';
import type { Defaulted, Instant, Optional } from './columns.ts';

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

export interface LedgerTables {
  journal: JournalTable;
  journal_line: JournalLineTable;
}
