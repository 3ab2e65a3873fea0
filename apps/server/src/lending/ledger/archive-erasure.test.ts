import { deleteAccount } from '@hiram/contract/account';
import type { ActionCalls } from '@hiram/contract/console/action-calls';
import { approvalOptions, approveRequest } from '@hiram/contract/console/approval';
import { eraseBorrower, readBorrowerField, showBorrower } from '@hiram/contract/console/borrower';
import { showLoan } from '@hiram/contract/console/loan';
import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { paymentOf } from '../../../test/support/database/rows.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { readBooks } from '../../console/loan/loan-books.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { checkArchive } from '../../scheduler/retention/archive.ts';
import { reverse } from '../payments/reversals/reversals.ts';
import { checkTasks } from '../reconciliation/check-tasks.ts';
import { balancesByBrand } from './ledger.ts';

const cluster = inject('cluster');
const log: string[] = [];
const spec = { brand: 'spec' };
let hiram: Hiram;
let support: StaffMember;
let officer: StaffMember;
let controller: StaffMember;
beforeAll(async () => {
  log.length = 0;
  hiram = await startHiram(cluster, { LOG_LEVEL: 'error' }, { logTo: { write: (line) => log.push(line) } });
  await hiram.refuseUnnamed();
  support = await staffMember(hiram, 'support');
  officer = await staffMember(hiram, 'officer');
  controller = await staffMember(hiram, 'controller');
});
afterAll(() => hiram.stop());

const orderOf = ({ orderId }: DemoBorrower) =>
  hiram.owner.selectFrom('loan_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
const borrowerOf = (id: BorrowerId) =>
  hiram.owner.selectFrom('borrower').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const operate = (...words: string[]) => runHiram(words, settingsOf(cluster, hiram.database));
const archive = () => operate('loans', 'archive', '--brand', 'spec', '--by', 'Ana Cruz', '--years', '1');

/** The archived rows of a borrower as the database stores them. */
async function archivedOf(id: BorrowerId) {
  const { rows } = await sql<{ books: string; sha256: Buffer }>`
    select books::text as books, sha256 from archived_loan where borrower_id = ${id} order by part`.execute(
    hiram.owner,
  );
  return rows;
}
/** The books of a loan, and all balances. */
async function booksOf(borrower: DemoBorrower) {
  const { appContext } = hiram.server;
  const { rows, journals } = await readBooks(appContext.db, appContext, await orderOf(borrower));
  return { rows, journals, balances: await balancesByBrand(appContext.db) };
}
/** Expects every check of the books, the archive and the tasks to pass. */
async function expectSound(): Promise<void> {
  const { code, out } = await operate('ledger', 'check', '--json');
  expect([code, JSON.parse(out)]).toMatchObject([0, { whole: true, damagedArchive: [] }]);
  await hiram.owner.deleteFrom('daily_run').where('name', '=', 'archive check').execute();
  await actAs('a test', () => checkArchive(hiram.server.appContext));
  expect(log).toEqual([]);
  expect(await checkTasks(hiram.server.appContext.db)).toEqual([]);
}
async function submit(calls: ActionCalls, request: object, by: StaffMember) {
  const shown = await by.browser.send(calls.preview, { request }, spec);
  const { digest } = shown.data;
  return by.browser.send(calls.submit, { request, digest, reference: '', reason: 'they asked' }, spec);
}
async function approve({ data }: Awaited<ReturnType<typeof submit>>, by: StaffMember) {
  const { approvalId } = data;
  const { publicKey, digest } = (await by.browser.send(approvalOptions, { approvalId }, spec)).data;
  return by.browser.send(
    approveRequest,
    { approvalId, digest, passkey: by.authenticator.sign(publicKey) },
    spec,
  );
}
const untilErased = (id: BorrowerId) =>
  hiram.until(
    () => borrowerOf(id),
    (row) => row.erased_at !== null,
  );

/** The lender's data about a person, read field by field as the staff does. */
async function knownOf(borrowerId: BorrowerId): Promise<readonly string[]> {
  const { fields } = (await support.browser.send(showBorrower, { borrowerId }, spec)).data;
  const values: string[] = [];
  for (const { field } of fields) {
    const read = await support.browser.send(readBorrowerField, { borrowerId, field, reason: 'a test' }, spec);
    values.push(read.data.value);
  }
  // Shorter ones, such as “true” or a country, are in any text.
  return values.filter((value) => value.length > 5);
}

test('a loan archived before its borrower is erased holds nothing of the person, and stays as it is [T690]', async () => {
  const borrower = await hiram.borrower({ state: '200' });
  const { borrower_id: id } = await orderOf(borrower);
  const known = await knownOf(id);
  expect(known).toContainEqual(expect.stringContaining(borrower.phone.slice(-7)));
  expect(known.length).toBeGreaterThan(4);
  await hiram.days(400);
  const before = await booksOf(borrower);
  expect(await archive()).toMatchObject({ code: 0, output: '1 loans archived.\n' });
  const archived = await archivedOf(id);
  expect(archived).toHaveLength(1);

  expect(await hiram.send(deleteAccount, {}, borrower.context)).toMatchObject({ success: true });
  await hiram.days(31);
  expect(await untilErased(id)).toMatchObject({ phone: `erased ${id}`, password_hash: null });
  expect(await archivedOf(id)).toEqual(archived);
  for (const value of [...known, borrower.phone]) expect(archived[0]?.books).not.toContain(value);
  expect(await booksOf(borrower)).toEqual(before);
  await expectSound();
});

test('a loan waits while its borrower’s erasure is pending, and is archived after it [T691]', async () => {
  const borrower = await hiram.borrower({ state: '200' });
  const { borrower_id: id } = await orderOf(borrower);
  await hiram.days(400);
  expect(await hiram.send(deleteAccount, {}, borrower.context)).toMatchObject({ success: true });
  expect(await archive()).toMatchObject({ output: '0 loans archived.\n' });
  await hiram.days(31);
  await untilErased(id);
  const before = await booksOf(borrower);
  expect(await archive()).toMatchObject({ output: '1 loans archived.\n' });
  expect((await archivedOf(id))[0]?.books).not.toContain(borrower.phone.slice(-7));
  expect(await booksOf(borrower)).toEqual(before);
  await expectSound();
});

test('two persons erase a borrower with an archived loan, which the staff still reads [T692]', async () => {
  const borrower = await hiram.borrower({ state: '200' });
  const { borrower_id: id } = await orderOf(borrower);
  await hiram.days(400);
  expect(await archive()).toMatchObject({ output: '1 loans archived.\n' });
  expect(await hiram.send(deleteAccount, {}, borrower.context)).toMatchObject({ success: true });
  const asked = await submit(eraseBorrower, { borrowerId: id }, officer);
  expect(await approve(asked, controller)).toMatchObject({ success: true });
  expect((await borrowerOf(id)).phone).toBe(`erased ${id}`);
  const loan = await support.browser.send(showLoan, { orderId: borrower.orderId }, spec);
  expect(loan).toMatchObject({ success: true });
  expect(JSON.stringify(loan.data)).not.toContain(borrower.phone.slice(-7));
  await expectSound();

  const { appContext } = hiram.server;
  const archived = await archivedOf(id);
  const payment = await paymentOf(hiram, borrower.orderId);
  const reversal = {
    provider: payment.provider,
    paymentId: payment.provider_payment_id,
    isDecided: true,
  };
  await actAs('a test', () => inTransaction(appContext.db, (trx) => reverse(trx, appContext, reversal)));
  expect(await orderOf(borrower)).toMatchObject({ archived_at: null, status: 'overdue' });
  expect(await archivedOf(id)).toEqual(archived);
  await hiram.days(2);
  await expectSound();
});
