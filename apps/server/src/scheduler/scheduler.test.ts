import { type AddressInfo, createServer, type Socket } from 'node:net';
import { loanDetails } from '@hiram/contract/order';
import { localDate } from '@hiram/loan';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { borrowerIdOfPhone } from '../../test/support/database/rows.ts';
import {
  asOwner,
  type Cluster,
  createDatabase,
  dropDatabase,
} from '../../test/support/database/throwaway-cluster.ts';
import { whileRowsFail } from '../../test/support/failing-rows.ts';
import { type Hiram, startHiram } from '../../test/support/processes/running-server.ts';
import { newId } from '../platform/ids.ts';
import { oncePerDay } from '../platform/jobs/daily-run.ts';
import { sendRequestedReminders } from './requested-reminders.ts';
import { runDueWork } from './scheduler.ts';

let cluster: Cluster;
let name: string;
let hiram: Hiram;
const logged: string[] = [];
beforeAll(async () => {
  logged.length = 0;
  cluster = inject('cluster');
  name = await createDatabase(cluster);
  hiram = await startHiram(
    cluster,
    { LOG_LEVEL: 'error' },
    {
      database: name,
      logTo: {
        write: (line) => void logged.push(line),
      },
    },
  );
});
afterAll(async () => {
  await hiram.stop();
  await dropDatabase(cluster, name);
});

test('a table whose old rows cannot be deleted blocks neither other work nor a server’s start', async () => {
  const { appContext } = hiram.server;
  await asOwner(cluster, name, (owner) =>
    owner.query(
      `create function keep() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$;
       create trigger keep before delete on refused_link for each row execute function keep()`,
    ),
  );
  const long = new Date(Date.now() - 800 * 86_400_000);
  const brand = appContext.defaultBrand.id;
  await sql`insert into refused_link (id, brand, host, seen_at) values (gen_random_uuid(), ${brand}, 'x', ${long})`.execute(
    appContext.db,
  );
  await sql`insert into sign_in_try (id, brand, phone, address, at) values (gen_random_uuid(), ${brand}, 'x', '', ${long})`.execute(
    appContext.db,
  );
  await sql`insert into promotion_event (day, brand, digest, kind, visitor, at)
    values ('2020-01-01', ${brand}, '\\x01', 'visit', '\\x01', ${long})`.execute(appContext.db);
  await sql`update daily_run set finished_at = null, started_at = 'epoch'`.execute(appContext.db);
  const borrower = await hiram.borrower({ state: '170' });
  await sql`update business_clock set offset_days = offset_days + 40`.execute(appContext.db);
  await runDueWork(appContext);
  expect(
    (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data.orderStatus,
  ).toBe(180);
  // The server's own clock may have begun the run a moment earlier: then it is that one which ends.
  await hiram.until(
    async () => {
      const order = appContext.db.selectFrom('loan_order').select('status');
      const tries = appContext.db.selectFrom('sign_in_try').selectAll().where('phone', '=', 'x');
      // The work after the failed step runs too.
      const events = appContext.db.selectFrom('promotion_event').selectAll().where('day', '=', '2020-01-01');
      const { status } = await order.where('id', '=', borrower.orderId).executeTakeFirstOrThrow();
      return { status, left: [...(await tries.execute()), ...(await events.execute())].length };
    },
    ({ status, left }) => status === 'overdue' && left === 0,
  );
  const another = await startHiram(cluster, {}, { database: name });
  await another.stop();
  // The day is not recorded as finished: the next run tries again.
  const remaining = await appContext.db
    .selectFrom('daily_run')
    .selectAll()
    .where('name', '=', 'retention')
    .where('finished_at', 'is', null)
    .execute();
  expect(remaining.length).toBeGreaterThan(0);
});

/** Copies a borrower with an order, its events and its journals. The nth copy of an id ends with n. */
async function copyLoan(owner: pg.Client, orderId: string, copies: number): Promise<void> {
  const copied = (column: string) =>
    `'${column}', left(original.${column}::text, 24) || lpad(no::text, 12, '0')`;
  const ids = {
    borrower: `${copied('id')}, 'phone', original.phone || no, 'invite_code', original.invite_code || no`,
    loan_order: `${copied('id')}, ${copied('borrower_id')}`,
    loan_event: `${copied('id')}, ${copied('order_id')}, ${copied('borrower_id')}`,
    journal: `${copied('id')}, ${copied('order_id')}, ${copied('borrower_id')}, ${copied('event_id')}`,
    journal_line: `${copied('journal_id')}, ${copied('order_id')}, ${copied('borrower_id')}, ${copied('event_id')}`,
  };
  await owner.query('set session_replication_role = replica');
  for (const [table, values] of Object.entries(ids))
    await owner.query(
      `insert into ${table} select (jsonb_populate_record(original, jsonb_build_object(${values}))).*
       from ${table} original, generate_series(1, ${copies}) no where original.${
         table === 'borrower'
           ? 'id = (select borrower_id from loan_order where id = $1)'
           : table === 'loan_order'
             ? 'id = $1'
             : 'order_id = $1'
       }`,
      [orderId],
    );
  await owner.query('set session_replication_role = origin');
}

test('more offers than one statement changes lapse on their day, all but the one that somebody has locked', async () => {
  const { appContext } = hiram.server;
  const { orderId } = await hiram.borrower({ state: '151' });
  const copies = 501;
  await asOwner(cluster, name, async (owner) => {
    await copyLoan(owner, orderId, copies);
    await owner.query('update business_clock set offset_days = offset_days + 40');
    await owner.query('begin');
    await owner.query('select from loan_order where id = $1 for update', [orderId]);
    await runDueWork(appContext);
    await owner.query('commit');
  });
  const byStatus = () =>
    appContext.db
      .selectFrom('loan_order')
      .select(({ fn }) => ['status', fn.countAll<number>().as('orders')])
      .where('status', 'in', ['approved', 'rejected'])
      .groupBy('status')
      .execute();
  expect(Object.fromEntries((await byStatus()).map(({ status, orders }) => [status, orders]))).toEqual({
    approved: 1,
    rejected: copies,
  });
  await runDueWork(appContext);
  expect(await byStatus()).toEqual([{ status: 'rejected', orders: copies + 1 }]);
});

test('a day of more loans than a batch, cut off within, is done by the next run: each once [T1901]', async () => {
  const { appContext } = hiram.server;
  const { orderId } = await hiram.borrower({ state: '170' });
  const copies = 450;
  const counts = () =>
    asOwner(cluster, name, async (owner) => {
      const { rows } = await owner.query<Record<string, number>>(
        `with copy as (select * from loan_order where right(id::text, 12) between '000000000001' and $1
           and left(id::text, 24) = left($2, 24))
         select (select count(*)::int from copy where status = 'dueSoon') as soon,
           (select count(*)::int from copy where status = 'overdue') as late,
           (select count(*)::int from audit_entry where subject = 'loan_order' and detail like '%active to dueSoon%'
             and subject_id in (select id::text from copy)) as moved,
           (select count(*)::int from notice where kind = 'dueSoon' and order_id in (select id from copy)) as reminders,
           (select count(*)::int from task where kind = 'lateLoan' and closed_at is null and order_id in (select id from copy)) as tasks,
           (select count(distinct (borrower_id, due))::int from late_figure where order_id in (select id from copy)) as figures`,
        [String(copies).padStart(12, '0'), orderId],
      );
      return rows[0];
    });
  const move = (to: string) =>
    asOwner(cluster, name, (owner) =>
      owner.query(
        `update business_clock set offset_days = offset_days + ((select next_due_on from loan_order where id = $1) + ${to}
           - ((now() at time zone 'Asia/Manila')::date + offset_days))`,
        [orderId],
      ),
    );
  await asOwner(cluster, name, async (owner) => {
    await copyLoan(owner, orderId, copies);
    // The connection that refreshes the last copies dies, as with a killed server.
    await owner.query(
      `create function die() returns trigger language plpgsql security definer as $$
         begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end $$;
       create trigger die after update on loan_order for each row
         when (new.id = (left('${orderId}', 24) || lpad('${copies}', 12, '0'))::uuid) execute function die()`,
    );
  });
  await move('-2');
  await runDueWork(appContext);
  expect((await counts())?.soon).toBeLessThan(copies);
  await asOwner(cluster, name, (owner) => owner.query('drop trigger die on loan_order; drop function die'));
  await runDueWork(appContext);
  const soon = { soon: copies, late: 0, moved: copies, reminders: copies, tasks: 0, figures: 0 };
  await hiram.until(counts, (now) => now?.soon === copies && now.reminders === copies);
  expect(await counts()).toEqual(soon);
  await move('1');
  await runDueWork(appContext);
  await runDueWork(appContext);
  await hiram.until(counts, (now) => now?.figures === copies);
  expect(await counts()).toEqual({ ...soon, soon: 0, late: copies, tasks: copies, figures: copies });
});

test('an order that cannot be changed is logged and left; the others go on [T790]', async () => {
  const { appContext } = hiram.server;
  const [poisoned, offer, other] = [
    await hiram.borrower({ state: '170' }),
    await hiram.borrower({ state: '151' }),
    await hiram.borrower({ state: '170' }),
  ];
  const waiting = [poisoned.orderId, offer.orderId, other.orderId];
  const statuses = async () => {
    const rows = await appContext.db
      .selectFrom('loan_order')
      .select(['id', 'status'])
      .where('id', 'in', waiting)
      .execute();
    return waiting.map((id) => rows.find((row) => row.id === id)?.status);
  };
  logged.length = 0;
  await asOwner(cluster, name, async (owner) => {
    await owner.query(
      `create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
       create constraint trigger poison after update on loan_order deferrable initially deferred for each row
         when (new.id in ('${poisoned.orderId}', '${offer.orderId}')) execute function poison()`,
    );
    await owner.query('update business_clock set offset_days = offset_days + 40');
    await runDueWork(appContext);
    expect(await statuses()).toEqual(['active', 'approved', 'overdue']);
    const another = await startHiram(cluster, {}, { database: name });
    await another.stop();
    await owner.query('drop trigger poison on loan_order; drop function poison');
  });
  const skipped = logged.filter((line) => line.includes('order skipped'));
  for (const id of [poisoned.orderId, offer.orderId])
    expect(skipped.some((line) => line.includes(id))).toBe(true);
  expect(skipped.filter((line) => line.includes(other.orderId))).toEqual([]);
  await runDueWork(appContext);
  expect(await statuses()).toEqual(['overdue', 'rejected', 'overdue']);
});

test('an account that cannot be erased keeps no other one from being erased [T1916]', async () => {
  const { appContext } = hiram.server;
  // The first one requested, then the last one.
  for (const damaged of [0, 1]) {
    const borrowers = [await hiram.borrower({ state: 'new' }), await hiram.borrower({ state: 'new' })];
    const ids = await Promise.all(borrowers.map(({ phone }) => borrowerIdOfPhone(appContext.db, phone)));
    for (const [index, id] of ids.entries())
      await sql`insert into erasure_request (borrower_id, requested_at, erase_on)
        values (${id}, now(), current_date - ${2 - index}::int)`.execute(appContext.db);
    await whileRowsFail(
      hiram,
      { change: 'update', table: 'borrower', when: `new.id = '${ids[damaged]}'` },
      () => runDueWork(appContext),
    );
    const { rows } = await sql<{ id: string }>`
      select borrower_id as id from erasure_request where borrower_id = any(${ids}::uuid[])`.execute(
      appContext.db,
    );
    expect(rows).toEqual([{ id: ids[damaged] }]);
  }
});

test('a picture that cannot be removed keeps no other one from being removed [T2104]', async () => {
  const { appContext } = hiram.server;
  const borrowerId = await borrowerIdOfPhone(appContext.db, (await hiram.borrower({ state: 'new' })).phone);
  for (const [purpose, days] of [
    ['complaint', 5],
    ['identity', 100_000],
  ] as const) {
    // The first one found, then the last one.
    for (const damaged of [0, 1]) {
      const ids = [newId(), newId()];
      for (const [index, id] of ids.entries())
        await sql`insert into picture (borrower_id, id, purpose, file, key_encrypted, width, height, bytes, created_at)
          values (${borrowerId}, ${id}, ${purpose}, ${id}, ${purpose === 'identity' ? Buffer.of(1) : null}, 1, 1, 1,
            now() - ${days} * interval '1 day' + ${index} * interval '1 second')`.execute(appContext.db);
      await whileRowsFail(
        hiram,
        { change: 'delete', table: 'picture', when: `old.id = '${ids[damaged]}'` },
        () => runDueWork(appContext),
      );
      const { rows } = await sql`select id from picture where id = any(${ids}::uuid[])`.execute(
        appContext.db,
      );
      expect(rows).toEqual([{ id: ids[damaged] }]);
      await sql`delete from picture where id = any(${ids}::uuid[])`.execute(hiram.owner);
    }
  }
});

test('accounts that fill a batch and cannot be erased keep no other one from it [T1967]', async () => {
  const { appContext } = hiram.server;
  const last = await borrowerIdOfPhone(appContext.db, (await hiram.borrower({ state: 'new' })).phone);
  // Requested earlier, with ids before any other.
  await sql`with failing as (
      insert into borrower (id, brand, phone, created_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, brand, 'failing ' || n, now()
      from borrower, generate_series(1, 50) as n where borrower.id = ${last} returning id)
    insert into erasure_request (borrower_id, requested_at, erase_on)
    select id, now(), current_date - 2 from failing union all select ${last}, now(), current_date - 1`.execute(
    hiram.owner,
  );
  await whileRowsFail(hiram, { change: 'update', table: 'borrower', when: `new.id <> '${last}'` }, () =>
    runDueWork(appContext),
  );
  const { rows } = await sql`select from erasure_request where borrower_id = ${last}`.execute(appContext.db);
  expect(rows).toEqual([]);
  await sql`delete from erasure_request`.execute(hiram.owner);
});

test('a reminder that is moved, or whose payment is held, before its loan is locked waits [T1966]', async () => {
  const { appContext } = hiram.server;
  const loans = [await hiram.borrower({ state: '180' }), await hiram.borrower({ state: '180' })];
  const [moved, held] = loans.map(({ orderId }) => orderId);
  await sql`insert into payment_reminder (borrower_id, order_id, remind_on, requested_at)
    select borrower_id, id, current_date, now() from loan_order where id in (${moved}, ${held})`.execute(
    appContext.db,
  );
  const reminders = () =>
    sql<{ id: string }>`select order_id as id from payment_reminder where order_id in (${moved}, ${held})
      order by remind_on`.execute(appContext.db);
  const brand = appContext.defaultBrand;
  const send = async () =>
    sendRequestedReminders(appContext, brand, await appContext.clock.today(appContext.db, brand.timeZone));
  await asOwner(cluster, name, async (owner) => {
    await owner.query('begin');
    await owner.query('select from loan_order where id in ($1, $2) for update', [moved, held]);
    const sending = send();
    await hiram.until(
      async () => (await owner.query(`select from pg_locks where not granted`)).rowCount,
      (waiting) => waiting === 1,
    );
    await owner.query('update payment_reminder set remind_on = remind_on + 500 where order_id = $1', [moved]);
    await owner.query(
      `insert into payment (borrower_id, id, order_id, provider, provider_payment_id, amount, paid_on, confirmed_on,
        state, received_at)
       select borrower_id, gen_random_uuid(), id, 'sandbox', 'held', 100, current_date, current_date, 'held', now()
       from loan_order where id = $1`,
      [held],
    );
    await owner.query('commit');
    await sending;
  });
  expect((await reminders()).rows).toEqual([{ id: held }, { id: moved }]);
});

test('a reminder that cannot be queued keeps no other one from it [T1917]', async () => {
  const { appContext } = hiram.server;
  const loans = [await hiram.borrower({ state: '170' }), await hiram.borrower({ state: '170' })];
  const orders = loans.map(({ orderId }) => orderId);
  await sql`insert into payment_reminder (borrower_id, order_id, remind_on, requested_at)
    select borrower_id, id, current_date, now() from loan_order where id = any(${orders}::uuid[])`.execute(
    appContext.db,
  );
  await whileRowsFail(
    hiram,
    { change: 'delete', table: 'payment_reminder', when: `old.order_id = '${orders[0]}'` },
    () => runDueWork(appContext),
  );
  const { rows } = await sql<{ id: string }>`
    select order_id as id from payment_reminder where order_id = any(${orders}::uuid[])`.execute(
    appContext.db,
  );
  expect(rows).toEqual([{ id: orders[0] }]);
});

test('a daily run that failed waits ten minutes before it is tried again [T791]', async () => {
  const { appContext } = hiram.server;
  let now = Date.now();
  const ownContext = { ...appContext, clock: { ...appContext.clock, now: () => new Date(now) } };
  const run = { name: 'failing', brand: 'all', day: localDate('2026-01-01') };
  await appContext.db
    .updateTable('daily_run')
    .set({ started_at: new Date(0), finished_at: null })
    .where('name', '=', run.name)
    .execute();
  let tries = 0;
  const attempt = () =>
    oncePerDay(ownContext, run, () => {
      tries += 1;
      return Promise.reject(new Error('not today'));
    }).catch(() => undefined);
  await attempt();
  await attempt();
  now += 9 * 60_000;
  await attempt();
  expect(tries).toBe(1);
  now += 2 * 60_000;
  await attempt();
  expect(tries).toBe(2);
});

test('daily work that fails while other work waits does not stop the server', async () => {
  const unhandled: unknown[] = [];
  const record = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', record);
  try {
    await asOwner(cluster, name, async (owner) => {
      // A lock on the payouts makes the queries about their ends wait; the audit checkpoint fails meanwhile.
      await owner.query('alter function write_audit_checkpoint rename to seal_audit_gone');
      await owner.query('begin; lock table payout');
      const running = runDueWork(hiram.server.appContext);
      await hiram.until(
        async () => {
          const { rows } = await owner.query(
            `select 1 from pg_locks where not granted and relation = 'payout'::regclass`,
          );
          return rows.length;
        },
        (waiting) => waiting > 0,
      );
      // Any other work that had been started in parallel would have queried the database before these.
      for (let turn = 0; turn < 20; turn += 1)
        await sql`select ${turn}::int`.execute(hiram.server.appContext.db);
      await owner.query('commit');
      await running;
      await owner.query('alter function seal_audit_gone rename to write_audit_checkpoint');
    });
    expect(unhandled).toEqual([]);
    expect(logged.filter((line) => line.includes('write_audit_checkpoint'))).toHaveLength(1);
  } finally {
    process.off('unhandledRejection', record);
  }
});

test('a provider that accepts the connection and never answers does not delay readiness', async () => {
  const calls: Socket[] = [];
  const silent = createServer((socket) => void calls.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const started = Date.now();
  const other = await startHiram(cluster, {
    PAYMENT_PROVIDER: 'xendit',
    PAYOUT_PROVIDER: 'xendit',
    XENDIT_URL: `http://127.0.0.1:${port}`,
    XENDIT_SECRET_KEY: 'xnd_test_of_these_tests',
    XENDIT_CALLBACK_TOKEN: 'token-of-these-tests',
    BRAND: 'ph',
  });
  const durationMs = Date.now() - started;
  await other.until(
    async () => calls.length,
    (requestCount) => requestCount > 0,
  );
  for (const call of calls) call.destroy();
  await other.stop();
  silent.close();
  // The provider has ten seconds to answer.
  expect(durationMs).toBeLessThan(9_000);
});

test('a daily run in progress is not taken for a killed server’s; one without a heartbeat is', async () => {
  const { appContext } = hiram.server;
  let now = Date.now();
  const minutes = (count: number) => {
    now += count * 60_000;
  };
  const ownContext = { ...appContext, clock: { ...appContext.clock, now: () => new Date(now) } };
  const run = { name: 'long', brand: 'all', day: localDate('2026-01-01') };
  const another = () => oncePerDay(ownContext, run, async () => ({}));
  const long = oncePerDay(ownContext, run, async (heartbeat) => {
    minutes(29);
    await heartbeat();
    minutes(29);
    expect(await another()).toBe(false);
    minutes(2);
    expect(await another()).toBe(true);
    return {};
  });
  expect(await long).toBe(true);
});
