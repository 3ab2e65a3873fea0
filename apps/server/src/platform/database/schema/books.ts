/** The general ledger. */
import type { LateKind } from '@hiram/contract/console/portfolio';
import type { ApprovalId, GlJournalId, OrderId, StatementLineId } from '@hiram/contract/ids';
import type { ColumnType } from 'kysely';
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
  kind: 'accrual' | 'allowance' | 'money' | 'loss' | 'settlement' | 'unidentified' | 'manual';
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

interface LoanAccrualTable {
  brand: string;
  order_id: OrderId | StatementLineId;
  posted: ColumnType<Readonly<Record<string, number>>, string, string>;
  run: number;
  through: string;
  events: Optional<number>;
  ahead_to: Optional<string>;
}

/** Cents from before the first day to the end of each. */
interface AccruedColumns {
  interest: Optional<number[]>;
  fee: Optional<number[]>;
  late: Optional<number[]>;
  penalty: Optional<number[]>;
  allowance: Optional<number[]>;
}

interface GlAccrualTable extends AccruedColumns {
  brand: string;
  order_id: OrderId;
  product: string;
  run: number;
  starts_on: string;
  ends_on: string;
}

interface GlDraftTable extends AccruedColumns {
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

export type PortfolioKind =
  | LateKind
  | `due${LateKind extends `late${infer Days}` ? Days : never}`
  | 'lent'
  | 'firstDue'
  | 'firstMissed'
  | 'disbursed'
  | 'collected'
  | 'lost'
  | 'recovered'
  | 'extended'
  | 'arranged';

interface PortfolioCell {
  brand: string;
  product: string;
  client: 'new' | 'repeat';
  lent_month: string;
  source: string;
  policy: number;
}

interface PortfolioLoanTable extends PortfolioCell {
  order_id: OrderId;
  disbursed_on: string;
  amount: number;
  first_due_on: string;
  last_due_on: string;
  period_days: number;
}

interface PortfolioDayTable extends PortfolioCell {
  day: string;
  kind: PortfolioKind;
  loans: number;
  amount: number;
}

interface PortfolioMonthEndTable {
  brand: string;
  day: string;
  order_id: OrderId;
  kind: PortfolioKind;
  principal: number;
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
  portfolio_loan: PortfolioLoanTable;
  portfolio_day: PortfolioDayTable;
  portfolio_month_end: PortfolioMonthEndTable;
  portfolio_move: PortfolioMoveTable;
  gl_account: GlAccountTable;
  gl_book: GlBookTable;
  gl_run: GlRunTable;
  gl_period: GlPeriodTable;
  gl_closing: GlClosingTable;
  gl_journal: GlJournalTable;
  gl_line: GlLineTable;
  gl_item: GlItemTable;
  every_gl_item: GlItemTable;
  loan_accrual: LoanAccrualTable;
  gl_accrual: GlAccrualTable;
  gl_draft: GlDraftTable;
}
