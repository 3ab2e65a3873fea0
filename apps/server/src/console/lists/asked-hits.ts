import type { HitId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';

/** Who has asked for a decision on a match that waits for a second person, by the match. */
export async function askedHits(
  db: Db,
  hitIds: readonly HitId[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  if (hitIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('approval')
    .innerJoin('staff', 'staff.id', 'approval.requested_by')
    .select(['approval.subject_id', 'staff.name'])
    .where('approval.state', '=', 'waiting')
    .where('approval.action', 'in', ['screening.clear', 'screening.confirm'])
    .where('approval.subject_id', 'in', [...hitIds])
    .where('approval.expires_at', '>', now)
    .execute();
  return new Map(rows.map(({ subject_id, name }) => [subject_id, name]));
}
