import { asId, type BorrowerId, type OrderId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerWithOrder } from '../../../../test/support/borrowers/borrower-with-order.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/database/database.ts';
import { checkLogin } from '../connection/check-login.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

/**
 * PostgreSQL's answer when the server's login updates a column: it checks rights before it looks for rows.
 */
async function tryToUpdate(name: string): Promise<string> {
  const [table = '', column = ''] = name.split('.');
  const text = `update "${table}" set "${column}" = default where false`;
  return fresh.pool.query(text).then(
    () => 'may',
    (error: Error) => (/permission denied/.test(error.message) ? 'denied' : error.message),
  );
}

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
  expect(await tryToUpdate(name)).toBe('denied');
});

test('the server’s login updates a column that is granted beside its table', async () => {
  expect(await tryToUpdate('payout.state')).toBe('may');
});

test('a login that may update a whole table has more rights than a server needs [T2693]', async () => {
  expect(await checkLogin(fresh.pool)).toBeUndefined();
  await fresh.ownerPool.query('grant update on payout to hiram_app');
  expect(await checkLogin(fresh.pool)).toContain('as hiram_app, which may update whole tables');
});

test('a borrower’s number is erased by the database’s function alone, after the borrower asked [T079]', async () => {
  const { borrowerId } = await borrowerWithOrder(fresh.ownerPool);
  const erase = () => sql`select erase_borrower(${borrowerId}::uuid, now())`.execute(fresh.db);
  await expect(erase()).rejects.toThrow('did not ask to be erased');
  await expect(sql`select empty_borrower(${borrowerId}::uuid, now())`.execute(fresh.db)).rejects.toThrow(
    'permission denied for function empty_borrower',
  );
  await sql`insert into erasure_request (borrower_id, requested_at, erase_on)
    values (${borrowerId}, now(), current_date)`.execute(fresh.db);
  await erase();
  const { rows } = await fresh.ownerPool.query<{ phone: string; erased: boolean }>(
    'select phone, erased_at is not null as erased from borrower where id = $1',
    [borrowerId],
  );
  expect(rows).toEqual([{ phone: `erased ${borrowerId}`, erased: true }]);
});

test('a query does not compile that compares a borrower’s id with an order’s', () => {
  const orderId: OrderId = asId('a3a8');
  const borrowerId: BorrowerId = asId('b4b9');
  const orders = fresh.db.selectFrom('loan_order').select('id');
  // @ts-expect-error: an order's id is not a borrower's
  expect(orders.where('borrower_id', '=', orderId).compile().parameters).toEqual([orderId]);
  expect(orders.where('borrower_id', '=', borrowerId).compile().parameters).toEqual([borrowerId]);
});
