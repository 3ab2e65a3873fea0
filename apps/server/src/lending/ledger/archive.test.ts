import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loanDetails } from '@hiram/contract/order';
import { instalmentDetail } from '@hiram/contract/repay';
import { addDays, localDate } from '@hiram/loan';
import { type Kysely, sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { paymentOf } from '../../../test/support/database/rows.ts';
import { asOwner, dropDatabase, ownerEndpoint } from '../../../test/support/database/throwaway-cluster.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpBorrower, setUpHiram } from '../../../test/support/processes/set-up.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { readBooks } from '../../console/loan/loan-books.ts';
import { restoreBackup } from '../../operations/backups/restore-backup.ts';
import { writeBackup } from '../../operations/backups/write-backup.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { archiveByAge, checkArchive } from '../../scheduler/retention/archive.ts';
import { reverse } from '../payments/reversals/reversals.ts';
import { balancesByBrand, checkLedger } from './ledger.ts';

const cluster = inject('cluster');
const folder = mkdtempSync(join(tmpdir(), 'hiram-data-'));
const log: string[] = [];
const hiram = setUpHiram({ LOG_LEVEL: 'error' }, { logTo: { write: (line) => log.push(line) } });
const settled = setUpBorrower(hiram, { state: '200' });
const running = setUpBorrower(hiram, { state: '180' });

const orderOf = (borrower: DemoBorrower) =>
  hiram.owner
    .selectFrom('loan_order')
    .selectAll()
    .where('id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
const archive = (...words: string[]) =>
  runHiram(
    ['loans', 'archive', '--brand', 'spec', '--by', 'Ana Cruz', ...words],
    settingsOf(cluster, hiram.database),
  );
const check = () => runHiram(['ledger', 'check', '--json'], settingsOf(cluster, hiram.database));
/** The number of rows of an order in each table of the books. */
async function rowsOf({ orderId }: DemoBorrower) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from loan_event where order_id = ${orderId}) as events,
      (select count(*)::int from journal where order_id = ${orderId}) as journals,
      (select count(*)::int from journal_line where order_id = ${orderId}) as lines,
      (select count(*)::int from archived_loan where order_id = ${orderId}) as archived`.execute(hiram.owner);
  return rows[0];
}
/** Goes to a day on which the settled loan may be archived, unless it is that late already. */
async function oldEnough(): Promise<void> {
  const { settled_on } = await orderOf(settled);
  const { clock, db } = hiram.server.appContext;
  if (addDays(localDate(settled_on ?? ''), 370) > (await clock.today(db, 'Asia/Manila')))
    await hiram.days(380);
}
async function archived(): Promise<void> {
  await oldEnough();
  if ((await orderOf(settled)).archived_at === null) await archive('--years', '1');
}
/** The views of a loan by the borrower and the staff. */
async function seen(borrower: DemoBorrower) {
  const { appContext } = hiram.server;
  const order = await orderOf(borrower);
  const { rows, journals } = await readBooks(appContext.db, appContext, order);
  return {
    details: (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data,
    events: rows,
    journals,
    balances: await balancesByBrand(appContext.db),
  };
}
/** Pays what is owed, in codes of at most what a channel takes. */
async function payOff(borrower: DemoBorrower): Promise<void> {
  const { orderId } = borrower;
  while ((await orderOf(borrower)).status !== 'settled') {
    const { data } = await hiram.send(instalmentDetail, { orderId }, borrower.context);
    await payByCode(hiram, borrower, { amount: Math.min(data.repayAmount, 5_000_000) });
  }
}
/** Without the triggers that refuse it, as only the owner can. */
const byForce = (work: (db: Kysely<Database>) => Promise<unknown>) =>
  hiram.owner.transaction().execute(async (trx) => {
    await sql`alter table archived_loan disable trigger user`.execute(trx);
    await work(trx);
    await sql`alter table archived_loan enable trigger user`.execute(trx);
  });

test('a loan is not archived while it runs, or in the first year after it is settled', async () => {
  await hiram.days(300);
  expect(await archive('--years', '1')).toMatchObject({ code: 0, output: '0 loans archived.\n' });
  const { borrower_id } = await orderOf(settled);
  await expect(
    sql`insert into archived_loan (borrower_id, order_id) values (${borrower_id}, ${settled.orderId})`.execute(
      hiram.owner,
    ),
  ).rejects.toThrow('settled less than a year ago');
  await hiram.days(80);
  const unsettled = await orderOf(running);
  await expect(
    sql`insert into archived_loan (borrower_id, order_id) values (${unsettled.borrower_id}, ${running.orderId})`.execute(
      hiram.owner,
    ),
  ).rejects.toThrow('it is not settled');
});

test('a loan waits while its borrower’s data are held, or something waits for a person', async () => {
  await oldEnough();
  const { borrower_id } = await orderOf(settled);
  const obstacle = async (change: (trx: Kysely<Database>) => Promise<unknown>) => {
    const trx = await hiram.owner.startTransaction().execute();
    await change(trx);
    const { rows } = await sql<{ reason: string | null }>`
      select archive_obstacle(borrower_id, id, status, settled_on, archived_at, next_status_check_on) as reason
      from loan_order where id = ${settled.orderId}`.execute(trx);
    await trx.rollback().execute();
    return rows[0]?.reason;
  };
  expect(await obstacle(async () => undefined)).toBe(null);
  expect(
    await obstacle((trx) =>
      sql`insert into task (id, kind, brand, subject_id, borrower_id, detail, due_at, opened_at)
        values (gen_random_uuid(), 'complaint', 'spec', 'x', ${borrower_id}, 'x', now(), now())`.execute(trx),
    ),
  ).toBe('something of its borrower waits for a person');
  expect(
    await obstacle(async (trx) => {
      await sql`insert into staff (id, name, email, created_at) values ('00000000-0000-7000-8000-000000000001', 'A', 'a@b', now())`.execute(
        trx,
      );
      await sql`insert into erasure_hold (id, borrower_id, reason, held_by, held_at)
        values (gen_random_uuid(), ${borrower_id}, 'a court', '00000000-0000-7000-8000-000000000001', now())`.execute(
        trx,
      );
    }),
  ).toBe('its borrower’s data are held');
  expect(
    await obstacle((trx) =>
      sql`insert into posting values (gen_random_uuid(), ${borrower_id}, ${settled.orderId}, 'spec', null, 'by hand', '2026-01-01',
        '{borrower:credit,cash:sandbox}', '{null,null}', '{-500,500}')`.execute(trx),
    ),
  ).toBe('an account of it is not at zero');
});

test('an archived loan has no rows in the tables, and shows the same to its borrower and the staff', async () => {
  await oldEnough();
  const before = await seen(settled);
  expect(before.events.length).toBeGreaterThan(1);
  const rehearsed = await archive('--years', '1', '--dry-run');
  expect(rehearsed.output).toContain('1 loans would be archived.');
  expect(await rowsOf(settled)).toMatchObject({ archived: 0 });

  expect(await archive('--years', '1')).toMatchObject({ code: 0, output: '1 loans archived.\n' });
  expect(await rowsOf(settled)).toEqual({ events: 0, journals: 0, lines: 0, archived: 1 });
  expect((await orderOf(settled)).archived_at).not.toBe(null);
  expect(await seen(settled)).toEqual(before);
  expect(await archive('--years', '1')).toMatchObject({ code: 0, output: '0 loans archived.\n' });

  const { code, out } = await check();
  expect([code, JSON.parse(out)]).toMatchObject([0, { whole: true, damagedArchive: [] }]);
  expect(JSON.parse(out).brands).toContainEqual(expect.objectContaining({ brand: 'spec', loans: 2, sum: 0 }));
  const { borrower_id } = await orderOf(settled);
  const to = join(mkdtempSync(join(folder, 'export-')), 'data');
  const exported = await runHiram(
    ['borrowers', 'export', '--borrower', borrower_id, '--to', to, '--by', 'Ana Cruz'],
    settingsOf(cluster, hiram.database),
  );
  expect(exported).toMatchObject({ code: 0 });
  const [file = ''] = globSync(join(to, '**/*.json'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    archived_loan: [{ order_id: settled.orderId, books: { events: expect.any(Array) } }],
  });
});

test('no login changes the archive, or removes a row of the books that the archive does not have', async () => {
  await archived();
  const { borrower_id } = await orderOf(settled);
  for (const statement of [
    'update archived_loan set part = 2',
    'delete from archived_loan',
    'truncate archived_loan',
    'truncate archived_balance',
    'delete from loan_event',
    'delete from journal_line',
    'delete from journal',
    'update journal set kind = kind',
  ])
    await expect(sql.raw(statement).execute(hiram.owner), statement).rejects.toThrow(/append-only/);
  for (const statement of [
    'delete from journal_line',
    'insert into archived_loan select * from archived_loan',
    'update archived_balance set amount = 0',
  ])
    await expect(sql.raw(statement).execute(hiram.server.appContext.db), statement).rejects.toThrow(
      /permission denied/,
    );
  await expect(
    sql`insert into posting values (gen_random_uuid(), ${borrower_id}, ${settled.orderId}, 'spec', null, 'by hand', '2026-01-01',
      '{loan:principal,cash:sandbox}', '{null,null}', '{-500,500}')`.execute(hiram.owner),
  ).rejects.toThrow('an event reopens it');
  await expect(
    sql`insert into loan_event select * from every_loan_event where order_id = ${settled.orderId}`.execute(
      hiram.owner,
    ),
  ).rejects.toThrow('has this event in its archive');
});

test('a payment that is reversed years later reopens the loan, and it is archived again as another part', async () => {
  await archived();
  const { appContext } = hiram.server;
  const payment = await paymentOf(hiram, settled.orderId);
  const before = await seen(settled);
  await inTransaction(appContext.db, (trx) =>
    reverse(trx, appContext, {
      provider: payment.provider,
      paymentId: payment.provider_payment_id,
      isDecided: true,
    }),
  );
  expect(await orderOf(settled)).toMatchObject({ archived_at: null });
  const reopened = await seen(settled);
  expect(reopened.details.orderStatus).not.toBe(before.details.orderStatus);
  expect(reopened.events.length).toBe(before.events.length + 1);
  await payOff(settled);
  expect(await orderOf(settled)).toMatchObject({ status: 'settled' });
  expect((await check()).code).toBe(0);
  await hiram.days(400);
  const paidAgain = await seen(settled);
  expect(await archive('--years', '1')).toMatchObject({ output: '1 loans archived.\n' });
  expect(await rowsOf(settled)).toEqual({ events: 0, journals: 0, lines: 0, archived: 2 });
  expect(await seen(settled)).toEqual(paidAgain);
  expect((await check()).code).toBe(0);
});

test('a backup has the archive, and a restored loan shows the same @verify', async () => {
  const other = await hiram.borrower({ state: '200' });
  await hiram.days(400);
  const { appContext } = hiram.server;
  const brand = { ...brandOf(appContext, { brand: 'spec' }), archiveAfterYears: 1 };
  await archiveByAge(appContext, brand, await appContext.clock.today(appContext.db, brand.timeZone));
  expect(await rowsOf(other)).toEqual({ events: 0, journals: 0, lines: 0, archived: 1 });
  const file = join(mkdtempSync(join(folder, 'try-')), 'archive.backup');
  const owner = ownerEndpoint(cluster, hiram.database);
  await writeBackup({ owner, file, passphrase: undefined, files: undefined });
  const name = `t_archive_${process.pid}`;
  await asOwner(cluster, 'postgres', (client) => client.query(`create database ${name} owner hiram_owner`));
  try {
    await restoreBackup({
      owner: ownerEndpoint(cluster, name),
      file,
      passphrase: undefined,
      files: undefined,
    });
    const read = (from: string) =>
      asOwner(cluster, from, async (client) => [
        (await client.query('select * from every_loan_event order by id')).rows,
        (await client.query('select * from archived_balance order by 1, 2')).rows,
      ]);
    expect(await read(name)).toEqual(await read(hiram.database));
  } finally {
    await dropDatabase(cluster, name);
  }
});

test('a damaged archive is refused: no page shows fewer rows, and every check names the loan', async () => {
  await archived();
  const other = await hiram.owner.selectFrom('archived_loan').select('order_id').executeTakeFirstOrThrow();
  const damage = [
    sql`update archived_loan set books = jsonb_set(books, '{events}', '[]')`,
    sql`update archived_loan set books = jsonb_set(books, '{events}', '[]'),
      sha256 = sha256(convert_to(jsonb_set(books, '{events}', '[]')::text, 'UTF8'))`,
  ];
  for (const [forged, statement] of damage.entries()) {
    await byForce((trx) => statement.execute(trx));
    expect((await checkLedger(hiram.owner)).damaged).toContain(other.order_id);
    const { code, output } = await check();
    expect([code, output]).toEqual([1, expect.stringContaining(other.order_id)]);
    log.length = 0;
    await hiram.owner.deleteFrom('daily_run').where('name', '=', 'archive check').execute();
    await checkArchive(hiram.server.appContext);
    expect(log.join()).toContain('archived loans are damaged');
    if (forged === 0) {
      const answer = await hiram.send(loanDetails, { orderId: settled.orderId }, settled.context);
      expect(answer.success).toBe(false);
      expect(log.join()).toContain('is damaged');
    }
  }
});
