import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { House } from '../house.ts';

/**
 * Seals what has come to the audit trail since the last seal, at most once an hour. The log bears each seal too: whoever
 * makes the trail and its seals anew would have to find every copy of the log.
 */
export async function sealAudit(house: House): Promise<void> {
  const { rows } = await sql<{ sealed: string | null }>`select seal_audit() as sealed`.execute(house.db);
  if (rows[0]?.sealed == null) return;
  const seal = await sql<{ no: string; entries: string; sha256: string }>`
    select no, entries, encode(sha256, 'hex') as sha256 from audit_seal order by no desc limit 1`.execute(
    house.db,
  );
  house.log.info({ seal: seal.rows[0] }, 'audit trail sealed');
}

/** The first seal that does not fit what stands in the trail, or undefined where each fits. Reads all of it. */
export async function checkAudit(db: Db): Promise<{ seals: number; broken: number | undefined }> {
  const seals = await sql<{ no: string; upto: string; entries: string; sha256: Buffer }>`
    select no, upto::text, entries, sha256 from audit_seal order by no`.execute(db);
  // Moments stay text: they are finer here than a Date is.
  let after = '-infinity';
  let before: Buffer = Buffer.alloc(0);
  for (const [index, seal] of seals.rows.entries()) {
    const { rows } = await sql<{ entries: string; digest: Buffer }>`
      select * from audit_digest(${after}::timestamptz, ${seal.upto}::timestamptz, ${before})`.execute(db);
    const [found] = rows;
    const fits =
      Number(seal.no) === index + 1 &&
      found?.digest.equals(seal.sha256) &&
      Number(found.entries) === Number(seal.entries);
    if (!fits) return { seals: seals.rows.length, broken: Number(seal.no) };
    after = seal.upto;
    before = seal.sha256;
  }
  return { seals: seals.rows.length, broken: undefined };
}
