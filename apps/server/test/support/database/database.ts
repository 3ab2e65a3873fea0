import type pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDatabase, openPool } from '../../../src/platform/database/connection/connect.ts';
import { createDatabase, dropDatabase, ownerEndpoint, serverEndpoint } from './throwaway-cluster.ts';

export interface FreshDatabase {
  readonly name: string;
  /** With the server's own rights. */
  readonly db: Db;
  readonly pool: pg.Pool;
  /** With the owner's rights. */
  readonly ownerPool: pg.Pool;
  drop(): Promise<void>;
}

/** A migrated, empty database of the test's own. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const cluster = inject('cluster');
  const name = await createDatabase(cluster);
  const pool = openPool(serverEndpoint(cluster, name));
  const ownerPool = openPool(ownerEndpoint(cluster, name), 4);
  const db = openDatabase(pool);
  return {
    name,
    db,
    pool,
    ownerPool,
    drop: async () => {
      await db.destroy();
      await ownerPool.end();
      await dropDatabase(cluster, name);
    },
  };
}
