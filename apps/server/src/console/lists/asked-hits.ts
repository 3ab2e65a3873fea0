import type { ApprovalId, HitId, StaffId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';

export interface AskedHit {
  readonly approvalId: ApprovalId;
  readonly verdict: 'cleared' | 'confirmed';
  readonly by: string;
  readonly staffId: StaffId;
  readonly reason: string;
  readonly at: Date;
}

/** The decisions on matches that wait for a second person, by the match. */
export async function askedHits(
  db: Db,
  hitIds: readonly HitId[],
  now: Date,
): Promise<ReadonlyMap<string, AskedHit>> {
  if (hitIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('approval')
    .innerJoin('staff', 'staff.id', 'approval.requested_by')
    .select(['approval.id', 'action', 'subject_id', 'reason', 'requested_by', 'requested_at', 'staff.name'])
    .where('approval.state', '=', 'waiting')
    .where('approval.action', 'in', ['screening.clear', 'screening.confirm'])
    .where('approval.subject_id', 'in', [...hitIds])
    .where('approval.expires_at', '>', now)
    .execute();
  return new Map(
    rows.map(({ id, action, subject_id, reason, requested_by, requested_at, name }) => [
      subject_id,
      {
        approvalId: id,
        verdict: action === 'screening.clear' ? 'cleared' : 'confirmed',
        by: name,
        staffId: requested_by,
        reason,
        at: requested_at,
      },
    ]),
  );
}

/** The decisions that wait for a second person, with who requested them, by what they are about. */
export async function askedAbout(
  db: Db,
  subjectIds: readonly string[],
  now: Date,
): Promise<readonly { readonly subject_id: string; readonly action: string; readonly name: string }[]> {
  if (subjectIds.length === 0) return [];
  return db
    .selectFrom('approval')
    .innerJoin('staff', 'staff.id', 'approval.requested_by')
    .select(['approval.subject_id', 'action', 'staff.name'])
    .where('approval.state', '=', 'waiting')
    .where('approval.subject_id', 'in', [...subjectIds])
    .where('approval.expires_at', '>', now)
    .execute();
}
