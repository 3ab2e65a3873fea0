import type { showCheckpoints, verifyCheckpoints } from '@hiram/contract/console/trail';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { checkAudit } from '../../scheduler/audit/audit.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

const recentMs = 30 * 86_400_000;

/** PostgreSQL's text of a time as ISO 8601. */
const isoTime = (text: string) => new Date(text).toISOString();

async function checkpointState(db: Db) {
  const { rows } = await sql<{ no: number; upto: Date; sha256: Buffer }>`
    select no, upto, sha256 from audit_checkpoint order by no desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) return { checkpoints: 0 };
  return { checkpoints: last.no, upto: last.upto.toISOString(), last: last.sha256.toString('hex') };
}

export const listCheckpoints: StaffHandler<typeof showCheckpoints> = (_input, { db }) => checkpointState(db);

/** Compares entries with their checkpoints, one checkpoint at a time. */
export const verify: StaffHandler<typeof verifyCheckpoints> = async ({ all }, { db, now }) => {
  const { broken, period } = await checkAudit(db, all ? undefined : new Date(now.getTime() - recentMs));
  const state = await checkpointState(db);
  if (broken === undefined) return state;
  const [from, to = ''] = period ?? [];
  return {
    ...state,
    broken: { no: broken, ...(from === undefined ? {} : { from: isoTime(from) }), to: isoTime(to) },
  };
};
