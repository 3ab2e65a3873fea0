import { bindCardFromOrder } from '@hiram/contract/bank';
import { problemSave } from '@hiram/contract/complaint';
import { confirmDetail, loanPush } from '@hiram/contract/confirm';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { asOwner, type Cluster } from '../../../test/support/database/throwaway-cluster.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { checkAudit } from './audit.ts';

let cluster: Cluster;
let hiram: Hiram;
beforeAll(async () => {
  cluster = inject('cluster');
  hiram = await startHiram(cluster);
});
afterAll(() => hiram.stop());

test('each action of the main job records its login and no personal value', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const { data } = await hiram.send(confirmDetail, { productId: borrower.productId }, borrower.context);
  const options = {
    amount: data.amount,
    periods: data.periods,
    termUnit: 'day',
    productId: borrower.productId,
  } as const;
  const pushed = await hiram.send(loanPush, options, borrower.context);
  const orderId = new URL(pushed.data.lendDetailsUrl, hiram.origin).searchParams.get('orderId') ?? '';
  const becomes = (status: number) =>
    hiram.until(
      () => hiram.send(loanDetails, { orderId }, borrower.context),
      (answer) => answer.data.orderStatus === status,
    );
  await becomes(151);
  const wallet = {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: '09171234567',
    holderName: 'Maria Santos',
  };
  await hiram.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context);
  await hiram.send(withdraw, { orderId }, borrower.context);
  await becomes(170);
  await payByCode(hiram, { orderId, context: borrower.context });
  await hiram.send(
    problemSave,
    { problemType: 2, problemDetail: 'Secret words', orderNo: orderId },
    borrower.context,
  );

  const { rows } = await sql<{ action: string; subject: string; detail: string | null; login: string }>`
    select action, subject, detail, login from audit_entry
    where borrower_id = (select borrower_id from loan_order where id = ${orderId}) order by id`.execute(
    hiram.server.appContext.db,
  );
  const listed = rows.map((row) => [row.action, row.subject, row.detail].filter(Boolean).join(' '));
  for (const entry of [
    'insert borrower',
    'insert session',
    'insert borrower_profile',
    'insert loan_order status applied',
    'insert agreement',
    'update loan_order decision, status applied to approved',
    'insert bank_account state active',
    'insert payout state requested',
    'update loan_order withdrawn_at',
    'update payout state sent to paid',
    'update loan_order status approved to active',
    'insert payment_code',
    'insert payment state posted',
    'insert complaint',
  ])
    expect(listed, listed.join('\n')).toContain(entry);
  expect(new Set(rows.map((row) => row.login))).toEqual(new Set(['hiram_app']));
  const all = JSON.stringify(rows);
  for (const secret of ['09171234567', 'Maria', 'Secret words', borrower.phone])
    expect(all).not.toContain(secret);
});

test('nobody can change the trail: not the server’s login, not the owner [T083]', async () => {
  const statements = [
    `update audit_entry set action = 'x'`,
    'delete from audit_entry',
    'truncate audit_entry',
    `insert into audit_entry (at, login, action, subject, subject_id) values (now(), 'x', 'x', 'x', 'x')`,
    'delete from audit_checkpoint',
  ];
  const { db } = hiram.server.appContext;
  for (const statement of statements)
    await expect(sql.raw(statement).execute(db), statement).rejects.toThrow();
  await asOwner(cluster, hiram.database, async (owner) => {
    for (const statement of statements.filter((text) => !text.startsWith('insert')))
      await expect(owner.query(`${statement}`), statement).rejects.toThrow(/append-only|cannot|violates/);
  });
});

/** One checkpoint over all current entries. */
async function encryptAgain(owner: pg.Client): Promise<void> {
  await owner.query('begin; set local session_replication_role = replica; truncate audit_checkpoint');
  await owner.query(
    `insert into audit_checkpoint (no, upto, entries, sha256) select 1, now() - interval '2 hours', d.entries, d.digest
     from audit_digest('-infinity', now() - interval '2 hours', '\\x') d`,
  );
  await owner.query('commit');
}

test('an entry that is altered, removed or inserted past the guards breaks the checkpoint chain [T084]', async () => {
  await hiram.borrower({ state: '170' });
  const { db } = hiram.server.appContext;
  // As if all entries so far were an hour old and in a checkpoint; and the same again, an hour later.
  await asOwner(cluster, hiram.database, async (owner) => {
    await owner.query(
      `alter table audit_entry disable trigger user; alter table audit_checkpoint disable trigger user`,
    );
    await owner.query(`truncate audit_checkpoint`);
    await owner.query(`update audit_entry set at = at - interval '3 hours'`);
    for (const hours of [2, 1]) {
      await owner.query(
        `with former as (select * from audit_checkpoint order by no desc limit 1)
         insert into audit_checkpoint (no, upto, entries, sha256)
         select coalesce((select no from former), 0) + 1, now() - interval '${hours} hours', d.entries, d.digest
         from audit_digest(coalesce((select upto from former), '-infinity'), now() - interval '${hours} hours',
           coalesce((select sha256 from former), '\\x')) d`,
      );
    }
    await owner.query(
      `alter table audit_entry enable trigger user; alter table audit_checkpoint enable trigger user`,
    );
  });
  expect(await checkAudit(db)).toMatchObject({ checkpoints: 2, broken: undefined });
  await asOwner(cluster, hiram.database, async (owner) => {
    await owner.query(
      `begin; set local session_replication_role = replica; delete from audit_checkpoint where no = 1; commit`,
    );
  });
  expect((await checkAudit(db)).broken).toBe(2);
  await asOwner(cluster, hiram.database, encryptAgain);
  for (const change of [
    `update audit_entry set detail = 'status applied to active' where id = (select max(id) from audit_entry where detail like 'status%')`,
    `delete from audit_entry where id = (select min(id) from audit_entry)`,
    `insert into audit_entry (at, login, action, subject, subject_id) values (now() - interval '150 minutes', 'x', 'x', 'x', 'x')`,
  ])
    await asOwner(cluster, hiram.database, async (owner) => {
      await owner.query('begin; set local session_replication_role = replica');
      const { rowCount } = await owner.query(change);
      expect(rowCount, change).toBe(1);
      await owner.query('commit');
      expect((await checkAudit(db)).broken, change).toBe(1);
      await encryptAgain(owner);
      expect((await checkAudit(db)).broken).toBeUndefined();
    });
});

test('a checkpoint is written at most once an hour, by whichever server is first', async () => {
  const encrypted = await Promise.all(
    Array.from({ length: 5 }, () =>
      sql<{ n: string | null }>`select write_audit_checkpoint() as n`.execute(hiram.server.appContext.db),
    ),
  );
  expect(encrypted.filter(({ rows }) => rows[0]?.n !== null).length).toBeLessThanOrEqual(1);
  expect((await checkAudit(hiram.server.appContext.db)).broken).toBeUndefined();
});
