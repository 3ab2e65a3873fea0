import { randomUUID } from 'node:crypto';
import { login, profile, smsCode } from '@hiram/contract/account';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay, sandboxSms } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { payoutOf } from '../../../test/support/database/rows.ts';
import {
  asOwner,
  type Cluster,
  createDatabase,
  dropDatabase,
  serverEndpoint,
} from '../../../test/support/database/throwaway-cluster.ts';
import { runHiram } from '../../../test/support/processes/run-hiram.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { actAs, actorNow } from '../../platform/database/actor.ts';
import { inTransaction, openDatabase, openPool } from '../../platform/database/connection/connect.ts';

interface Entry {
  readonly at: Date;
  readonly login: string;
  readonly actor: string | null;
  readonly action: string;
  readonly subject: string;
  readonly subject_id: string;
  readonly detail: string | null;
}

const [older, newer] = ['ab'.repeat(32), 'cd'.repeat(32)];
let cluster: Cluster;
let name: string;
let hiram: Hiram;
beforeAll(async () => {
  cluster = inject('cluster');
  name = await createDatabase(cluster);
  hiram = await startHiram(cluster, { DATA_KEY: older }, { database: name });
  await hiram.refuseUnnamed();
});
afterAll(async () => {
  await hiram.stop();
  await dropDatabase(cluster, name);
});

const entries = (subject: string, id?: string) =>
  asOwner(cluster, name, async (owner) => {
    const { rows } = await owner.query<Entry>(
      `select at, login, actor, action, subject, subject_id, detail from audit_entry
       where subject = $1 and ($2::text is null or subject_id = $2) order by id`,
      [subject, id ?? null],
    );
    return rows;
  });

/** Runs an operators' command as the schema's owner. Returns how it ended and what it printed. */
async function operate(
  words: readonly string[],
  extra: Record<string, string> = {},
): Promise<[number, string]> {
  const url = (login: string) =>
    `postgres://${login}@localhost/${name}?host=${encodeURIComponent(cluster.socketDir)}`;
  const addresses = { DATABASE_URL: url('hiram_app'), DATABASE_OWNER_URL: url('hiram_owner') };
  const { code, output } = await runHiram(words, { ...addresses, ...extra });
  return [code, output];
}

test('a call is in the audit trail by name, and its session by an id that grants nothing', async () => {
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  const wallet = { cardType: 2, walletCode: 'GXCHPHM2', walletNumber: '09171234567', holderName: 'Ana Cruz' };
  await hiram.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context);
  const session = await hiram.server.appContext.db
    .selectFrom('session')
    .innerJoin('loan_order', 'loan_order.borrower_id', 'session.borrower_id')
    .select(['session.id', 'session.borrower_id'])
    .where('loan_order.id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
  const [account] = (await entries('bank_account')).slice(-1);
  expect(account).toMatchObject({
    actor: `call ${bindCardFromOrder.name} session ${session.id}`,
    login: 'hiram_app',
  });
  const opened = await hiram.send(profile, {}, { ...borrower.context, sessionId: session.id });
  expect(opened.status).toBe(401);

  // A caller without a session is named by the call only.
  const phone = `138${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const context = { deviceId: randomUUID() };
  await hiram.send(smsCode, { phone, purpose: 'login' }, context);
  const inbox = await hiram.until(
    () => hiram.send(sandboxSms, { phone }),
    ({ data }) => data.messages.some((message) => message.code),
  );
  const code = inbox.data.messages.find((message) => message.code)?.code ?? '';
  expect((await hiram.send(login, { phone, smsCode: code }, context)).success).toBe(true);
  expect((await entries('session')).at(-1)).toMatchObject({ action: 'insert', actor: `call ${login.name}` });
});

test('a job, a provider’s message and the scheduler are recorded as different actors [T088]', async () => {
  const borrower = await hiram.borrower({ state: '151', with: { inside: 1 } });
  expect((await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)).success).toBe(true);
  await hiram.until(
    () => hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    (answer) => answer.data.orderStatus === 170,
  );
  const payout = await payoutOf(hiram, borrower.orderId);
  const listed = (await entries('payout', payout.id)).map(({ detail, actor }) => `${detail}: ${actor}`);
  expect(listed).toEqual([
    expect.stringMatching(/^state requested: call withdraw session [0-9a-f-]{36}$/),
    'state requested to sent: job payout',
    'state sent to paid: provider sandbox',
  ]);
  await hiram.days(400);
  expect((await entries('loan_order', borrower.orderId)).at(-1)).toMatchObject({
    detail: 'status active to overdue',
    actor: 'system',
  });
  expect(
    (await entries('daily_run')).map(({ subject_id, actor }) => `${actor}: ${subject_id}`),
  ).toContainEqual(expect.stringMatching(/^system: retention spec 20\d\d-\d\d-\d\d$/));
});

test('rotating the key is recorded as the command’s action on no account; checking records nothing', async () => {
  await hiram.borrower({ state: '170' });
  const keys = { DATA_KEY: `${newer},${older}` };
  expect(await operate(['keys', 'rotate'], keys)).toEqual([
    0,
    expect.stringContaining('No value is encrypted with another key'),
  ]);
  const accounts = (await entries('bank_account')).filter(({ detail }) =>
    detail?.includes('number_encrypted'),
  );
  expect(accounts.length).toBeGreaterThan(0);
  for (const account of accounts)
    expect(account).toMatchObject({ actor: 'command keys rotate', login: 'hiram_owner' });
  expect((await entries('key_check')).at(-1)).toMatchObject({
    action: 'update',
    actor: 'command keys rotate',
  });
  const count = async () =>
    asOwner(
      cluster,
      name,
      async (owner) => (await owner.query('select max(id) from audit_entry')).rows[0]?.max,
    );
  const before = await count();
  expect(await operate(['ledger', 'check'])).toEqual([0, expect.stringContaining('The audit trail matches')]);
  expect(await count()).toBe(before);
});

test('a manual change is recorded by login and assumed role, and so is a truncated table [T087]', async () => {
  await hiram.borrower({ state: '170' });
  await asOwner(cluster, name, async (owner) => {
    await owner.query(`update borrower set blocked_reason = 'x'`);
    expect((await entries('borrower')).at(-1)).toMatchObject({
      login: 'hiram_owner',
      actor: null,
      detail: 'blocked_reason',
    });
    // With the server's own role: the login stays visible.
    await owner.query(`begin; set local role hiram_app; set local hiram.actor = 'by hand'`);
    await owner.query(`update borrower set password_hash = 'y'; commit`);
    expect((await entries('borrower')).at(-1)).toMatchObject({
      login: 'hiram_owner as hiram_app',
      actor: 'by hand',
    });
    await owner.query('truncate consent');
    expect((await entries('consent')).at(-1)).toMatchObject({
      action: 'truncate',
      subject_id: 'all',
      login: 'hiram_owner',
    });
  });
});

test('an actor’s name ends with its transaction and is right for parallel actors', async () => {
  const pool = openPool(serverEndpoint(cluster, name), 1);
  const db = openDatabase(pool);
  const read = sql<{
    actor: string | null;
  }>`select nullif(current_setting('hiram.actor', true), '') as actor`;
  const now = async (connection: Parameters<typeof read.execute>[0]) =>
    (await read.execute(connection)).rows[0]?.actor;
  try {
    const names = Array.from({ length: 20 }, (_, index) => `test ${index}'; select '`);
    const seen = await Promise.all(
      names.map((text) =>
        actAs(text, () => inTransaction(db, async (trx) => [await now(trx), await inTransaction(trx, now)])),
      ),
    );
    expect(seen).toEqual(names.map((text) => [text, text]));
    // One connection for all of it: no actor remains on it, whether the transaction committed or not.
    expect(await now(db)).toBeNull();
    await actAs('test', () =>
      expect(
        inTransaction(db, async (trx) => {
          await sql`select 1 / 0`.execute(trx);
        }),
      ).rejects.toThrow('division by zero'),
    );
    expect([await now(db), actorNow()]).toEqual([null, undefined]);
    const level = await actAs('test', () =>
      db
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (trx) => {
          const { rows } = await sql<{ level: string }>`show transaction_isolation`.execute(trx);
          return [rows, await now(trx)];
        }),
    );
    expect(level).toEqual([[{ transaction_isolation: 'serializable' }], 'test']);
  } finally {
    await db.destroy();
  }
});

test('every actor’s name in the trail consists of our own words and a session’s id', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const wanted = { orderId: borrower.orderId, amount: bill.data.repayAmount, channelNumber: '10001' };
  const { data } = await hiram.send(payCode, wanted, {
    ...borrower.context,
    deviceName: '09170001111',
    osVersion: 'Maria',
  });
  const text = new URL(data.payUrl, hiram.origin).searchParams.get('payCode') ?? '';
  expect((await hiram.send(sandboxPay, { payCode: text })).success).toBe(true);
  expect((await operate(['keys', 'rotate'], { DATA_KEY: `${newer},${older}` }))[0]).toBe(0);
  const { rows } = await asOwner(cluster, name, (owner) =>
    owner.query<{ actor: string }>(`select distinct actor from audit_entry where actor is not null`),
  );
  const kinds = new Set(rows.map(({ actor }) => actor.split(' ')[0]));
  for (const kind of ['call', 'provider', 'command']) expect(kinds).toContain(kind);
  for (const { actor } of rows)
    expect(actor).toMatch(
      /^(start|system|migration|by hand|(call|job|provider) [A-Za-z-]+( session [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?|command [a-z]+ [a-z-]+)$/,
    );
});
