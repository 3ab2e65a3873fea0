/** The lender's own journal: what no order has. */
import type { ApprovalId, LenderJournalId } from '@hiram/contract/ids';
import type { Defaulted, Instant } from './columns.ts';

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

export interface ReconcileTables {
  lender_journal: LenderJournalTable;
  lender_line: LenderLineTable;
}
