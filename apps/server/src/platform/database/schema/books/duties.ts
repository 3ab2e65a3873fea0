/** Reports to authorities, and the files that were made. */
import type { DutyPeriodId, DutyRunId, StaffId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Instant, Optional } from '../columns.ts';

interface DutyPeriodTable {
  id: DutyPeriodId;
  brand: string;
  duty: string;
  from_on: LocalDate;
  to_on: LocalDate;
  due_on: LocalDate;
  opened_at: Instant;
  signed_off_at: Optional<Instant>;
  signed_off_by: Optional<string>;
  signed_off_by_id: Optional<StaffId>;
  receipt: Optional<string>;
}

interface DutyRunTable {
  id: DutyRunId;
  period_id: DutyPeriodId;
  created_at: Instant;
  created_by: string;
  created_by_id: Optional<StaffId>;
  query_version: number;
  rows: number;
  sha256: Buffer;
  corrects: Optional<DutyRunId>;
}

interface DutyRejectionTable {
  run_id: DutyRunId;
  key: string;
  reason: string;
}

export interface DutyTables {
  duty_period: DutyPeriodTable;
  duty_run: DutyRunTable;
  duty_rejection: DutyRejectionTable;
}
