import type { TaskKind } from '@hiram/contract/task-kind';
import type { Db } from '../../platform/database/connection/connect.ts';

/** The requests about these subjects that wait for a second person, with who made them. */
export async function pendingApprovals(db: Db, subjectIds: readonly string[], now: Date) {
  if (subjectIds.length === 0) return [];
  return db
    .selectFrom('approval')
    .innerJoin('staff', 'staff.id', 'approval.requested_by')
    .select(['approval.id', 'action', 'subject_id', 'reason', 'requested_by', 'requested_at', 'staff.name'])
    .where('approval.state', '=', 'waiting')
    .where('approval.subject_id', 'in', [...subjectIds])
    .where('approval.expires_at', '>', now)
    .execute();
}

/** The action that settles a task about a loan or a borrower, of whom something else may be requested too. */
const actionOf: Partial<Record<TaskKind, string>> = { refund: 'loan.refund', erasure: 'borrower.erase' };

/**
 * Whether a request about a task's subject settles the task. What is requested about a late loan is among what is open about it,
 * and nothing that is requested about a brand fills a gap of its coverage.
 */
export const settles = (action: string, kind: TaskKind) =>
  kind !== 'lateLoan' && kind !== 'coverageGap' && (actionOf[kind] ?? action) === action;
