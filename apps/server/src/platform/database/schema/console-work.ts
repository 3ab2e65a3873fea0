/** The console's work desk: what waits for a person. */
import type { BorrowerId, OrderId, StaffId, TaskId } from '@hiram/contract/ids';
import type { TaskKind } from '@hiram/contract/task-kind';
import type { Instant, Optional } from './columns.ts';

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

export interface WorkTables {
  task: TaskTable;
}
