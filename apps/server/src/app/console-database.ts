import type pg from 'pg';
import { connectionsOfConsole } from '../platform/database/check-database.ts';
import { type Db, openDatabase, openServerPool } from '../platform/database/connect.ts';

const statementMs = 5_000;

/** The console's own pool, so that the staff's questions never take the borrowers' connections. */
export function openConsoleDatabase(endpoint: pg.PoolConfig): Db {
  return openDatabase(openServerPool({ ...endpoint, statement_timeout: statementMs }, connectionsOfConsole));
}
