import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { actorNow } from '../actor.ts';
import type { Database } from '../schema/schema.ts';
import { endStatement } from './finished-statements.ts';

type Db = Kysely<Database>;

/**
 * PostgreSQL dialect that names the current actor at the start of each transaction, for the audit trail. One message carries
 * both statements, so the name costs no extra round trip.
 */
export class NamedPostgres extends PostgresDialect {
  readonly #pool: pg.Pool;
  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }
  override createDriver(): Driver {
    return new NamingDriver({ pool: this.#pool });
  }
}

class NamingDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const actor = actorNow();
    if (actor === undefined) return super.beginTransaction(connection, settings);
    const { isolationLevel, accessMode } = settings;
    const begin = ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode];
    const named = `set local hiram.actor = ${pg.escapeLiteral(actor)}`;
    try {
      await connection.executeQuery(CompiledQuery.raw(`${begin.filter(Boolean).join(' ')}; ${named}`));
    } catch (error) {
      // Roll back, so that the connection does not return to the pool inside a transaction. A broken connection does
      // not return.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
      throw error;
    }
  }
}

/** A statement that is read so often that each connection keeps its plan. Names are unique in the server. */
export interface PlannedStatement {
  readonly name: string;
  readonly text: string;
}

interface PlanCache {
  readonly pool: pg.Pool;
  /** Part of the statements' names: a new version plans them again. */
  version: number;
  /** False behind a pooler that gives a connection's kept plans to nobody. */
  isOn: boolean;
}

const planCaches = new WeakMap<Db, PlanCache>();

/** Lets the connections of a pool keep the plans of `readPlanned` and `keepingPlans`. */
export function cachePlans(db: Db, pool: pg.Pool): void {
  const cache = { pool, version: 0, isOn: true };
  planCaches.set(db, cache);
  pool.on('connect', (client) => namePlans(client, cache));
}

const keeping = new AsyncLocalStorage<true>();
/** By text, the names of statements that were sent in `keepingPlans`. */
const kept = new Map<string, string>();
const maxKept = 200;

/** Runs work whose statements are few and the same each time: each connection keeps their plans, in transactions too. */
export const keepingPlans = <Result>(work: () => Promise<Result>): Promise<Result> => keeping.run(true, work);

/** Names the statements with values that a client sends in `keepingPlans`. */
function namePlans(client: pg.ClientBase, cache: PlanCache): void {
  const query = client.query;
  const named = (text: unknown, values: unknown, ...others: readonly unknown[]): unknown => {
    const hasValues = cache.isOn && typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = hasValues ? nameOf(text) : undefined;
    const sent = name ? [{ name: `${name} ${cache.version}`, text, values }] : [text, values];
    return Reflect.apply(query, client, [...sent, ...others]);
  };
  Object.assign(client, { query: named });
}

function nameOf(text: string): string | undefined {
  if (!keeping.getStore()) return undefined;
  if (!kept.has(text) && kept.size < maxKept) kept.set(text, `kept ${kept.size}`);
  return kept.get(text);
}

/** The pool of a database of `openDatabase`. */
export function poolOf(db: Db): pg.Pool | undefined {
  return planCaches.get(db)?.pool;
}

/** The kept plan belongs to an older schema (0A000). */
const isOutdated = '0A000';
/** The plan is on another connection: a pooler changed it between two statements (26000, 42P05). */
const isElsewhere = new Set(['26000', '42P05']);

/**
 * Reads with a kept plan: planning a statement over several tables takes longer than running it. In a transaction the
 * statement is planned each time. A statement whose plan is refused is read again, so it must change nothing.
 */
export async function readPlanned<Row>(
  db: Db,
  { name, text }: PlannedStatement,
  values: readonly unknown[],
  isRepeated = false,
): Promise<readonly Row[]> {
  const cache = planCaches.get(db);
  if (!cache?.isOn) return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  const { version } = cache;
  const startedAt = performance.now();
  const end = (isFailed: boolean) => endStatement({ text, ms: performance.now() - startedAt, isFailed });
  try {
    const query = { name: `${name} ${version}`, text, values: [...values] };
    const { rows } = await cache.pool.query<Row & pg.QueryResultRow>(query);
    end(false);
    return rows;
  } catch (error) {
    end(true);
    if (isRepeated || !dropPlans(db, error, version)) throw error;
    return readPlanned(db, { name, text }, values, true);
  }
}

/** Reports whether an error refuses a kept plan, which then is kept no more: its work can be done again. */
export function dropPlans(db: Db, error: unknown, version = planCaches.get(db)?.version): boolean {
  const cache = planCaches.get(db);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!cache || version === undefined || (code !== isOutdated && !isElsewhere.has(code))) return false;
  if (code === isOutdated) cache.version = version + 1;
  else cache.isOn = false;
  return true;
}
