import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Db, openDatabase, openPool } from '../platform/database/connect.ts';
import { openOwner } from '../platform/database/owner.ts';
import { actAsTool } from '../platform/database/tool.ts';

/**
 * Does one of the operator's tools' work on the whole database, by its owner's login, as long as it takes, and in the tool's
 * name in the audit trail. Without an address it is the embedded database's.
 */
export async function withOwner<Result>(tool: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const database = await openOwner(process.env, resolve(root, process.env.DATA_DIR || '.data'));
  const pool = openPool(database.owner, 1, async (client) => {
    await actAsTool(client, tool);
    await client.query('set statement_timeout = 0');
  });
  try {
    return await work(openDatabase(pool));
  } finally {
    await pool.end();
    await database.stop();
  }
}
