import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/connect.ts';

/** Tables with a borrower's id, without their partitions. */
async function borrowersTables(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select pg_class.relname as name from pg_attribute
    join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where attname = 'borrower_id' and nspname = 'public' and relkind in ('r', 'p') and not relispartition
      and has_table_privilege(pg_class.oid, 'select')
    order by 1`.execute(db);
  if (rows.length < 15) throw new Error('hardly any table bears a borrower');
  return rows.map((row) => row.name);
}

/**
 * The number of a borrower's rows in each table; tables without any are left out. Session and key tables are
 * not read.
 */
export async function countRows(db: Db, borrowerId: BorrowerId): Promise<Readonly<Record<string, number>>> {
  return Object.fromEntries((await read(db, borrowerId)).map(({ name, count }) => [name, count]));
}

/** A digest of all stored data of a borrower: equal before and after if nothing changed. */
export async function digestRows(db: Db, borrowerId: BorrowerId): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await read(db, borrowerId)).map(({ name, digest }) => [name, digest]));
}

async function read(
  db: Db,
  borrowerId: BorrowerId,
): Promise<readonly { name: string; count: number; digest: string }[]> {
  const names = [...(await borrowersTables(db)), 'borrower'].filter((name) => name !== 'idempotency');
  const parts = names.map((name) => {
    const condition = sql`${sql.ref(name === 'borrower' ? 'id' : 'borrower_id')} = ${borrowerId}`;
    return sql`select ${sql.lit(name)} as name, count(*)::int as count,
      md5(coalesce(string_agg(one::text, ' ' order by one::text), '')) as digest
      from ${sql.table(name)} as one where ${condition}`;
  });
  const { rows } = await sql<{ name: string; count: number; digest: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  return rows.filter((row) => row.count > 0);
}

/** The borrower of a session. */
export async function borrowerIdOfPhone(db: Db, phone: string): Promise<BorrowerId> {
  const { id } = await db
    .selectFrom('borrower')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  return id;
}
