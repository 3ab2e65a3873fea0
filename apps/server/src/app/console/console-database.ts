import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { connectionsOfConsole } from '../../platform/database/connection/check-database.ts';
import { type Db, openDatabase, openServerPool } from '../../platform/database/connection/connect.ts';
import { endpointOf } from '../../platform/database/connection/endpoint.ts';
import { type Reports, reportsOfPrimary, reportsOfReplica } from '../../platform/reports.ts';

const statementMs = 5_000;

/** The console's pools: its own, so that the staff's questions never take the borrowers' connections. */
export interface ConsoleDatabase {
  readonly db: Db;
  /** From a replica if there is one, else from the same pool. */
  readonly reports: Reports;
  /** The replica of the reports; undefined: there is none. */
  readonly replica: Db | undefined;
  close(): Promise<void>;
}

/** `readUrl`: the replica, if there is one. */
export function openConsoleDatabase(
  endpoint: pg.PoolConfig,
  readUrl: string | undefined,
  log: FastifyBaseLogger,
): ConsoleDatabase {
  const open = (config: pg.PoolConfig) =>
    openDatabase(openServerPool({ ...config, statement_timeout: statementMs }, connectionsOfConsole));
  const db = open(endpoint);
  const replica = readUrl === undefined ? undefined : open(endpointOf(readUrl));
  return {
    db,
    reports: replica
      ? reportsOfReplica(db, replica, (from, reason) =>
          log.warn({ from, reason }, 'reports are read elsewhere'),
        )
      : reportsOfPrimary(db),
    replica,
    async close() {
      await db.destroy();
      await replica?.destroy();
    },
  };
}
