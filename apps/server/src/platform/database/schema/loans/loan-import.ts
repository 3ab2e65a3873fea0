/** Loans that another system made. */
import type { BorrowerId, LoanImportId, OrderId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { ColumnType } from 'kysely';
import type { Instant, Optional } from '../columns.ts';

interface LoanImportTable {
  id: LoanImportId;
  brand: string;
  file_name: string;
  sha256: Buffer;
  as_of: LocalDate;
  loans: number;
  state: 'staging' | 'staged' | 'undone' | 'cuttingOver' | 'cutOver';
  started_at: Instant;
  decided_by: Optional<string>;
  seconded_by: Optional<string>;
}

/** A loan's balance in cents. */
export type Parts = Readonly<Record<'principal' | 'interest' | 'late' | 'penalty', number>>;

interface ImportedLoanTable {
  import_id: LoanImportId;
  brand: string;
  reference: string;
  line: number;
  data_encrypted: Optional<Buffer>;
  opening: ColumnType<Parts, string, never>;
  computed: ColumnType<Parts, string, never>;
  borrower_id: Optional<BorrowerId>;
  order_id: Optional<OrderId>;
}

export interface LoanImportTables {
  loan_import: LoanImportTable;
  imported_loan: ImportedLoanTable;
}
