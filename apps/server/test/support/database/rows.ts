import { asId, type BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../../src/platform/database/connection/connect.ts';
import { readPlanned } from '../../../src/platform/database/statements/statements.ts';
import type { Hiram } from '../processes/running-server.ts';

/** Tables with a borrower's id, without their partitions. */
async function borrowersTables(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select pg_class.relname as name from pg_attribute
    join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where attname = 'borrower_id' and nspname = 'public' and relkind in ('r', 'p') and not relispartition
      and has_table_privilege(pg_class.oid, 'select')
    order by 1`.execute(db);
  if (rows.length < 15) throw new Error('hardly any table bears a borrower');
  return [...rows.map((row) => row.name), 'borrower'].filter((name) => name !== 'idempotency');
}

/** The number of a borrower's rows in each of these tables. */
export async function countRows(
  db: Db,
  borrowerId: BorrowerId,
  tables: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const name of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} where borrower_id = ${borrowerId}`.execute(db);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** The statement of `digestRows`: every test database has the same tables, and a connection keeps its plan. */
let digests: string | undefined;

/** A digest of all stored data of a borrower: equal before and after if nothing changed. */
export async function digestRows(db: Db, borrowerId: BorrowerId): Promise<Readonly<Record<string, string>>> {
  digests ??= (await borrowersTables(db))
    .map(
      (name) => `select '${name}' as name, md5(string_agg(one::text, ' ' order by one::text)) as digest
        from ${name} as one where ${name === 'borrower' ? 'id' : 'borrower_id'} = $1 having count(*) > 0`,
    )
    .join(' union all ');
  const statement = { name: 'digests of a borrower', text: digests };
  const rows = await readPlanned<{ name: string; digest: string }>(db, statement, [borrowerId]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
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

/** The borrower of an order. */
export async function borrowerIdOf({ owner }: Hiram, orderId: string): Promise<BorrowerId> {
  const order = await owner
    .selectFrom('loan_order')
    .select('borrower_id')
    .where('id', '=', asId<'order'>(orderId))
    .executeTakeFirstOrThrow();
  return order.borrower_id;
}

/** What is paid at the cashier for the newest code of an order. */
export async function payCodeOf({ owner }: Hiram, orderId: string): Promise<string> {
  const code = await owner
    .selectFrom('payment_code')
    .select('pay_code')
    .where('order_id', '=', asId<'order'>(orderId))
    .orderBy('issued_at', 'desc')
    .executeTakeFirstOrThrow();
  return code.pay_code ?? '';
}

/** The row of a loan. */
export const orderRowOf = ({ owner }: Hiram, orderId: string) =>
  owner.selectFrom('loan_order').selectAll().where('id', '=', asId(orderId)).executeTakeFirstOrThrow();

/** The payment of a loan that has one. */
export const paymentOf = ({ owner }: Hiram, orderId: string) =>
  owner.selectFrom('payment').selectAll().where('order_id', '=', asId(orderId)).executeTakeFirstOrThrow();

/** The payout of a loan that has one. */
export const payoutOf = ({ owner }: Hiram, orderId: string) =>
  owner.selectFrom('payout').selectAll().where('order_id', '=', asId(orderId)).executeTakeFirstOrThrow();
