import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { listApprovals } from '@hiram/contract/console/approval';
import { showApprovalCase } from '@hiram/contract/console/approval-case';
import { showName } from '@hiram/contract/console/borrower-name';
import { listLateLoans } from '@hiram/contract/console/collections';
import { issueFeedKey } from '@hiram/contract/console/feed';
import { showLoan, waiveDebt } from '@hiram/contract/console/loan';
import { showMoneyOut, stopPayouts } from '@hiram/contract/console/money-out';
import { awayHeader, olderHeader } from '@hiram/contract/console/staff-call';
import { claimTasks, listWork } from '@hiram/contract/console/work';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { startCells } from '../../../test/support/database/cells.ts';
import { asOwner, serverEndpoint } from '../../../test/support/database/throwaway-cluster.ts';
import type { DemoBorrower, Hiram } from '../../../test/support/processes/running-server.ts';
import { cellOfId } from '../../platform/cells/marks.ts';
import { actAs } from '../../platform/database/actor.ts';
import { type Db, openDatabase, openPool } from '../../platform/database/connection/connect.ts';
import { inSchema } from '../../platform/database/connection/endpoint.ts';
import { checkSignatures } from '../../scheduler/audit/check-signatures.ts';

const brand = 'spec';
let hiram: Hiram;
/** Late borrowers, of cell 0 and of cell 1. */
let home: DemoBorrower;
let other: DemoBorrower;
let cashier: StaffMember;
let controller: StaffMember;
/** Cell 1 by the server's login. */
let cell: Db;
beforeAll(async () => {
  hiram = await startCells(inject('cluster'), [1], { unprepared: [2] });
  const made = [
    await hiram.borrower({ state: '180', kind: 'single' }),
    await hiram.borrower({ state: '180', kind: 'single' }),
  ].sort((one, two) => (cellOfId(one.orderId) ?? 0) - (cellOfId(two.orderId) ?? 0));
  [home, other] = made as [DemoBorrower, DemoBorrower];
  cashier = await staffMember(hiram, 'cashier', 'collector');
  controller = await staffMember(hiram, 'controller', 'admin');
  cell = openDatabase(openPool(inSchema(serverEndpoint(inject('cluster'), hiram.database), 'cell_1'), 2));
}, 240_000);
afterAll(async () => {
  await cell?.destroy();
  await hiram.stop();
});
const rows = (query: string, values: unknown[] = []) =>
  asOwner(inject('cluster'), hiram.database, async (client) => (await client.query(query, values)).rows);

test('a list has the rows of every cell, each opens in its own, and a cell that is away is named [T1731]', async () => {
  const orders = [home.orderId, other.orderId];
  expect(orders.map(cellOfId)).toEqual([0, 1]);
  const listed = await cashier.browser.send(listLateLoans, {}, { brand });
  expect(listed.data.rows.map(({ orderId }) => orderId)).toEqual(expect.arrayContaining(orders));
  expect(listed.headers.get(awayHeader)).toBe('2');
  expect(listed.headers.get(olderHeader)).toBe('');
  for (const orderId of orders) {
    const shown = await cashier.browser.send(showLoan, { orderId }, { brand });
    expect(shown).toMatchObject({ success: true, data: { order: { orderId } } });
  }
});

test('a list of late loans that no cell has a row of is empty [T1819]', async () => {
  const listed = await cashier.browser.send(listLateLoans, { whose: 'mine' }, { brand });
  expect(listed).toMatchObject({ success: true, data: { rows: [], isLast: true } });
});

test('an action on a loan of another cell is done there, by the passkey of who approves it [T1736]', async () => {
  const { orderId } = other;
  const request = { orderId, principal: 0, interest: 0, late: 1_000, penalty: 0 };
  const asked = await submitAction(cashier, waiveDebt, request, { brand });
  expect(asked, JSON.stringify(asked)).toMatchObject({ success: true });
  expect(cellOfId(asked.data.approvalId)).toBe(1);
  if (asked.data.state === 'waiting') {
    const waiting = await controller.browser.send(listApprovals, { state: 'forMe' }, { brand });
    expect(waiting.data.approvals.map(({ approvalId }) => approvalId)).toContain(asked.data.approvalId);
    expect(await approveAs(controller, asked.data.approvalId, brand)).toMatchObject({ success: true });
  }
  const found = await rows('select state, requested_by from cell_1.approval where id = $1', [
    asked.data.approvalId,
  ]);
  expect(found).toEqual([{ state: 'done', requested_by: cashier.id }]);
  const shown = await controller.browser.send(
    showApprovalCase,
    { approvalId: asked.data.approvalId },
    { brand },
  );
  expect(shown.success).toBe(true);
  // The cell's own daily check knows session, passkey and signature.
  expect((await checkSignatures(cell, new Date(0), true)).faults).toEqual([]);
});

/** Sets what a cashier alone may cost the lender in a day. */
const limitCost = (cents: number) =>
  rows(
    `insert into public.authority (role, action, brand, max_per_day) values ('cashier', 'cost', $1, $2)
      on conflict (role, action, brand) do update set max_per_day = excluded.max_per_day`,
    [brand, cents],
  );
const waive = (person: StaffMember, { orderId }: DemoBorrower) =>
  submitAction(person, waiveDebt, { orderId, principal: 0, interest: 0, late: 100, penalty: 0 }, { brand });

test('what one person does alone in a day has one limit over all cells [T1716]', async () => {
  await limitCost(250);
  for (const [first, second] of [
    [home, other],
    [other, home],
  ] as const) {
    const person = await staffMember(hiram, 'cashier');
    for (const [loan, state] of [
      [first, 'done'],
      [second, 'done'],
      [first, 'waiting'],
    ] as const) {
      const asked = await waive(person, loan);
      expect(asked, JSON.stringify(asked)).toMatchObject({ success: true, data: { state } });
      const close = [asked.data.approvalId];
      if (state === 'waiting')
        for (const schema of ['public', 'cell_1'])
          await rows(
            `update ${schema}.approval set state = 'expired', closed_at = now() where id = $1`,
            close,
          );
    }
    // Both at once: the limit of the day is not passed by two who look at the same moment.
    await limitCost(350);
    const both = await Promise.all([waive(person, home), waive(person, other)]);
    expect(both.filter(({ data }) => data?.state === 'done').length).toBe(1);
    await rows("update public.approval set state = 'expired', closed_at = now() where state = 'waiting'");
    await rows("update cell_1.approval set state = 'expired', closed_at = now() where state = 'waiting'");
    await limitCost(250);
  }
  await limitCost(200_000);
  await hiram.until(
    async () => {
      await cashier.browser.send(showLoan, { orderId: other.orderId }, { brand });
      return rows(
        "select max_per_day::int as most from cell_1.authority where (role, action, brand) = ('cashier', 'cost', $1)",
        [brand],
      );
    },
    ([limit]) => limit?.most === 200_000,
  );
});

test('a cell stores what one person does alone as cell 0 counted and signed it, and nothing else [T1717]', async () => {
  const person = await staffMember(hiram, 'cashier');
  await person.browser.send(showLoan, { orderId: other.orderId }, { brand });
  const today = new Date().toISOString().slice(0, 10);
  const approvalOf = (amount: number) => {
    const statement = JSON.stringify({ amount, cost: amount });
    return {
      id: randomUUID(),
      action: 'loan.waive',
      brand,
      request: {},
      effect: [],
      statement,
      amount,
      cost: amount,
      effect_digest: `\\x${createHash('sha256').update(statement).digest('hex')}`,
      subject: 'loan_order',
      subject_id: randomUUID(),
      reference: '',
      reason: 'forged',
      rejected_because: '',
      requested_by: person.id,
      requested_on: today,
      expires_at: '2099-01-01',
      closed_at: today,
      state: 'done',
      within_limit: true,
    };
  };
  const token = person.browser.cookie;
  const count = async (approval: object, db = hiram.server.appContext.db, of = 1) => {
    const counted = await sql<{ mac: Buffer | null }>`
      select count_done_alone(${token}, ${JSON.stringify(approval)}, ${of}, null, now()) as mac`.execute(db);
    return counted.rows[0]?.mac ?? null;
  };
  const store = (approval: object, mac: Buffer | null) =>
    actAs('a test', () =>
      sql`select request_approval(${token}, ${JSON.stringify(approval)}, now(), ${mac})`.execute(cell),
    );
  const [approval, ofAnotherCell] = [approvalOf(1_000), approvalOf(100)];
  const mac = await count(approval);
  for (const [given, signature] of [
    [approval, null],
    [approval, randomBytes(32)],
    [approvalOf(1_000), mac],
    [ofAnotherCell, await count(ofAnotherCell, hiram.server.appContext.db, 2)],
    [{ ...approvalOf(2_000), id: approval.id }, mac],
  ] as const)
    await expect(store(given, signature)).rejects.toThrow('counted by cell 0');
  await store(approval, mac);
  await expect(count(approval)).rejects.toThrow('duplicate key');
  await expect(count(approvalOf(1), cell)).rejects.toThrow('cell 0 counts');
  // A cashier’s day is 200,000.
  expect(await count(approvalOf(198_901))).toBeNull();
  await expect(
    sql`insert into done_elsewhere select * from done_elsewhere`.execute(hiram.server.appContext.db),
  ).rejects.toThrow('permission denied');
});

test('encrypted fields are opened forty times an hour over all cells [T1718]', async () => {
  const person = await staffMember(hiram, 'risk');
  const open = async ({ orderId }: DemoBorrower) => {
    const [owner] = await rows(
      'select borrower_id as id from public.loan_order where id = $1 union all select borrower_id from cell_1.loan_order where id = $1',
      [orderId],
    );
    return person.browser.send(showName, { borrowerId: owner?.id, reason: 'a test' }, { brand });
  };
  await rows(
    `insert into public.staff_read (id, staff_id, subject, subject_id, field, fields, reason, at)
      values (gen_random_uuid(), $1, 'borrower', '', 'fullName', 38, 'a test', now())`,
    [person.id],
  );
  expect((await open(other)).success).toBe(true);
  expect((await open(home)).success).toBe(true);
  for (const loan of [other, home])
    expect(await open(loan)).toMatchObject({ success: false, code: 'tooManyReads' });
  expect(
    await rows('select count(*)::int as reads from cell_1.staff_read where staff_id = $1', [person.id]),
  ).toEqual([{ reads: 1 }]);
});

test('reference data reaches a cell as its home signed it alone, and never an older one [T1737]', async () => {
  const copy = (body: string, mac: Buffer | null) =>
    sql<{ taken: boolean }>`select copy_reference(${body}, ${mac}) as taken`.execute(cell);
  const { db } = hiram.server.appContext;
  const exported = async () =>
    (await sql<{ body: string; mac: Buffer }>`select body, mac from export_reference(null)`.execute(db))
      .rows[0];
  const [older, newer] = [await exported(), await exported()];
  if (!older || !newer) throw new Error('exported');
  const forged = newer.body.replace('"admin"', '"officer"');
  for (const [body, mac] of [
    [forged, newer.mac],
    [newer.body, older.mac],
    [newer.body, null],
  ] as const)
    await expect(copy(body, mac)).rejects.toThrow('not signed by cell 0');
  expect((await copy(newer.body, newer.mac)).rows).toEqual([{ taken: true }]);
  expect((await copy(older.body, older.mac)).rows).toEqual([{ taken: false }]);
  await expect(sql`select secret from reference_key`.execute(cell)).rejects.toThrow('permission denied');
  await expect(
    sql`insert into reference_copying values (pg_current_xact_id())`.execute(cell),
  ).rejects.toThrow('permission denied');
  await expect(sql`select copy_reference(${newer.body}, ${newer.mac})`.execute(db)).rejects.toThrow(
    'not signed',
  );
});

test('a stop of payouts holds in every cell at once, and who left works in none [T1738]', async () => {
  expect((await cashier.browser.send(stopPayouts, { reason: 'an incident' }, { brand })).success).toBe(true);
  expect(await rows('select brand from cell_1.payout_stop where started_at is null')).toEqual([{ brand }]);
  const shown = await cashier.browser.send(showMoneyOut, {}, { brand });
  expect(shown).toMatchObject({ success: true, data: { stop: { reason: 'an incident' } } });
  const leaver = await staffMember(hiram, 'cashier');
  expect((await leaver.browser.send(showLoan, { orderId: other.orderId }, { brand })).success).toBe(true);
  await rows("update public.staff set ended_at = now(), end_reason = 'left' where id = $1", [leaver.id]);
  expect((await leaver.browser.send(showLoan, { orderId: other.orderId }, { brand })).status).toBe(401);
  await cashier.browser.send(showLoan, { orderId: other.orderId }, { brand });
  await hiram.until(
    async () => {
      await cashier.browser.send(showLoan, { orderId: other.orderId }, { brand });
      return rows('select end_reason from cell_1.staff where id = $1', [leaver.id]);
    },
    ([row]) => row?.end_reason === 'left',
  );
});

test('tasks of several cells are claimed in one go, each where it is [T1739]', async () => {
  for (const schema of ['public', 'cell_1'])
    await rows(
      `insert into ${schema}.task (id, kind, brand, subject_id, due_at, opened_at, detail)
        select case when $1::text = 'cell_1' then overlay(id placing '8001' from 15)::uuid else id::uuid end, 'lateLoan', 'spec', id,
          date_trunc('second', now()) + each * interval '1 minute', now(), ''
        from (select gen_random_uuid()::text as id, each from generate_series(0, 29) each) made`,
      [schema],
    );
  const listed: { taskId: string; dueAt: string }[] = [];
  let after: string | undefined;
  do {
    const page = await cashier.browser.send(
      listWork.page,
      { part: 'open', only: { kind: ['lateLoan'] }, ...(after === undefined ? {} : { after }) },
      { brand },
    );
    expect(page, JSON.stringify(page)).toMatchObject({ success: true });
    listed.push(...page.data.rows);
    after = page.data.next;
  } while (after !== undefined);
  const ids = listed.map(({ taskId }) => taskId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(60);
  expect(listed.map(({ dueAt }) => dueAt)).toEqual(listed.map(({ dueAt }) => dueAt).toSorted());
  const claimed = await cashier.browser.send(
    claimTasks,
    { taskIds: ids.slice(0, 10), isMine: true },
    { brand },
  );
  expect(claimed).toMatchObject({ success: true, data: { moved: 10 } });
});

test('the feed’s pages go through every cell, and one that is away keeps its place [T1740]', async () => {
  const key = `hfk_${randomBytes(32).toString('base64url')}`;
  const keyHash = createHash('sha256').update(key).digest('hex');
  const admin = await staffMember(hiram, 'admin');
  const asked = await submitAction(
    admin,
    issueFeedKey,
    { keyHash, name: 'ERP', topics: ['order'] },
    { brand },
  );
  expect(await approveAs(controller, asked.data.approvalId, brand)).toMatchObject({ success: true });
  const ids: string[] = [];
  const orders = new Set<string>();
  for (let after = '', isMore = true; isMore; ) {
    const response = await fetch(`${hiram.origin}/api/events?limit=3${after}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const page = (await response.json()) as {
      events: { id: string; data: { orderId: string } }[];
      next: string;
      isMore: boolean;
      away?: number[];
    };
    for (const event of page.events) {
      ids.push(event.id);
      orders.add(event.data.orderId);
    }
    ({ isMore } = page);
    if (!isMore) expect(page.away).toEqual([2]);
    after = `&after=${encodeURIComponent(page.next)}`;
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(orders).toContain(home.orderId);
  expect(orders).toContain(other.orderId);
});
