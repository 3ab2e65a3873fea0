import type { StaffId } from '@hiram/contract/ids';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database/connection/connect.ts';
import type { Database } from '../../../platform/database/schema/schema.ts';

/** Locks a member of the staff: concurrent calls of one person wait for each other. */
export async function lockStaff(trx: Db, id: StaffId): Promise<void> {
  await trx.selectFrom('staff').select('id').where('id', '=', id).forUpdate().execute();
}

/** The name of a member of the staff. */
export async function staffName(db: Db, id: StaffId): Promise<string> {
  const { name } = await db.selectFrom('staff').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return name;
}

/** The names of members of the staff by their ids. */
export async function staffNames(
  db: Db,
  ids: readonly StaffId[],
): Promise<ReadonlyMap<StaffId | null, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The passkeys with which a member of the staff can sign in, the oldest first. */
export function passkeysOf(db: Db, staffId: StaffId): Promise<readonly Selectable<Database['staff_key']>[]> {
  return db
    .selectFrom('staff_key')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .execute();
}
