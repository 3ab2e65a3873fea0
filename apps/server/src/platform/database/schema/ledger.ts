/** The double-entry ledger. */
import type { Defaulted, Instant, Optional } from './columns.ts';

interface JournalTable {
  id: string;
  borrower_id: string;
  order_id: string;
  brand: string;
  event_id: Optional<string>;
  kind: string;
  posted_on: string;
  created_at: Defaulted<Instant>;
}

interface JournalLineTable {
  journal_id: string;
  line_no: number;
  borrower_id: string;
  order_id: string;
  account: string;
  event_id: Optional<string>;
  amount: number;
}

export interface LedgerTables {
  journal: JournalTable;
  journal_line: JournalLineTable;
}
