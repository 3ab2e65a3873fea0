/** The console's area *Borrower*: notes, changed numbers, held erasures. */
import type { BorrowerId, StaffId } from '@hiram/contract/ids';
import type { Instant, Optional } from '../columns.ts';

interface NoteTable {
  borrower_id: BorrowerId;
  id: string;
  staff_id: StaffId;
  text: string;
  at: Instant;
}

interface NumberChangeTable {
  borrower_id: BorrowerId;
  id: string;
  phone: string;
  proposed_by: StaffId;
  proposed_at: Instant;
  done_at: Optional<Instant>;
}

interface ErasureHoldTable {
  borrower_id: BorrowerId;
  id: string;
  reason: string;
  held_by: StaffId;
  held_at: Instant;
  released_by: Optional<StaffId>;
  released_at: Optional<Instant>;
}

export interface BorrowerAreaTables {
  note: NoteTable;
  number_change: NumberChangeTable;
  erasure_hold: ErasureHoldTable;
}
