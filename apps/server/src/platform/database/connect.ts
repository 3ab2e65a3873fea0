import { Socket } from 'node:net';
import { Kysely } from 'kysely';
import pg from 'pg';
import { NamedPostgres } from './named-transactions.ts';
import type { Database } from './schema.ts';

/** The pool, or a transaction of it: queries do not care. */
export type Db = Kysely<Database>;

const int8 = 20;
const date = 1082;

/** int8 → safe integer (an amount beyond it is a fault, never a rounded number); date → `YYYY-MM-DD`, never a local midnight. */
function parsers(): pg.CustomTypesConfig {
  const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return safeInteger;
    if (oid === date) return (text: string) => text;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  };
  return { getTypeParser };
}

export function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is beyond what is counted exactly`);
  return value;
}

const statementMs = 15_000;
/** A statement has ended by then, so a line that is silent for longer is dead, whatever the network believes. */
const silentMs = 18_000;

/** A connection that is given up when its line goes silent: without it, a call behind a dead line would wait for ever. */
function watchedSocket(): Socket {
  const socket = new Socket();
  socket.setTimeout(silentMs, () =>
    socket.destroy(new Error('Connection terminated: the database is silent')),
  );
  return socket;
}

/**
 * Opens a pool. Statements end after 15 s, waits for a lock after 10 s, so that nothing hangs behind one that does.
 * `onConnect` is done with each new connection before anything else is.
 */
export function openPool(
  endpoint: pg.PoolConfig,
  max = 20,
  onConnect?: (client: pg.ClientBase) => Promise<void>,
): pg.Pool {
  const pool = new pg.Pool({
    ...endpoint,
    max,
    types: parsers(),
    connectionTimeoutMillis: 5_000,
    // Before an idle line would be given up for silent.
    idleTimeoutMillis: 12_000,
    stream: watchedSocket,
    statement_timeout: statementMs,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: endpoint.idle_in_transaction_session_timeout ?? 30_000,
    application_name: 'hiram',
    ...(onConnect ? { onConnect } : {}),
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // One that breaks while somebody holds it tells them by their next query; unheard, it would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * A pool of a server that serves. Between two statements of a transaction it does nothing but compute: one that falls silent
 * there is gone, and holds nobody's rows for as long as another server waits for them.
 */
export function openServerPool(endpoint: pg.PoolConfig, max?: number): pg.Pool {
  return openPool({ ...endpoint, idle_in_transaction_session_timeout: 5_000 }, max);
}

export function openDatabase(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new NamedPostgres(pool) });
}

const retryable = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction; a serialization failure or a deadlock is tried again, at most five times in all. Within a
 * transaction it is part of that one. Whoever acts now stands in the audit trail beside what is changed.
 */
export async function inTransaction<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code =
        error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
      if (!retryable.has(code) || attempt === 5) throw error;
    }
  }
}
