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

/** Lets the connections of a pool keep the plans of `readPlanned`. */
export function cachePlans(db: Db, pool: pg.Pool): void {
  planCaches.set(db, { pool, version: 0, isOn: true });
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
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (isRepeated || (code !== isOutdated && !isElsewhere.has(code))) throw error;
    if (code === isOutdated) cache.version = version + 1;
    else cache.isOn = false;
    return readPlanned(db, { name, text }, values, true);
  }
}
