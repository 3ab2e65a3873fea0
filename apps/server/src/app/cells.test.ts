import { profile, redeemTicket, smsCode, ticket } from '@hiram/contract/account';
import { asId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { codeStatus, instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxCodes, sandboxPay } from '@hiram/contract/sandbox';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startCells } from '../../test/support/cells.ts';
import type { DemoBorrower, Hiram } from '../../test/support/running-server.ts';
import { newPhone, signIn } from '../../test/support/sign-up.ts';
import { asOwner } from '../../test/support/throwaway-cluster.ts';
import { cellOfId, cellOfToken, markToken } from '../platform/cells/marks.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startCells(inject('cluster'), [1], { unprepared: [2] });
});
afterAll(() => hiram.stop());

const inCellOf = ({ context }: DemoBorrower) => cellOfToken(context.sessionId ?? '', 43);
/** Two borrowers, of cell 0 and of cell 1, each with a late loan. */
async function oneOfEach(): Promise<readonly [DemoBorrower, DemoBorrower]> {
  const made = [
    await hiram.borrower({ state: '180', kind: 'single' }),
    await hiram.borrower({ state: '180', kind: 'single' }),
  ];
  const [home, other] = [
    made.find((each) => inCellOf(each) === 0),
    made.find((each) => inCellOf(each) === 1),
  ];
  if (!home || !other) throw new Error('two demo borrowers are of two cells');
  return [home, other];
}
const rows = (query: string, values: unknown[] = []) =>
  asOwner(inject('cluster'), hiram.database, async (client) => (await client.query(query, values)).rows);

test('a borrower of another cell repays there: code, webhook and jobs are the cell’s own [T1940]', async () => {
  const [, { orderId, context, phone }] = await oneOfEach();
  expect(cellOfId(orderId)).toBe(1);
  const { data: bill } = await hiram.send(instalmentDetail, { orderId }, context);
  const asked = { orderId, amount: bill.repayAmount, channelNumber: '10001' };
  await hiram.send(payCode, asked, context);
  const { payCode: code = '' } = (await hiram.send(sandboxCodes, { phone })).data.codes[0] ?? {};
  expect(await hiram.send(sandboxPay, { payCode: code }, context)).toMatchObject({ success: true });
  await hiram.until(
    () => hiram.send(codeStatus, { payCode: code }, context),
    ({ data }) => data.state === 'received',
  );
  const found = await rows(
    `select (select count(*)::int from cell_1.payment where order_id = $1) as there,
      (select count(*)::int from public.payment) as here,
      (select count(*)::int from cell_1_jobs.job where name = 'notice') > 0 as jobs`,
    [orderId],
  );
  expect(found).toEqual([{ there: 1, here: 0, jobs: true }]);
});

test('a token or id with another cell’s mark, or a mark of no cell, is unknown [T1941]', async () => {
  const [home, other] = await oneOfEach();
  const token = (other.context.sessionId ?? '').slice(2);
  const isIn = async (sessionId: string) =>
    (await hiram.send(profile, {}, { ...other.context, sessionId })).status === 200;
  expect(await isIn(markToken(token, 1))).toBe(true);
  for (const forged of [token, markToken(token, 2), markToken(token, 3), `AA${token}`, `!!${token}`])
    expect(await isIn(forged)).toBe(false);
  expect(await isIn(markToken(home.context.sessionId ?? '', 1))).toBe(false);
  const open = async (orderId: string) => {
    const { status, success } = await hiram.send(loanDetails, { orderId: asId(orderId) }, other.context);
    return [status, success];
  };
  const unknown = await open('01977777-0000-7000-8000-000000000000');
  expect(await open(home.orderId)).toEqual(unknown);
  expect(await open(other.orderId)).not.toEqual(unknown);
});

test('a ticket and a sign-in by number lead to the cell of the account [T1942]', async () => {
  const [, other] = await oneOfEach();
  const given = await hiram.send(ticket, {}, other.context);
  const page = await hiram.send(redeemTicket, { ticket: given.data.ticket }, { deviceId: 'page' });
  expect(cellOfToken(page.data.sessionId, 43)).toBe(1);
  expect(inCellOf(await signIn(hiram, { phone: other.phone }))).toBe(1);
  // New numbers spread over the cells, and the directory knows each.
  const cells = new Set<number | undefined>();
  for (let index = 0; index < 12 && cells.size < 2; index += 1) cells.add(inCellOf(await signIn(hiram)));
  expect([...cells].sort()).toEqual([0, 1]);
  const [counted] =
    await rows(`select (select count(*)::int from directory.entry where confirmed_at is not null) as known,
    (select count(*)::int from public.borrower) + (select count(*)::int from cell_1.borrower) as made`);
  expect(counted?.known).toBe(counted?.made);
});

test('a cell that cannot be served is named, and no other notices; metrics are by cell [T1943]', async () => {
  const ready = await fetch(`${hiram.origin}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', cells: { 0: 'well', 1: 'well', 2: 'away' } },
  ]);
  const metrics = await (await fetch(`${hiram.origin}/metrics`)).text();
  for (const [cell, value] of [
    [0, 1],
    [1, 1],
    [2, 0],
  ])
    expect(metrics).toContain(`hiram_database_well{cell="${cell}"} ${value}`);
  const { status } = await hiram.send(profile, {}, { sessionId: markToken('x'.repeat(43), 2) });
  expect(status).toBe(503);
});

test('without the directory who has an account signs in, and a new number waits [T1944]', async () => {
  const [, other] = await oneOfEach();
  await rows('revoke all on directory.entry from hiram_app');
  try {
    expect(inCellOf(await signIn(hiram, { phone: other.phone }))).toBe(1);
    expect((await hiram.send(smsCode, { phone: newPhone() }, { deviceId: 'd' })).status).toBe(503);
  } finally {
    await rows(
      'grant select, insert, update (cell, reserved_at, confirmed_at, moving_to) on directory.entry to hiram_app',
    );
  }
});
