import { sql } from 'kysely';
import type { AppContext } from '../context/app-context.ts';
import type { Db } from '../platform/database/connect.ts';

/**
 * Seals what has come to the audit trail since the last checkpoint, at most once an hour. The log bears each checkpoint too: whoever
 * makes the trail and its checkpoints anew would have to find every copy of the log.
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

/** What the trail's checkpoints say of it. */
export interface AuditCheck {
  readonly checkpoints: number;
  /** The last checkpoint's digest, to be compared with the log's: whoever made all checkpoints anew could not make this one. */
  readonly last: string | undefined;
  /** The first checkpoint that does not fit what stands in the trail, or undefined where each fits. */
  readonly broken: number | undefined;
  /** The moments between which the entries lie that the broken checkpoint is of; no first one for the first checkpoint. */
  readonly between?: readonly [string | undefined, string];
}

/**
 * Compares the trail with its checkpoints, one after the other, a checkpoint's bounded stretch at a time: all of it, or what was checkpointed
 * of a time after `since`.
 */
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
  // Moments stay text: they are finer here than a Date is.
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
    const [found] = rows;
    const fits =
      Number(checkpoint.no) === index + 1 &&
      found?.digest.equals(checkpoint.sha256) &&
      Number(found.entries) === Number(checkpoint.entries);
    if (!fits)
      return {
        checkpoints: checkpoints.rows.length,
        last,
        broken: Number(checkpoint.no),
        between: [after, checkpoint.upto],
      };
    after = checkpoint.upto;
    before = checkpoint.sha256;
  }
  return { checkpoints: checkpoints.rows.length, last, broken: undefined };
}

/** The check's outcome in a line for whoever runs it. */
export function auditLine({ checkpoints, last, broken, between }: AuditCheck): string {
  if (broken === undefined)
    return `The audit trail fits its ${checkpoints} checkpoints${last === undefined ? '' : `; the last is ${last}`}.`;
  const [from, upto] = between ?? [];
  const stretch = from === undefined ? `up to ${upto}` : `between ${from} and ${upto}`;
  return `The audit trail was altered: checkpoint ${broken} of ${checkpoints} does not fit what was done ${stretch}.`;
}
