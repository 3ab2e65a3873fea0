import { sql } from 'kysely';
import type { Db } from './database/connection/connect.ts';

/** The greatest lag of reports. A replica with a greater lag is not read. */
export const maxBehindSeconds = 30;
/** The time for which the result of a check of the replica counts. */
const checkIntervalMs = 1_000;
/** The time for which a replica that failed is left alone. */
const restMs = 5_000;

/** Reads for lists and reports, which may be `maxBehindSeconds` old. */
export interface Reports {
  /**
   * Runs `read` on the replica; on the primary while the replica is away, too far behind, or fails. `read`
   * cannot write, and may run twice.
   */
  read<Result>(read: (db: Db) => Promise<Result>): Promise<Result>;
}

/** Without a replica. */
export const reportsOfPrimary = (primary: Db): Reports => ({ read: (read) => read(primary) });

export interface ReplicaState {
  /** False: it is a primary. */
  readonly isStandby: boolean;
  /** Seconds since the newest change that it has. Undefined: it has none yet. A primary is never behind. */
  readonly behindSeconds: number | undefined;
}

/** The lag of a database behind the one that it follows. An idle primary makes its standby look old, never young. */
export async function replicaState(replica: Db): Promise<ReplicaState> {
  const { rows } = await sql<{ standby: boolean; behind: number | null }>`
    select pg_is_in_recovery() as standby,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as behind`.execute(
    replica,
  );
  const isStandby = rows[0]?.standby ?? true;
  return { isStandby, behindSeconds: isStandby ? (rows[0]?.behind ?? undefined) : 0 };
}

/**
 * Reports whether the replica failed, not the statement: a broken connection, a conflict with what it
 * replays, too many connections, its shutdown, its disk. A statement that takes too long would take as long
 * on the primary.
 */
function isOfReplica(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (/^[0-9A-Z]{5}$/.test(code)) return /^(08|40|53|57P|58)/.test(code);
  return /^E[A-Z]+$/.test(code) || /connect|terminat/i.test(error.message);
}

/** `onChange` is told when reports move to the other database, with the reason. */
export function reportsOfReplica(
  primary: Db,
  replica: Db,
  onChange: (from: 'primary' | 'replica', reason: string) => void,
): Reports {
  let isUsed = true;
  let checkAfter = 0;
  let checking: Promise<void> | undefined;
  const turnTo = (usesReplica: boolean, reason: string) => {
    if (usesReplica !== isUsed) onChange(usesReplica ? 'replica' : 'primary', reason);
    isUsed = usesReplica;
    checkAfter = performance.now() + (usesReplica ? checkIntervalMs : restMs);
  };
  const check = async () => {
    try {
      const { behindSeconds } = await replicaState(replica);
      const isFresh = behindSeconds !== undefined && behindSeconds <= maxBehindSeconds;
      turnTo(isFresh, isFresh ? 'it is there' : `the replica is ${behindSeconds ?? '?'} s behind`);
    } catch (error) {
      turnTo(false, error instanceof Error ? error.message : String(error));
    }
  };
  return {
    async read(read) {
      if (performance.now() >= checkAfter) {
        checking ??= check().finally(() => {
          checking = undefined;
        });
        await checking;
      }
      if (!isUsed) return read(primary);
      try {
        // Read-only also where the replica has become a primary.
        return await replica.transaction().setAccessMode('read only').execute(read);
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        turnTo(false, error instanceof Error ? error.message : String(error));
        return read(primary);
      }
    },
  };
}
