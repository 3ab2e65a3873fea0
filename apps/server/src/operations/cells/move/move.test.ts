import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { profile, redeemTicket, ticket } from '@hiram/contract/account';
import { assignLoans } from '@hiram/contract/console/collections';
import { showComplaint } from '@hiram/contract/console/complaint';
import { showLoan } from '@hiram/contract/console/loan';
import { claimTasks } from '@hiram/contract/console/work';
import { asId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { codeStatus, instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxCodes, sandboxPay } from '@hiram/contract/sandbox';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { complain } from '../../../../test/support/borrowers/complaints.ts';
import { signIn } from '../../../../test/support/borrowers/sign-up.ts';
import { staffMember } from '../../../../test/support/console/console.ts';
import {
  type CellsServer,
  paymentMessage,
  startCells,
  withCellsOf,
} from '../../../../test/support/database/cells.ts';
import { asOwner, serverEndpoint } from '../../../../test/support/database/throwaway-cluster.ts';
import { runHiram } from '../../../../test/support/processes/run-hiram.ts';
import type { DemoBorrower } from '../../../../test/support/processes/running-server.ts';
import { brokenSince } from '../../../lending/ledger/ledger.ts';
import { cellOfToken } from '../../../platform/cells/marks.ts';
import { openDatabase, openPool } from '../../../platform/database/connection/connect.ts';
import { inSchema } from '../../../platform/database/connection/endpoint.ts';
import { checkAudit } from '../../../scheduler/audit/audit.ts';
import { type Moved, moveBorrower, type Step, steps } from './move-borrower.ts';
import { movedSchema, referred, shared, staying } from './moved-tables.ts';
import type { OwnedCell } from './owned-cells.ts';
import { readRows } from './parcel.ts';

const cluster = inject('cluster');
let hiram: CellsServer;
beforeAll(async () => {
  hiram = await startCells(cluster, [1, 2]);
}, 240_000);
afterAll(() => hiram.stop());

const rows = (query: string, values: unknown[] = []) =>
  asOwner(cluster, hiram.database, async (client) => (await client.query(query, values)).rows);
const operator = (...words: string[]) => runHiram(words, hiram.settings);
const withCells = <Result>(work: (cells: readonly OwnedCell[]) => Promise<Result>) =>
  withCellsOf(hiram, work);

/** A borrower with a late loan, of a cell. */
async function lateOf(cell: number): Promise<DemoBorrower & { readonly id: string }> {
  for (;;) {
    const made = await hiram.borrower({ state: '180', kind: 'single' });
    if (cellOfToken(made.context.sessionId ?? '', 43) !== cell) continue;
    const [found] = await rows(
      `select borrower_id as id from ${cell === 0 ? 'public' : `cell_${cell}`}.loan_order where id = $1`,
      [made.orderId],
    );
    return { ...made, id: found?.id };
  }
}

class Cut extends Error {}

/** Moves a borrower. `cutAt`: the operator's program dies once it has reached that step. */
const move = (
  borrowerId: string,
  to: number,
  cutAt?: Step,
  at?: (step: Step) => Promise<void>,
): Promise<Moved | undefined> =>
  withCells((cells) =>
    moveBorrower({
      app: hiram.server.appContext,
      cells,
      borrowerId,
      to,
      reached: async (step) => {
        await at?.(step);
        if (step !== cutAt) return;
        for (const { client } of cells) Reflect.get(client, 'connection').stream.destroy();
        throw new Cut(step);
      },
    }),
  );

async function messageOf({ orderId }: DemoBorrower): Promise<() => Promise<number>> {
  const [code] = await rows(
    'select id, amount::int as amount, issued_on::text as day from public.payment_code where order_id = $1',
    [orderId],
  );
  const send = paymentMessage(hiram, code);
  return async () => (await send()).status;
}

async function codeOf({ orderId, context, phone }: DemoBorrower): Promise<string> {
  const { data: bill } = await hiram.send(instalmentDetail, { orderId }, context);
  await hiram.send(payCode, { orderId, amount: bill.repayAmount, channelNumber: '10001' }, context);
  const { data } = await hiram.until(
    () => hiram.send(sandboxCodes, { phone }),
    (answer) => answer.data.codes.length > 0,
  );
  return data.codes[0]?.payCode ?? '';
}

async function paid({ context }: DemoBorrower, code: string): Promise<void> {
  expect(await hiram.send(sandboxPay, { payCode: code }, context)).toMatchObject({ success: true });
  await hiram.until(
    () => hiram.send(codeStatus, { payCode: code }, context),
    ({ data }) => data.state === 'received',
  );
}

/** The number of payments of an order in each cell. */
const payments = async (orderId: string) => {
  const [found] = await rows(
    `select array[(select count(*) from public.payment where order_id = $1), (select count(*) from cell_1.payment where order_id = $1),
      (select count(*) from cell_2.payment where order_id = $1)]::int[] as counted`,
    [orderId],
  );
  return found?.counted;
};

/** Tables that hold borrowers' data, or refer to such a table, and that neither move nor stay. */
const forgotten = () =>
  withCells(async ([home]) => {
    if (!home) throw new Error('no home');
    const { tables, references, columnsOf } = await movedSchema(home.client);
    const names = new Set(tables.map(({ name }) => name));
    const known = (name: string) => names.has(name) || name in staying;
    const own: readonly string[] = [...referred, ...shared];
    const named = [...columnsOf]
      .filter(([, columns]) =>
        columns.some((column) => /^(borrower|order|payout|notice|complaint)_ids?$/.test(column)),
      )
      .map(([name]) => name);
    const referring = references.filter(({ to }) => names.has(to)).map(({ from }) => from);
    const needed = references
      .filter(({ from, to }) => names.has(from) && !names.has(to) && !own.includes(to))
      .map(({ from, to }) => `${from} to ${to}`);
    return [...new Set([...named, ...referring])].filter((name) => !known(name)).concat(needed);
  });

test('every table with data of borrowers moves or stays for a reason, a new one is named [T1706]', async () => {
  expect(await forgotten()).toEqual([]);
  await rows('create table public.forgotten (order_id uuid references public.loan_order (id))');
  expect(await forgotten()).toEqual(['forgotten']);
  await rows('drop table public.forgotten');
});

test('session, ticket, pay code and sign-in of a moved borrower go on in the new cell [T1707]', async () => {
  const borrower = await lateOf(0);
  const code = await codeOf(borrower);
  const given = await hiram.send(ticket, {}, borrower.context);
  await rows(`update public.borrower set theme = 'dark', blocked_reason = 'a reason' where id = $1`, [
    borrower.id,
  ]);
  expect(await move(borrower.id, 1)).toMatchObject({ from: 0 });
  expect(await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).toMatchObject({
    status: 200,
    success: true,
  });
  const page = await hiram.send(redeemTicket, { ticket: given.data.ticket }, { deviceId: 'page' });
  expect(cellOfToken(page.data.sessionId, 43)).toBe(1);
  const signedIn = await signIn(hiram, { phone: borrower.phone });
  expect(cellOfToken(signedIn.context.sessionId ?? '', 43)).toBe(1);
  await paid(borrower, code);
  expect(await payments(borrower.orderId)).toEqual([0, 1, 0]);
  // Nothing stays behind but the id.
  const [left] = await rows(
    `select jsonb_strip_nulls(to_jsonb(own) - 'created_at') as own from public.borrower own where id = $1`,
    [borrower.id],
  );
  expect(left?.own).toEqual({
    id: borrower.id,
    brand: 'spec',
    phone: `moved ${borrower.id}`,
    erased_at: expect.any(String),
  });
});

async function cutAt(step: Step): Promise<void> {
  const borrower = await lateOf(0);
  const code = await codeOf(borrower);
  const read = (cell: number) =>
    withCells(async (cells) => {
      const owned = cells.find(({ id }) => id === cell);
      if (!owned) throw new Error('no cell');
      const all = await readRows(owned.client, await movedSchema(owned.client), borrower.id);
      return [
        'loan_order',
        'loan_event',
        'journal',
        'journal_line',
        'agreement',
        'payment_code',
        'notice',
        'contact',
      ].map((name) => [name, all[name]]);
    });
  const before = await read(0);
  await expect(move(borrower.id, 1, step)).rejects.toThrow(step);
  const { status } = await hiram.send(profile, {}, borrower.context);
  expect(step === 'left' ? [200, 503] : [200]).toContain(status);
  await move(borrower.id, 1);
  expect(await read(1)).toEqual(before);
  expect(await hiram.send(profile, {}, borrower.context)).toMatchObject({ status: 200 });
  await paid(borrower, code);
  expect(await payments(borrower.orderId)).toEqual([0, 1, 0]);
  expect(cellOfToken((await signIn(hiram, { phone: borrower.phone })).context.sessionId ?? '', 43)).toBe(1);
  expect((await operator('cells', 'check')).output).toContain(', 0 disagreements');
}
// The last step that may begin again, and the first that can only go on.
const both: readonly Step[] = ['landed', 'left'];
test.each(both)(
  'a move that is cut once it is %s goes on: nothing is lost, nothing there twice [T1708]',
  cutAt,
);
test.each(steps.filter((step) => !both.includes(step)))(
  'a move that is cut once it is %s goes on, and nothing is lost or there twice @verify [T1715]',
  cutAt,
);

test('a webhook before, during and after a move is posted once, and never as unknown [T1709]', async () => {
  for (const at of ['announced', 'taken', 'left'] satisfies Step[]) {
    const borrower = await lateOf(0);
    await codeOf(borrower);
    const send = await messageOf(borrower);
    const answers: Promise<number>[] = [];
    await move(borrower.id, 1, undefined, async (step) => {
      if (step !== at) return;
      answers.push(send());
      await pause(200);
    });
    for (const status of await Promise.all(answers)) expect([200, 503], at).toContain(status);
    // Its provider sends it again, and once more.
    expect(await hiram.until(send, (status) => status === 200)).toBe(200);
    expect(await send()).toBe(200);
    expect(await payments(borrower.orderId), at).toEqual([0, 1, 0]);
  }
  const [unknown] =
    await rows(`select (select count(*)::int from public.provider_message where outcome = 'unknown')
    + (select count(*)::int from cell_1.provider_message where outcome = 'unknown') as count`);
  expect(unknown?.count).toBe(0);
});

test('an id of a moved borrower with another session or none is unknown, as any other [T1710]', async () => {
  const [moved, other] = [await lateOf(0), await lateOf(0)];
  const open = async (orderId: DemoBorrower['orderId'], context: DemoBorrower['context']) => {
    const { status, success, code } = await hiram.send(loanDetails, { orderId }, context);
    return [status, success, code];
  };
  const unknown = await open(other.orderId, moved.context);
  await move(moved.id, 1);
  expect(await open(moved.orderId, other.context)).toEqual(unknown);
  expect(await open(other.orderId, moved.context)).toEqual(unknown);
  expect(await hiram.send(profile, {}, other.context)).toMatchObject({ status: 200 });
  expect(
    await hiram.send(
      profile,
      {},
      {
        ...moved.context,
        sessionId: moved.context.sessionId?.replace(/^./, (first) => (first === 'B' ? 'C' : 'B')),
      },
    ),
  ).toMatchObject({ status: 401 });
});

test('the server’s login can feign no move: it writes neither moves nor marks [T1711]', async () => {
  const borrower = await lateOf(0);
  await move(borrower.id, 1);
  const pool = openPool(inSchema(serverEndpoint(cluster, hiram.database), 'cell_1'), 1);
  const refused = async (query: string) =>
    pool.query(query).then(
      () => 'done',
      (error: Error) => error.message,
    );
  try {
    for (const query of [
      `insert into cell_move (id, borrower_id, direction, other_cell) values (gen_random_uuid(), '${borrower.id}', 'in', 0)`,
      `update cell_move set transaction_id = pg_current_xact_id()`,
      `delete from moved_mark`,
    ])
      expect(await refused(query), query).toContain('permission denied');
    await pool.query(`set hiram.moves = '${borrower.id}'`);
    expect(
      await refused(
        `insert into loan_order select (jsonb_populate_record(o, '{"id":"${randomUUID()}","status":"settled"}')).* from loan_order o where id = '${borrower.orderId}'`,
      ),
    ).toContain('an order begins at applied');
  } finally {
    await pool.end();
  }
  // The owner’s transaction without a move of its own has no more right.
  const kept = rows(`select set_config('hiram.moves', $1, false)`, [borrower.id]).then(() =>
    asOwner(cluster, hiram.database, async (client) => {
      await client.query(`set hiram.moves = '${borrower.id}'`);
      return client.query(`delete from cell_1.loan_event where borrower_id = '${borrower.id}'`);
    }),
  );
  await expect(kept).rejects.toThrow('append-only');
});

test('the books of both cells balance after a move and after the way back, by opposite transfers [T1712]', async () => {
  const borrower = await lateOf(0);
  const runBooks = async (...schemas: string[]) => {
    for (const schema of schemas) {
      const ran = await runHiram(['books', 'run', '--brand', 'spec', '--json'], {
        ...hiram.settings,
        CELLS: '',
        DIRECTORY_URL: '',
        DATABASE_URL: `${hiram.settings.DATABASE_URL}${schema}`,
        DATABASE_OWNER_URL: `${hiram.settings.DATABASE_OWNER_URL}${schema}`,
      });
      expect(ran, ran.output).toMatchObject({ code: 0 });
    }
  };
  const posted = async (schema: string) => {
    const [found] = await rows(
      `select (select coalesce(sum(abs(amount)), 0)::bigint from ${schema}.every_gl_item where order_id = $1) as turned,
        (select coalesce(jsonb_object_agg(component, amount), '{}') from (
          select component, sum(amount) as amount from ${schema}.every_gl_item where order_id = $1 group by component having sum(amount) <> 0) part) as balance,
        (select count(*)::int from ${schema}.gl_journal journal join ${schema}.gl_line line on line.journal_id = journal.id where journal.kind = 'transfer') as lines`,
      [borrower.orderId],
    );
    return found;
  };
  await runBooks('', '&schema=cell_1');
  const before = await posted('public');
  expect(Object.keys(before?.balance ?? {}).length).toBeGreaterThan(1);
  await move(borrower.id, 1);
  expect(await posted('public')).toMatchObject({ balance: {} });
  expect((await posted('cell_1'))?.balance).toEqual(before?.balance);
  await runBooks('&schema=cell_1');
  // The next run computes from what came: it posts none of it again.
  expect((await posted('cell_1'))?.balance).toEqual(before?.balance);
  expect((await operator('cells', 'check')).output).toContain(', 0 disagreements');
  await move(borrower.id, 0);
  expect((await posted('public'))?.balance).toEqual(before?.balance);
  const checked = await operator('cells', 'check');
  expect(checked, checked.output).toMatchObject({ code: 0 });
  for (const schema of ['public', 'cell_1']) {
    const db = openDatabase(openPool(inSchema(serverEndpoint(cluster, hiram.database), schema), 1));
    expect(await brokenSince(db, new Date(0))).toBe(0);
    expect((await checkAudit(db, new Date(0))).broken).toBeUndefined();
    await db.destroy();
  }
});

test('commands move, refuse, resume and rebalance, and name why somebody stays @verify [T1713]', async () => {
  const borrower = await lateOf(0);
  const words = ['cells', 'move', '--borrower', borrower.id, '--to'];
  expect((await operator(...words, '9')).output).toContain('there is no cell 9');
  await rows(`update public.payout set sending_until = now() + interval '1 minute' where borrower_id = $1`, [
    borrower.id,
  ]);
  expect(await operator(...words, '1')).toMatchObject({
    code: 1,
    output: expect.stringContaining('a payout of the borrower is under way'),
  });
  await rows(`update public.payout set sending_until = null where borrower_id = $1`, [borrower.id]);
  expect(await hiram.send(profile, {}, borrower.context)).toMatchObject({ status: 200 });
  await expect(move(borrower.id, 2, 'left')).rejects.toThrow(Cut);
  const check = await operator('cells', 'check');
  expect(check).toMatchObject({
    code: 1,
    output: expect.stringContaining(`--borrower ${borrower.id} --to 2`),
  });
  expect((await operator(...words, '1')).output).toContain('a move of the borrower to cell 2 was cut');
  const metrics = await (await fetch(`${hiram.origin}/metrics`)).text();
  expect(metrics).toMatch(/^hiram_move_cut_seconds\{cell="0"\} (?!0$)/m);
  const sizesAfter = async (...more: string[]) => {
    const ran = await operator('cells', 'rebalance', '--limit', '3', '--json', ...more);
    expect(ran, ran.output).toMatchObject({ code: 0 });
    return JSON.parse(ran.out);
  };
  const evened = await sizesAfter();
  expect(evened.finished).toBe(1);
  expect(await hiram.send(profile, {}, borrower.context)).toMatchObject({ status: 200 });
  const emptied = await sizesAfter('--from', '2');
  expect(emptied.sizes[2]).toBe(Math.max(0, evened.sizes[2] - 3));
  expect((await operator('cells', 'check')).output).toContain(', 0 disagreements');
});

test('staff find and change a moved borrower’s loan, complaint and task by their old ids [T1747]', async () => {
  const borrower = await lateOf(1);
  const { id, orderId } = borrower;
  const complaintId = asId<'complaint'>(await complain(hiram, borrower));
  const [task] = await rows('select id from cell_1.task where borrower_id = $1 and closed_at is null', [id]);
  expect(await move(id, 2)).toBeDefined();
  const clerk = await staffMember(hiram, 'cashier', 'collector', 'support');
  const controller = await staffMember(hiram, 'controller');
  const of = { brand: 'spec' };
  const done = [
    await clerk.browser.send(showLoan, { orderId }, of),
    await clerk.browser.send(showComplaint, { complaintId }, of),
    await clerk.browser.send(claimTasks, { taskIds: [task?.id], isMine: true }, of),
    await controller.browser.send(assignLoans, { orderIds: [orderId], staffId: clerk.id }, of),
  ];
  expect(done.map(({ success, data }) => [success, data])).toMatchObject([
    [true, { order: { orderId } }],
    [true, {}],
    [true, { moved: 1 }],
    [true, { assigned: 1 }],
  ]);
});
