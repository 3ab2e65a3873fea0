/** The general ledger. */
import type { ApprovalId, GlJournalId, OrderId, StatementLineId } from '@hiram/contract/ids';
import type { Defaulted, Instant, Optional } from './columns.ts';

interface GlAccountTable {
  brand: string;
  code: string;
  name: string;
  type: 'asset' | 'liability' | 'equity' | 'income' | 'expense';
  currency: string;
  parent: Optional<string>;
  external_code: Optional<string>;
}

interface GlBookTable {
  brand: string;
  currency: string;
  last_number: Defaulted<number>;
  runs: Defaulted<number>;
  posted_through: Optional<string>;
  read_from: Optional<Instant>;
}

interface GlPeriodTable {
  brand: string;
  month: string;
  state: Defaulted<'open' | 'closed'>;
  closed_at: Optional<Instant>;
  closed_by: Optional<string>;
  digest: Optional<Buffer>;
}

interface GlClosingTable {
  id: string;
  brand: string;
  month: string;
  state: 'open' | 'closed';
  at: Defaulted<Instant>;
  decided_by: string;
  seconded_by: string;
  reason: string;
  digest: Buffer;
}

interface GlJournalTable {
  id: GlJournalId;
  brand: string;
  number: number;
  posted_on: string;
  relates_to: Optional<string>;
  kind: 'accrual' | 'allowance' | 'money' | 'loss' | 'settlement' | 'unidentified' | 'manual';
  product: Optional<string>;
  source: string;
  approval_id: Optional<ApprovalId>;
  note: Defaulted<string>;
  created_at: Defaulted<Instant>;
}

interface GlLineTable {
  journal_id: GlJournalId;
  line_no: number;
  brand: string;
  account: string;
  amount: number;
  currency: string;
}

interface GlItemTable {
  journal_id: GlJournalId;
  /** A loan, or a line of a bank's statement that no loan has. */
  order_id: OrderId | StatementLineId;
  component: string;
  amount: number;
}

interface LoanAccrualTable {
  brand: string;
  order_id: OrderId | StatementLineId;
  component: string;
  posted: number;
  through: string;
}

interface GlDraftTable {
  brand: string;
  order_id: OrderId | StatementLineId;
  run: number;
  posted_on: string;
  product: Optional<string>;
  kinds: Optional<string[]>;
  components: Optional<string[]>;
  amounts: Optional<number[]>;
  relates_to: Optional<(string | null)[]>;
}

export interface BookTables {
  gl_account: GlAccountTable;
  gl_book: GlBookTable;
  gl_period: GlPeriodTable;
  gl_closing: GlClosingTable;
  gl_journal: GlJournalTable;
  gl_line: GlLineTable;
  gl_item: GlItemTable;
  loan_accrual: LoanAccrualTable;
  gl_draft: GlDraftTable;
}
