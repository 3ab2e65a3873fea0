/** Money in, money out and reconciliation: statements, the stop switch, limits, and the lender's own journal. */
import type {
  ApprovalId,
  LenderJournalId,
  PaymentId,
  PayoutId,
  PayoutStopId,
  StaffId,
  StatementImportId,
  StatementLineId,
  TransferId,
} from '@hiram/contract/ids';
import type { Defaulted, Instant, Json, Optional } from '../columns.ts';

interface StatementMapTable {
  brand: string;
  account: string;
  map: Json;
  saved_by: StaffId;
  saved_at: Instant;
}

interface StatementImportTable {
  id: StatementImportId;
  brand: string;
  account: string;
  file_name: string;
  lines: number;
  added: number;
  opening: Optional<number>;
  closing: Optional<number>;
  imported_by: StaffId;
  imported_at: Instant;
  undone_by: Optional<StaffId>;
  undone_at: Optional<Instant>;
}

interface StatementLineTable {
  id: StatementLineId;
  import_id: StatementImportId;
  brand: string;
  account: string;
  line_no: number;
  booked_on: string;
  amount: number;
  reference: string;
  balance: Optional<number>;
  occurrence: Defaulted<number>;
  sender_encrypted: Optional<Buffer>;
  transfer_id: Optional<TransferId>;
  payment_id: Optional<PaymentId>;
  set_aside_by: Optional<StaffId>;
  set_aside_reason: Optional<string>;
}

interface MoneyInTables {
  statement_map: StatementMapTable;
  statement_import: StatementImportTable;
  statement_line: StatementLineTable;
}

interface PayoutStopTable {
  id: PayoutStopId;
  brand: string;
  stopped_by: StaffId;
  stopped_at: Instant;
  reason: string;
  approval_id: Optional<ApprovalId>;
  started_at: Optional<Instant>;
}

interface PayoutLimitTable {
  brand: string;
  max_amount: Optional<number>;
  max_first_loans: Optional<number>;
  approval_id: Optional<ApprovalId>;
}

interface CellAllowanceTable {
  kind: 'payouts' | 'firstLoans' | 'codes';
  brand: string;
  day: string;
  granted: number;
  returned_at: Defaulted<Instant>;
}

interface PayoutDayTable {
  brand: string;
  day: string;
  amount: number;
  payouts: number;
  first_loans: number;
}

interface PayoutHoldTable {
  payout_id: PayoutId;
  brand: string;
  reason: 'ceiling' | 'firstLoans' | 'screening' | 'identity' | 'otherLoan';
  held_at: Instant;
  counted: Optional<number>;
  at_most: Optional<number>;
  closed_at: Optional<Instant>;
  approval_id: Optional<ApprovalId>;
}

interface MoneyOutTables {
  payout_stop: PayoutStopTable;
  payout_limit: PayoutLimitTable;
  payout_day: PayoutDayTable;
  cell_allowance: CellAllowanceTable;
  payout_hold: PayoutHoldTable;
}

interface LenderJournalTable {
  id: LenderJournalId;
  brand: string;
  kind: 'settlement';
  provider: string;
  reference: string;
  posted_on: string;
  approval_id: ApprovalId;
  created_at: Defaulted<Instant>;
}

interface LenderLineTable {
  journal_id: LenderJournalId;
  line_no: number;
  account: string;
  amount: number;
}

interface ReconciliationDayTable {
  provider: string;
  brand: string;
  day: string;
  their_payments: number;
  our_payments: number;
  their_payouts: number;
  our_payouts: number;
  their_other: number;
  our_other: number;
  compared_at: Instant;
}

interface ReconcileTables {
  reconciliation_day: ReconciliationDayTable;
  lender_journal: LenderJournalTable;
  lender_line: LenderLineTable;
}

export interface MoneyTables extends MoneyInTables, MoneyOutTables, ReconcileTables {}
