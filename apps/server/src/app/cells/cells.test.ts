import { profile, redeemTicket, smsCode, ticket } from '@hiram/contract/account';
import { asId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { codeStatus, instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxCodes, sandboxPay } from '@hiram/contract/sandbox';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { applyFor, certify, newDocument, newPhone, signIn } from '../../../test/support/borrowers/sign-up.ts';
import { startCells } from '../../../test/support/database/cells.ts';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import type { DemoBorrower, Hiram } from '../../../test/support/processes/running-server.ts';
import { cellOfId, cellOfToken, markToken } from '../../platform/cells/marks.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startCells(inject('cluster'), [1], { unprepared: [2] });
}, 240_000);
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

test('the pools of each cell that answers are told, beside those of the home cell [T1324]', async () => {
  const metrics = await (await fetch(`${hiram.origin}/metrics`)).text();
  const cellsOf = (series: string) =>
    [...metrics.matchAll(new RegExp(`^hiram_pool_${series},cell="(.)"} \\d+$`, 'gm'))].map(
      ([, cell]) => cell,
    );
  for (const pool of ['borrowers', 'console']) {
    expect(cellsOf(`waiting{pool="${pool}"`)).toEqual(['0', '1']);
    expect(cellsOf(`connections{pool="${pool}",state="used"`)).toEqual(['0', '1']);
  }
});

test('without the directory who has an account signs in, and a new number waits [T1944]', async () => {
  const [, other] = await oneOfEach();
  await rows('revoke usage on schema directory from hiram_app');
  // A day begins: the cell has no part of its codes.
  await rows('delete from cell_1.cell_allowance');
  try {
    expect(inCellOf(await signIn(hiram, { phone: other.phone }))).toBe(1);
    expect((await hiram.send(smsCode, { phone: newPhone() }, { deviceId: 'd' })).status).toBe(503);
  } finally {
    await rows('grant usage on schema directory to hiram_app');
  }
});

const schemaOf = (borrower: DemoBorrower) => (inCellOf(borrower) === 1 ? 'cell_1' : 'public');
const decided = (borrower: DemoBorrower) =>
  hiram.until(
    async () =>
      (
        await rows(
          `select loan_order.status, review.reasons from ${schemaOf(borrower)}.loan_order
          left join ${schemaOf(borrower)}.review on review.order_id = loan_order.id where loan_order.id = $1`,
          [borrower.orderId],
        )
      )[0],
    (found) => found?.status !== 'applied' || found.reasons !== null,
  );

/** An applicant with a document, in whichever cell the number falls. */
async function applicant(idNumber: string): Promise<DemoBorrower> {
  const borrower = await signIn(hiram);
  await certify(hiram, borrower, { idNumber });
  // The helper names a product of cell 0; each cell has its own rows of the brand's products.
  const [product] = await rows(
    `select there.id from ${schemaOf(borrower)}.product there join public.product here using (brand, code) where here.id = $1`,
    [borrower.productId],
  );
  return applyFor(hiram, { ...borrower, productId: product?.id });
}

test('another cell’s borrower’s document waits for a person, without the directory every new one [T1744]', async () => {
  const idNumber = newDocument();
  const cells = new Set<number | undefined>();
  const found: { reasons: string[] | null }[] = [];
  for (let index = 0; index < 12 && cells.size < 2; index += 1) {
    const borrower = await applicant(idNumber);
    if (cells.has(inCellOf(borrower))) continue;
    cells.add(inCellOf(borrower));
    found.push((await decided(borrower)) as never);
  }
  expect(cells.size).toBe(2);
  expect(found[0]?.reasons ?? []).not.toContain('sharedDocument');
  expect(found[1]?.reasons).toContain('sharedDocument');
  await rows('revoke all on directory.mark from hiram_app');
  try {
    const alone = await applicant(newDocument());
    expect(await decided(alone)).toMatchObject({ reasons: ['directorySilent'] });
    const [, late] = await oneOfEach();
    expect((await hiram.send(loanDetails, { orderId: late.orderId }, late.context)).status).toBe(200);
  } finally {
    await rows('grant select, insert, update (seen_at), delete on directory.mark to hiram_app');
  }
});

test('a page without scripts begins in a cell that takes new borrowers, and goes on there [T1745]', async () => {
  await rows("update directory.cell set state = 'full' where id = 0");
  try {
    const page = await fetch(`${hiram.origin}/promotion/plain?appName=spec`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        mobile: newPhone(),
        imgValidate: '',
        smsCode: '',
        invite_code: '',
        sid: '',
      }),
    });
    const [, sid = ''] = /name="sid" value="([^"]+)"/.exec(await page.text()) ?? [];
    expect(cellOfToken(sid, 43)).toBe(1);
  } finally {
    await rows("update directory.cell set state = 'open' where id = 0");
  }
});

test('an invite code of another cell names its borrower, and a forged one nobody [T1746]', async () => {
  const [, other] = await oneOfEach();
  const [inviter] = await rows('select id, invite_code from cell_1.borrower where phone like $1', [
    `%${other.phone}`,
  ]);
  const { directory } = hiram.server.appContext;
  expect(await directory?.inviter(1, 'spec', inviter?.invite_code)).toBe(inviter?.id);
  expect(await directory?.inviter(1, 'spec', '22222222AA')).toBeUndefined();
  await expect(directory?.inviter(2, 'spec', inviter?.invite_code)).rejects.toThrow('cell 2');
});
