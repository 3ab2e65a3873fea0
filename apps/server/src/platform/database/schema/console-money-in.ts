/** Banks' statements of the lender's own accounts. */
import type { StaffId, StatementImportId, StatementLineId, TransferId } from '@hiram/contract/ids';
import type { Instant, Json, Optional } from './columns.ts';

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
  imported_by: StaffId;
  imported_at: Instant;
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
  digest: Buffer;
  transfer_id: Optional<TransferId>;
  set_aside_by: Optional<StaffId>;
  set_aside_reason: Optional<string>;
}

export interface MoneyInTables {
  statement_map: StatementMapTable;
  statement_import: StatementImportTable;
  statement_line: StatementLineTable;
}
