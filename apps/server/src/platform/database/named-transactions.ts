import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { actorNow } from './actor.ts';

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
