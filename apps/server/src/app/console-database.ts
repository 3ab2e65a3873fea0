import type pg from 'pg';
import { connectionsOfConsole } from '../platform/database/check-database.ts';
import { type Db, openDatabase, openServerPool } from '../platform/database/connect.ts';

const statementMs = 5_000;

/** The console's pools: its own, so that the staff's questions never take the borrowers' connections. */
export interface ConsoleDatabase {
  readonly db: Db;
  /** For lists: a replica, or the same pool. */
  readonly readDb: Db;
  close(): Promise<void>;
}

/** `readUrl`: the replica, if there is one. */
export function openConsoleDatabase(endpoint: pg.PoolConfig, readUrl: string | undefined): ConsoleDatabase {
  const open = (config: pg.PoolConfig) =>
    openDatabase(openServerPool({ ...config, statement_timeout: statementMs }, connectionsOfConsole));
  const db = open(endpoint);
  const readDb = readUrl === undefined ? db : open({ connectionString: readUrl });
  return {
    db,
    readDb,
    async close() {
      await db.destroy();
      if (readDb !== db) await readDb.destroy();
    },
  };
}
