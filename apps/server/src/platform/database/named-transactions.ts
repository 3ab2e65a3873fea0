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
 * PostgreSQL, told with each transaction's beginning in whose name it is, for the audit trail. Both go in one message, so that
 * the name costs no way to the database and back.
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
      // What was begun must not be left on a connection that goes back to the pool; a broken one does not go back.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
      throw error;
    }
  }
}
