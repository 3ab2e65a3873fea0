/** Sources of visitors that are paused. */
import type { ApprovalId, SourcePauseId } from '@hiram/contract/ids';
import type { Instant, Optional } from '../columns.ts';

interface SourcePauseTable {
  id: SourcePauseId;
  brand: string;
  /** Empty: visitors without a source. */
  user_from: string;
  paused_at: Instant;
  approval_id: ApprovalId;
  resumed_at: Optional<Instant>;
  resume_approval_id: Optional<ApprovalId>;
}

export interface FunnelTables {
  source_pause: SourcePauseTable;
}
