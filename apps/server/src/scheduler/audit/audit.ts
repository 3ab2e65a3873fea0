import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/**
 * Writes a checkpoint of the new audit entries, at most once an hour. The log has each checkpoint too: to forge the trail and
 * its checkpoints, someone would have to alter every copy of the log.
 */
export async function writeAuditCheckpoint(appContext: AppContext): Promise<void> {
  const { rows } = await sql<{
    checkpointed: string | null;
  }>`select write_audit_checkpoint() as checkpointed`.execute(appContext.db);
  if (rows[0]?.checkpointed == null) return;
  const checkpoint = await sql<{ no: string; entries: string; sha256: string }>`
    select no, entries, encode(sha256, 'hex') as sha256 from audit_checkpoint order by no desc limit 1`.execute(
    appContext.db,
  );
  appContext.log.info({ checkpoint: checkpoint.rows[0] }, 'audit trail checkpointed');
}

/** The result of comparing the audit trail with its checkpoints. */
export interface AuditCheck {
  readonly checkpoints: number;
  /** The last checkpoint's digest. It must equal the one in the log: forged checkpoints have another one. */
  readonly last: string | undefined;
  /** The number of the first checkpoint that does not match the trail; undefined if all match. */
  readonly broken: number | undefined;
  /**
   * The times between which the entries of the broken checkpoint were written; the first is undefined for the first checkpoint.
   */
  readonly period?: readonly [string | undefined, string];
}

/** Compares the audit trail with its checkpoints, one at a time: all of them, or those that end after `since`. */
export async function checkAudit(db: Db, since?: Date): Promise<AuditCheck> {
  const checkpoints = await sql<{
    no: string;
    upto: string;
    entries: string;
    sha256: Buffer;
    passed: boolean;
  }>`
    select no, upto::text, entries, sha256, coalesce(upto <= ${since ?? null}::timestamptz, false) as passed
    from audit_checkpoint order by no`.execute(db);
  const last = checkpoints.rows.at(-1)?.sha256.toString('hex');
  // Timestamps stay text: they have microseconds, and a Date has milliseconds.
  let after: string | undefined;
  let before: Buffer = Buffer.alloc(0);
  for (const [index, checkpoint] of checkpoints.rows.entries()) {
    if (checkpoint.passed) {
      after = checkpoint.upto;
      before = checkpoint.sha256;
      continue;
    }
    const { rows } = await sql<{ entries: string; digest: Buffer }>`
      select * from audit_digest(${after ?? '-infinity'}::timestamptz, ${checkpoint.upto}::timestamptz, ${before})`.execute(
      db,
    );
    const [computed] = rows;
    const matches =
      Number(checkpoint.no) === index + 1 &&
      computed?.digest.equals(checkpoint.sha256) &&
      Number(computed.entries) === Number(checkpoint.entries);
    if (!matches)
      return {
        checkpoints: checkpoints.rows.length,
        last,
        broken: Number(checkpoint.no),
        period: [after, checkpoint.upto],
      };
    after = checkpoint.upto;
    before = checkpoint.sha256;
  }
  return { checkpoints: checkpoints.rows.length, last, broken: undefined };
}

/** The result in one line, for operators and the log. */
export function auditLine({ checkpoints, last, broken, period: between }: AuditCheck): string {
  if (broken === undefined)
    return `The audit trail matches its ${checkpoints} checkpoints${last === undefined ? '' : `; the last is ${last}`}.`;
  const [from, to] = between ?? [];
  const period = from === undefined ? `up to ${to}` : `between ${from} and ${to}`;
  return `The audit trail was altered: checkpoint ${broken} of ${checkpoints} does not match the entries ${period}.`;
}
