import type { ApprovalId, HitId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';

/** A decision on a match that waits for a second person. */
export interface AskedHit {
  readonly approvalId: ApprovalId;
  readonly action: string;
  readonly name: string;
  readonly reason: string;
  readonly at: Date;
}

/** The decision that was asked for, by the match. */
export async function askedHits(
  db: Db,
  hitIds: readonly HitId[],
  now: Date,
): Promise<ReadonlyMap<string, AskedHit>> {
  if (hitIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('approval')
    .innerJoin('staff', 'staff.id', 'approval.requested_by')
    .select([
      'approval.subject_id',
      'approval.id as approvalId',
      'action',
      'reason',
      'requested_at as at',
      'staff.name',
    ])
    .where('approval.state', '=', 'waiting')
    .where('approval.action', 'in', ['screening.clear', 'screening.confirm'])
    .where('approval.subject_id', 'in', [...hitIds])
    .where('approval.expires_at', '>', now)
    .execute();
  return new Map(rows.map(({ subject_id, ...asked }) => [subject_id, asked]));
}

/** Who has requested a decision that waits for a second person, by what it is about. */
export async function askedAbout(
  db: Db,
  subjectIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('approval')
    .innerJoin('staff', 'staff.id', 'approval.requested_by')
    .select(['approval.subject_id', 'staff.name'])
    .where('approval.state', '=', 'waiting')
    .where('approval.subject_id', 'in', [...subjectIds])
    .where('approval.expires_at', '>', now)
    .execute();
  return new Map(rows.map(({ subject_id, name }) => [subject_id, name]));
}
