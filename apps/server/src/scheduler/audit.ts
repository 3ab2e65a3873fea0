import { sql } from 'kysely';
import type { House } from '../context/app-context.ts';
import type { Db } from '../platform/database/connect.ts';

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

/** What the trail's seals say of it. */
export interface AuditCheck {
  readonly seals: number;
  /** The last seal's digest, to be compared with the log's: whoever made all seals anew could not make this one. */
  readonly last: string | undefined;
  /** The first seal that does not fit what stands in the trail, or undefined where each fits. */
  readonly broken: number | undefined;
  /** The moments between which the entries lie that the broken seal is of; no first one for the first seal. */
  readonly between?: readonly [string | undefined, string];
}

/**
 * Compares the trail with its seals, one after the other, a seal's bounded stretch at a time: all of it, or what was sealed
 * of a time after `since`.
 */
export async function checkAudit(db: Db, since?: Date): Promise<AuditCheck> {
  const seals = await sql<{ no: string; upto: string; entries: string; sha256: Buffer; passed: boolean }>`
    select no, upto::text, entries, sha256, coalesce(upto <= ${since ?? null}::timestamptz, false) as passed
    from audit_seal order by no`.execute(db);
  const last = seals.rows.at(-1)?.sha256.toString('hex');
  // Moments stay text: they are finer here than a Date is.
  let after: string | undefined;
  let before: Buffer = Buffer.alloc(0);
  for (const [index, seal] of seals.rows.entries()) {
    if (seal.passed) {
      after = seal.upto;
      before = seal.sha256;
      continue;
    }
    const { rows } = await sql<{ entries: string; digest: Buffer }>`
      select * from audit_digest(${after ?? '-infinity'}::timestamptz, ${seal.upto}::timestamptz, ${before})`.execute(
      db,
    );
    const [found] = rows;
    const fits =
      Number(seal.no) === index + 1 &&
      found?.digest.equals(seal.sha256) &&
      Number(found.entries) === Number(seal.entries);
    if (!fits)
      return { seals: seals.rows.length, last, broken: Number(seal.no), between: [after, seal.upto] };
    after = seal.upto;
    before = seal.sha256;
  }
  return { seals: seals.rows.length, last, broken: undefined };
}

/** The check's outcome in a line for whoever runs it. */
export function auditLine({ seals, last, broken, between }: AuditCheck): string {
  if (broken === undefined)
    return `The audit trail fits its ${seals} seals${last === undefined ? '' : `; the last is ${last}`}.`;
  const [from, upto] = between ?? [];
  const stretch = from === undefined ? `up to ${upto}` : `between ${from} and ${upto}`;
  return `The audit trail was altered: seal ${broken} of ${seals} does not fit what was done ${stretch}.`;
}
