/** The general ledger. */
import type { AccruedName } from '@hiram/books';
import type { AccountType, JournalKind } from '@hiram/contract/console/books';
import type { LateKind } from '@hiram/contract/console/portfolio';
import type { ApprovalId, GlJournalId, OrderId, StatementLineId } from '@hiram/contract/ids';
import type { Defaulted, Instant, Optional } from '../columns.ts';

interface GlAccountTable {
  brand: string;
  code: string;
  name: string;
  type: AccountType;
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
  loss_rates: Optional<string>;
}

interface GlRunTable {
  brand: string;
  run: number;
  posted_on: string;
  previous: Optional<string>;
  read_from: Instant;
  posted_at: Defaulted<Instant>;
  refused: number;
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
  kind: JournalKind;
  product: Optional<string>;
  source: string;
  run: Optional<number>;
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

interface GlDraftTable extends Record<AccruedName, Optional<number[]>> {
  brand: string;
  order_id: OrderId | StatementLineId;
  run: number;
  posted_on: string;
  planned_at: Defaulted<Instant>;
  product: Optional<string>;
  events: Optional<number>;
  kinds: Optional<string[]>;
  components: Optional<string[]>;
  amounts: Optional<number[]>;
  relates_to: Optional<(string | null)[]>;
  ends_on: Optional<string>;
}

interface PortfolioDayTable {
  brand: string;
  day: string;
  kind: string;
  product: string;
  client: 'new' | 'repeat';
  lent_month: string;
  source: string;
  policy: number;
  loans: number;
  amount: number;
}

interface PortfolioMoveTable {
  brand: string;
  day: string;
  previous: string;
  late_from: LateKind;
  late_to: LateKind | null;
  loans: number;
}

export interface BookTables {
  portfolio_day: PortfolioDayTable;
  portfolio_move: PortfolioMoveTable;
  gl_account: GlAccountTable;
  gl_book: GlBookTable;
  gl_run: GlRunTable;
  gl_period: GlPeriodTable;
  gl_closing: GlClosingTable;
  gl_journal: GlJournalTable;
  gl_line: GlLineTable;
  every_gl_item: GlItemTable;
  gl_draft: GlDraftTable;
}
