import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../schema/schema.ts';
import { endStatement } from '../statements/finished-statements.ts';
import { cachePlans, dropPlans, NamedPostgres } from '../statements/statements.ts';

/** The pool or one of its transactions: queries work on both. */
export type Db = Kysely<Database>;

const int8 = 20;
const date = 1082;

/**
 * int8 → safe integer (an amount beyond it is an error, never a rounded number); date → `YYYY-MM-DD`, never a local
 * midnight.
 */
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
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is too large to be counted exactly`);
  return value;
}

const statementMs = 15_000;
/** Longer than the statement timeout: a connection that is silent for this long is dead. */
const silentMs = 18_000;

const longWork = new AsyncLocalStorage<true>();

/**
 * A connection whose socket closes itself when it falls silent: otherwise a call on a dead connection would
 * wait for ever. In long work its own connections alone may be silent; the kernel's own probes find a
 * database that is gone meanwhile.
 */
class WatchedClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    socket.setTimeout(silentMs);
    socket.on('timeout', () =>
      socket.destroy(new Error('Connection terminated: the database does not answer')),
    );
    // The pool hides its password from copies of its settings.
    const { password } = config;
    super({ ...config, ...(password === undefined ? {} : { password }), stream: () => socket });
    const query = this.query;
    let isLong = false;
    const watched = (...words: readonly unknown[]): unknown => {
      if (isLong !== (longWork.getStore() === true)) {
        isLong = !isLong;
        socket.setTimeout(isLong ? 0 : silentMs);
      }
      const [statement] = words;
      const isOwn = typeof statement === 'object' && statement !== null && 'submit' in statement;
      if (isOwn || words.some((word) => typeof word === 'function')) return Reflect.apply(query, this, words);
      // Each query of pg's own promises holds the next one, so that all of them survive until a full collection of garbage.
      return new Promise((resolve, reject) => {
        const answer = (error: unknown, result: unknown) => (error ? reject(error) : resolve(result));
        Reflect.apply(query, this, [...words, answer]);
      });
    };
    Object.assign(this, { query: watched });
  }
}

/** The most connections of a pool. */
export const connectionsOfPool = 20;

/**
 * Opens a pool. Statements time out after 15 s unless `endpoint` says otherwise, lock waits after 10 s.
 * `onConnect` runs on each new connection before any query.
 */
export function openPool(
  endpoint: pg.PoolConfig,
  max = connectionsOfPool,
  onConnect?: (client: pg.ClientBase) => Promise<void>,
): pg.Pool {
  const pool = new pg.Pool({
    ...endpoint,
    Client: WatchedClient,
    max,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    types: parsers(),
    connectionTimeoutMillis: 5_000,
    // Shorter than the silence limit, which would close an idle connection.
    idleTimeoutMillis: 12_000,
    statement_timeout: endpoint.statement_timeout ?? statementMs,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: endpoint.idle_in_transaction_session_timeout ?? 30_000,
    application_name: 'hiram',
    ...(onConnect ? { onConnect } : {}),
  });
  // The pool replaces a connection that breaks while idle. Without a listener the error would end the process.
  pool.on('error', () => undefined);
  // If a connection breaks while it is in use, its next query fails. Without a listener the error would end the process
  // here too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * A serving server's pool. Within a transaction the server only computes between two statements, so a transaction that is
 * idle for 5 s belongs to a dead server. Its row locks must not block other servers.
 */
export function openServerPool(endpoint: pg.PoolConfig, max?: number): pg.Pool {
  return openPool({ ...endpoint, idle_in_transaction_session_timeout: 5_000 }, max);
}

export function openDatabase(pool: pg.Pool): Db {
  const db = new Kysely<Database>({
    dialect: new NamedPostgres(pool),
    log: ({ level, query, queryDurationMillis }) =>
      endStatement({ text: query.sql, ms: queryDurationMillis, isFailed: level === 'error' }),
  });
  cachePlans(db, pool);
  return db;
}

/** Callbacks that run after the commit of each transaction of `inTransaction`. */
const committed = new WeakMap<Db, (() => void)[]>();

/** Calls `work`, which may not throw, once the transaction has committed. A transaction that is rolled back never calls it. */
export function afterCommit(trx: Db, work: () => void): void {
  committed.get(trx)?.push(work);
}

const retryable = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction. After a serialization failure, a deadlock or a refused plan it is retried,
 * up to five attempts in all. Inside a transaction `work` joins it. The audit trail records the current actor
 * with each change.
 */
export async function inTransaction<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    const followers: (() => void)[] = [];
    let cause: unknown;
    try {
      const result = await db.transaction().execute((trx) => {
        committed.set(trx, followers);
        return work(trx).catch((error: unknown) => {
          cause = error;
          throw error;
        });
      });
      for (const follower of followers) follower();
      return result;
    } catch (thrown) {
      // A rollback over a broken connection fails too, and would hide what broke it.
      const error = cause ?? thrown;
      const code =
        error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
      if (attempt === 5 || !(retryable.has(code) || dropPlans(db, error))) throw error;
    }
  }
}

/** Runs work whose connections may be silent for longer than those of calls. */
export const inLongWork = <Result>(work: () => Promise<Result>): Promise<Result> => longWork.run(true, work);

/**
 * As `inTransaction`, for statements over all loans of a large book: each may take twenty minutes. Inside a
 * transaction `work` joins it, and a statement of more than 18 s ends its connection.
 */
export const inLongTransaction = <Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> =>
  inLongWork(() =>
    inTransaction(db, async (trx) => {
      await sql`set local statement_timeout = '20min'`.execute(trx);
      return work(trx);
    }),
  );
