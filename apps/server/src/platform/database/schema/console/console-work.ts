/** The console's area *Work*: what waits for a person. */
import type { BorrowerId, ListViewId, OrderId, StaffId, TaskId } from '@hiram/contract/ids';
import type { TaskKind } from '@hiram/contract/task-kind';
import type { Instant, Optional } from '../columns.ts';

interface TaskTable {
  id: TaskId;
  kind: TaskKind;
  /** `*`: the cause names no brand. */
  brand: string;
  subject_id: string;
  borrower_id: Optional<BorrowerId>;
  order_id: Optional<OrderId>;
  /** Cents. */
  amount: Optional<number>;
  detail: string;
  due_at: Instant;
  opened_at: Instant;
  owner: Optional<StaffId>;
  deferred_until: Optional<Instant>;
  deferral_reason: Optional<string>;
  closed_at: Optional<Instant>;
  closed_by: Optional<StaffId>;
}

interface ListViewTable {
  id: ListViewId;
  list: string;
  /** `*`: all brands were looked at. */
  brand: string;
  staff_id: StaffId;
  name: string;
  query: string;
  is_shared: boolean;
  saved_at: Instant;
}

interface CaseLeaseTable {
  staff_id: StaffId;
  /** `*`: all brands are looked at. */
  brand: string;
  path: string;
  until: Instant;
}

interface ListColumnsTable {
  staff_id: StaffId;
  list: string;
  columns: string[];
}

export interface WorkTables {
  case_lease: CaseLeaseTable;
  list_view: ListViewTable;
  list_columns: ListColumnsTable;
  task: TaskTable;
}
