import { asId, type BorrowerId, type OrderId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { borrowerWithOrder } from '../../../../test/support/borrowers/borrower-with-order.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/database/database.ts';
import { asOwner, ownerEndpoint } from '../../../../test/support/database/throwaway-cluster.ts';
import { tryAll } from '../../../../test/support/inputs/property-runs.ts';
import { migrate } from '../migrate.ts';
import { updatableColumns } from './updatable-columns.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

interface Column {
  readonly table: string;
  readonly column: string;
  /** PostgreSQL's description of the server's login. */
  readonly mayUpdate: boolean;
}

const columnsOf = async (): Promise<readonly Column[]> => {
  const { rows } = await fresh.ownerPool.query<Column>(`
    select c.relname as table, a.attname as column,
      has_column_privilege('hiram_app', c.oid, a.attnum, 'update') as "mayUpdate" from pg_class c
    join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by 1, 2`);
  return rows;
};

/**
 * PostgreSQL's answer when the server's login updates a column: it checks rights before it looks for rows.
 */
async function tryToUpdate({ table, column }: Pick<Column, 'table' | 'column'>): Promise<string> {
  const text = `update "${table}" set "${column}" = default where false`;
  return fresh.pool.query(text).then(
    () => 'may',
    (error: Error) => (/permission denied/.test(error.message) ? 'denied' : error.message),
  );
}

test('the server’s login may update the listed columns and no other column [T077]', async () => {
  const listed = new Set(
    Object.entries(updatableColumns).flatMap(([table, columns]) =>
      columns.map((column) => `${table}.${column}`),
    ),
  );
  const all = await columnsOf();
  expect(all.length).toBeGreaterThan(300);
  const updatable = all.filter((item) => item.mayUpdate).map((item) => `${item.table}.${item.column}`);
  // The first column of each kind of a table is tried as well; before a release all of them.
  const met = new Set<string>();
  for (const item of all) {
    const kind = `${item.table} ${item.mayUpdate}`;
    if (!tryAll && met.has(kind)) continue;
    met.add(kind);
    const answer = await tryToUpdate(item);
    expect([`${item.table}.${item.column}`, answer]).toEqual([
      `${item.table}.${item.column}`,
      listed.has(`${item.table}.${item.column}`) ? 'may' : 'denied',
    ]);
  }
  expect(updatable.toSorted()).toEqual([...listed].toSorted());
});

test.each([
  'loan_order.borrower_id',
  'loan_order.product_id',
  'payout.amount',
  'payout.account_id',
  'payout.order_id',
  'payment.amount',
  'payment.paid_on',
  'payment.order_id',
  'payment.provider_payment_id',
  'payment_code.amount',
  'payment_code.order_id',
  'card_payment.amount',
  'utr_submission.amount',
  'bank_account.number_encrypted',
  'bank_account.holder_encrypted',
  'bank_account.institution',
  'bank_account.borrower_id',
  'borrower.phone',
  'borrower.brand',
  'borrower.blocked_reason',
  'session.borrower_id',
  'session.token_hash',
  'session.expires_at',
  'agreement.html_encrypted',
  'disclosure.html_encrypted',
  'loan_event.body',
  'journal_line.amount',
  'complaint.detail',
  'one_time_code.code_hash',
])('by raw SQL the server’s login does not change %s [T078]', async (name) => {
  const [table = '', column = ''] = name.split('.');
  expect(await tryToUpdate({ table, column })).toBe('denied');
});

test('a borrower’s number is erased by the database’s function alone, after the borrower asked [T079]', async () => {
  const { borrowerId } = await borrowerWithOrder(fresh.ownerPool);
  const erase = () => sql`select erase_borrower(${borrowerId}::uuid, now())`.execute(fresh.db);
  await expect(erase()).rejects.toThrow('did not ask to be erased');
  await sql`insert into erasure_request (borrower_id, requested_at, erase_on)
    values (${borrowerId}, now(), current_date)`.execute(fresh.db);
  await erase();
  const { rows } = await fresh.ownerPool.query<{ phone: string; erased: boolean }>(
    'select phone, erased_at is not null as erased from borrower where id = $1',
    [borrowerId],
  );
  expect(rows).toEqual([{ phone: `erased ${borrowerId}`, erased: true }]);
});

test('a whole-table update grant of a migration is narrowed at the next start, and listed grants stay', async () => {
  const cluster = inject('cluster');
  await asOwner(cluster, fresh.name, (owner) =>
    owner.query(
      'grant update on payout, journal to hiram_app; revoke update (state) on payment from hiram_app',
    ),
  );
  expect(await tryToUpdate({ table: 'payout', column: 'amount' })).toBe('may');
  await Promise.all([1, 2].map(() => migrate(ownerEndpoint(cluster, fresh.name), true)));
  expect(await tryToUpdate({ table: 'payout', column: 'amount' })).toBe('denied');
  expect(await tryToUpdate({ table: 'journal', column: 'posted_on' })).toBe('denied');
  expect(await tryToUpdate({ table: 'payout', column: 'state' })).toBe('may');
  expect(await tryToUpdate({ table: 'payment', column: 'state' })).toBe('may');
});

test('a query does not compile that compares a borrower’s id with an order’s', () => {
  const orderId: OrderId = asId('a3a8');
  const borrowerId: BorrowerId = asId('b4b9');
  const orders = fresh.db.selectFrom('loan_order').select('id');
  // @ts-expect-error: an order's id is not a borrower's
  expect(orders.where('borrower_id', '=', orderId).compile().parameters).toEqual([orderId]);
  expect(orders.where('borrower_id', '=', borrowerId).compile().parameters).toEqual([borrowerId]);
});
