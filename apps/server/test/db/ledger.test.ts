import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/lending/ids.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';

let fresh: FreshDatabase;
const borrowerId = newId();
const orderId = newId();
const productId = newId();

beforeAll(async () => {
  fresh = await freshDatabase();
  const { db } = fresh;
  const now = new Date();
  await db
    .insertInto('borrower')
    .values({ id: borrowerId, brand: 'spec', phone: '+8613000000000', created_at: now })
    .execute();
  await db
    .insertInto('product')
    .values({
      id: productId,
      brand: 'spec',
      code: 'p',
      name: 'P',
      logo: 'p',
      kind: 'single',
      terms: '{}',
      amount_min: 1,
      amount_max: 2,
      amount_step: 1,
      amount_offered: 1,
      created_at: now,
    })
    .execute();
  await insertOrder(21);
});
afterAll(() => fresh.drop());

async function insertOrder(status: 21 | 170, id = status === 21 ? orderId : newId()): Promise<void> {
  await fresh.db
    .insertInto('loan_order')
    .values({
      borrower_id: borrowerId,
      id,
      brand: 'spec',
      product_id: productId,
      kind: 'single',
      amount: 100,
      terms: '{}',
      client_kind: 'new',
      status,
      applied_at: new Date(),
      applied_on: '2026-01-01',
      decide_by: '2026-01-02',
    })
    .execute();
}

const postSql = `select post_journal($1, '${borrowerId}', '${orderId}', 'spec', null, 'test', '2026-01-01', $2, $3, $4)`;
const post = (accounts: string[], amounts: number[]) => {
  const id = newId();
  return fresh.pool.query(postSql, [id, accounts, accounts.map(() => null), amounts]).then(() => id);
};

test('the server connects with rights of its own, and cannot become the owner', async () => {
  const { rows } = await fresh.pool.query('select current_user as me');
  expect(rows).toEqual([{ me: 'hiram_app' }]);
  await expect(fresh.pool.query('set role hiram_owner')).rejects.toThrow(/permission denied/);
});

test('a balanced journal is posted', async () => {
  const id = await post(['loan:principal', 'clearing:payout'], [100, -100]);
  const { rows } = await fresh.pool.query(
    'select account, amount from journal_line where journal_id = $1 order by line_no',
    [id],
  );
  expect(rows).toEqual([
    { account: 'loan:principal', amount: 100 },
    { account: 'clearing:payout', amount: -100 },
  ]);
});

test('an unbalanced journal, a single line and an unknown account are refused', async () => {
  await expect(post(['loan:principal', 'clearing:payout'], [100, -99])).rejects.toThrow(/does not balance/);
  await expect(post(['loan:principal'], [0])).rejects.toThrow(/two lines/);
  await expect(post(['loan:principal', 'my:pocket'], [5, -5])).rejects.toThrow(/check constraint/);
});

test('post is the only writer: the server may not insert, update, delete or truncate by itself', async () => {
  for (const sql of [
    `insert into journal (id, borrower_id, order_id, brand, kind, posted_on) values (gen_random_uuid(), '${borrowerId}', '${orderId}', 'spec', 'x', '2026-01-01')`,
    `insert into journal_line (journal_id, line_no, borrower_id, order_id, account, amount) values (gen_random_uuid(), 1, '${borrowerId}', '${orderId}', 'loan:principal', 1)`,
    'update journal_line set amount = amount + 1',
    'delete from journal_line',
    'truncate journal_line',
    'update loan_event set seq = 9',
    'delete from loan_event',
  ])
    await expect(fresh.pool.query(sql), sql).rejects.toThrow(/permission denied/);
});

test('even the owner cannot change, remove or unbalance what was posted', async () => {
  await post(['loan:principal', 'clearing:payout'], [7, -7]);
  for (const sql of [
    'update journal_line set amount = amount + 1',
    'delete from journal',
    'truncate journal cascade',
    'delete from journal_line',
  ])
    await expect(fresh.ownerPool.query(sql), sql).rejects.toThrow(/append-only/);
  const journal = newId();
  await expect(
    fresh.ownerPool.query(`
      insert into journal (id, borrower_id, order_id, brand, kind, posted_on) values ('${journal}', '${borrowerId}', '${orderId}', 'spec', 'x', '2026-01-01');
      insert into journal_line (journal_id, line_no, borrower_id, order_id, account, amount) values ('${journal}', 1, '${borrowerId}', '${orderId}', 'loan:principal', 1), ('${journal}', 2, '${borrowerId}', '${orderId}', 'clearing:payout', -2);
    `),
  ).rejects.toThrow(/off by -1 cents/);
});

test('TERM-07 an order begins at 21 and makes only the moves that are named', async () => {
  await expect(insertOrder(170)).rejects.toThrow(/begins at 21/);
  const move = (status: number) =>
    fresh.pool.query('update loan_order set status = $1 where id = $2', [status, orderId]);
  await expect(move(170)).rejects.toThrow(/does not move from 21 to 170/);
  await expect(move(200)).rejects.toThrow(/does not move/);
  await expect(move(99)).rejects.toThrow();
  await move(151);
  await expect(move(200)).rejects.toThrow(/does not move from 151 to 200/);
  for (const status of [170, 174, 180, 170, 200, 180]) await move(status);
});

test('a borrower has one loan under way, whatever runs in parallel', async () => {
  await expect(insertOrder(21, newId())).rejects.toThrow(/loan_order_running/);
});
