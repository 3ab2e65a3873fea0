import { randomInt, randomUUID } from 'node:crypto';
import { bindCard } from '@hiram/contract/bank';
import { problemDetail, problemSave } from '@hiram/contract/complaint';
import { confirmDetail } from '@hiram/contract/confirm';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, inject, test } from 'vitest';
import { applicant, certify, newDocument, signIn } from '../../../test/support/borrowers/sign-up.ts';
import { borrowerIdOfPhone } from '../../../test/support/database/rows.ts';
import { codeAndText, runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { eraseAccounts } from '../../scheduler/retention/erasure.ts';
import { checkTasks } from '../reconciliation/check-tasks.ts';

const cluster = inject('cluster');
const hiram = setUpHiram({}, { now: () => new Date(Date.now() + aheadMs) });
let aheadMs = 0;
beforeAll(async () => {
  await hiram.refuseUnnamed();
});
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const db = () => hiram.server.appContext.db;
const twoNames = ['--by', 'Ana Cruz', '--second', 'Ben Reyes'];
const reviews = (...words: string[]) =>
  codeAndText(runHiram(['reviews', ...words], settingsOf(cluster, hiram.database)));
const details = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data;
const reviewOf = (borrower: DemoBorrower) =>
  db()
    .selectFrom('review')
    .selectAll()
    .where('order_id', '=', borrower.orderId)
    .orderBy('opened_at', 'desc')
    .executeTakeFirst();
const wallet = (holderName: string) => ({
  cardType: 2,
  walletCode: 'GXCHPHM2',
  walletNumber: `0917${String(randomInt(10 ** 7)).padStart(7, '1')}`,
  holderName,
});

/** An application that is referred to a reviewer because its document belongs to another borrower. */
async function referred(): Promise<{ borrower: DemoBorrower; id: string }> {
  const idNumber = newDocument();
  const first = await applicant(hiram, { idNumber });
  await hiram.until(
    () => details(first),
    (data) => data.orderStatus === 151,
  );
  const borrower = await applicant(hiram, { idNumber });
  const review = await hiram.until(
    () => reviewOf(borrower),
    (found) => found !== undefined,
  );
  return { borrower, id: review?.id ?? '' };
}

/** A payout to an account in another name. */
async function heldPayout(): Promise<{ borrower: DemoBorrower; id: string }> {
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await hiram.send(bindCard, wallet('Juan Reyes'), borrower.context);
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  return { borrower, id: (await reviewOf(borrower))?.id ?? '' };
}

const auditOf = async (id: string) => {
  const { rows } = await sql<{ actor: string; detail: string }>`
    select actor, detail from audit_entry where subject = 'review' and subject_id = ${id} and action = 'update'`.execute(
    db(),
  );
  return rows;
};

test('many later sharers of a mark do not hide the first, and each is named once [T1989]', async () => {
  const { borrower, id } = await referred();
  const own = (await reviewOf(borrower))?.borrower_id;
  const other = await borrowerIdOfPhone(hiram.owner, (await hiram.borrower({ state: 'ready' })).phone);
  await sql`insert into identity_mark (borrower_id, brand, kind, digest, seen_at)
    select each, 'spec', 'device', decode(md5(n::text), 'hex'), now() + interval '1 hour'
    from unnest(${[own, other]}::uuid[]) each, generate_series(1, 25) n`.execute(hiram.owner);
  const { out } = await runHiram(['reviews', 'list', '--json'], settingsOf(cluster, hiram.database));
  const { waiting } = JSON.parse(out) as { waiting: { id: string; sharedWith: { what: string }[] }[] };
  const shared = waiting.find((review) => review.id === id)?.sharedWith.map(({ what }) => what);
  expect(shared?.[0]).toBe('document');
  expect(shared?.filter((what) => what === 'device')).toHaveLength(1);
  await reviews('reject', id, '--reason', 'A duplicate.', ...twoNames);
});

test('each resolution of the review queue is in the audit trail under a person’s name', async () => {
  const { borrower, id } = await referred();
  const other = await borrowerIdOfPhone(db(), `+86${borrower.phone}`);
  const { output } = await reviews('list');
  expect(output).toContain(`${id}: application of spec`);
  expect(output).toContain(`borrower ${other}`);
  expect(output).toMatch(/sharedDocument/);
  expect(output).toMatch(/document also of borrower [0-9a-f-]{36}/);
  for (const [expected, ...wrong] of [
    [2, 'approve', id],
    [2, 'approve', id, '--by', 'Ana Cruz'],
    [2, 'approve', id, '--by', 'Ana Cruz', '--second', 'CRUZ Ána'],
    [2, 'approve', id, '--by', '', '--second', 'Ben Reyes'],
    [2, 'approve', id, '--by', "x'; drop", '--second', 'Ben Reyes'],
    [2, 'reject', id, ...twoNames],
    [2, 'reject', id, '--code', 'whim', ...twoNames],
    [2, 'approve', id, id, ...twoNames],
    [2, 'approve', id, '--message', 'x', ...twoNames],
    [2, 'approve', 'nothing', ...twoNames],
    [1, 'approve', randomUUID(), ...twoNames],
    [1, 'release', id, ...twoNames],
  ])
    expect((await reviews(...wrong.map(String))).code, wrong.join(' ')).toBe(expected);
  expect((await details(borrower)).orderStatus).toBe(21);
  expect(await reviews('approve', id, ...twoNames)).toEqual({ code: 0, output: `${id}: approved.\n` });
  expect((await details(borrower)).orderStatus).toBe(151);
  expect(await reviews('approve', id, ...twoNames)).toMatchObject({
    code: 1,
    output: `The review ${id} is not waiting: it is approved.\n`,
  });
  expect(await auditOf(id)).toMatchObject([
    {
      actor: 'command reviews approve by Ana Cruz and Ben Reyes',
      detail: expect.stringContaining('state waiting to approved'),
    },
  ]);
});

test('a refused application shows the borrower a reason in their language and the reviewer’s words', async () => {
  const { borrower, id } = await referred();
  const words = 'The picture of your ID is of another person.';
  expect((await reviews('reject', id, '--code', 'score', '--message', words, ...twoNames)).code).toBe(0);
  const data = await details(borrower);
  expect(data.orderStatus).toBe(110);
  expect(data.noticeDesText).toContain('Our assessment of your application did not allow this loan.');
  expect(data.noticeDesText).toContain(words);
});

test('an application is decided again, and remaining problems return it to review', async () => {
  const { borrower, id } = await referred();
  expect((await reviews('request-resubmission', id, ...twoNames)).code).toBe(0);
  const again = await hiram.until(
    () => reviewOf(borrower),
    (found) => found?.id !== id,
  );
  expect(again).toMatchObject({ state: 'waiting', reasons: ['sharedDocument'] });
});

test('a payout is released once, and never twice', async () => {
  const { borrower, id } = await heldPayout();
  const results = await Promise.all([1, 2].map(() => reviews('release', id, ...twoNames)));
  expect(results.map((item) => item.code).sort()).toEqual([0, 1]);
  await hiram.until(
    () => details(borrower),
    (data) => data.orderStatus === 170,
  );
  const payouts = await db()
    .selectFrom('payout')
    .select('id')
    .where('order_id', '=', borrower.orderId)
    .execute();
  expect(payouts).toHaveLength(1);
});

test('a refused payout asks for another account, with words for each', async () => {
  const first = await heldPayout();
  expect(
    (await reviews('reject', first.id, '--message', 'This account is not yours.', ...twoNames)).code,
  ).toBe(0);
  expect(await details(first.borrower)).toMatchObject({
    orderStatus: 110,
    noticeDesText: expect.stringContaining('This account is not yours.'),
  });
  const second = await heldPayout();
  expect(
    (await reviews('request-resubmission', second.id, '--message', 'Name your own account.', ...twoNames))
      .code,
  ).toBe(0);
  expect(await details(second.borrower)).toMatchObject({
    orderStatus: 151,
    inside: 0,
    cardNeedPop: 1,
    noticeDesText: expect.stringMatching(/^Name your own account\. /),
  });
});

const borrowers = (...words: string[]) =>
  codeAndText(runHiram(['borrowers', ...words], settingsOf(cluster, hiram.database)));
const reasonOf = async (borrower: DemoBorrower) =>
  (
    await db()
      .selectFrom('borrower')
      .select('blocked_reason')
      .where('id', '=', await borrowerIdOfPhone(db(), borrower.phone))
      .executeTakeFirstOrThrow()
  ).blocked_reason;

test('a blocked person stays blocked with a new account of the same number or document [T021]', async () => {
  const { owner } = hiram;
  const idNumber = newDocument();
  const borrower = await signIn(hiram);
  const digits = borrower.phone;
  await certify(hiram, borrower, { idNumber });
  const phone = `+86${digits}`;
  const find = async () =>
    (await db().selectFrom('borrower').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()).id;
  const id = await find();
  expect((await borrowers('block', id, '--reason', 'forged papers')).code).toBe(2);
  expect(await borrowers('block', id, '--reason', 'forged papers', '--by', 'Ana Cruz')).toEqual({
    code: 0,
    output: 'Blocked.\n',
  });
  expect(
    (await hiram.send(confirmDetail, { productId: borrower.productId }, borrower.context)).code,
  ).not.toBe('00');
  // The account is deleted, and its data is removed after thirty days.
  await sql`insert into erasure_request (borrower_id, requested_at, erase_on) values (${id}, now(), current_date - 1)`.execute(
    owner,
  );
  await actAs('system', async () =>
    eraseAccounts(hiram.server.appContext, 'spec', localDate(await hiram.days(0))),
  );
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from identity_mark where borrower_id = ${id}`.execute(owner);
  expect(rows[0]?.n).toBe(0);

  aheadMs += 120_000;
  const sameNumber = await signIn(hiram, { phone: digits });
  expect(await reasonOf({ ...sameNumber, phone })).toBe('forged papers');
  expect(
    (await hiram.send(confirmDetail, { productId: borrower.productId }, sameNumber.context)).success,
  ).toBe(false);
  const sameDocument = await signIn(hiram);
  await certify(hiram, sameDocument, { idNumber });
  expect(await reasonOf({ ...sameDocument, phone: `+86${sameDocument.phone}` })).toBe('forged papers');

  const { rows: stored } = await sql<{
    row: string;
  }>`select blocked_person::text as row from blocked_person`.execute(owner);
  for (const { row } of stored) expect(row).not.toMatch(new RegExp(`${digits}|${idNumber}`));
  expect((await borrowers('unblock', await find(), '--reason', 'mistaken', '--by', 'Ana Cruz')).code).toBe(0);
  expect(await reasonOf({ ...sameNumber, phone })).toBeNull();
  aheadMs += 120_000;
  const again = await signIn(hiram, { phone: digits });
  expect(await reasonOf({ ...again, phone })).toBeNull();
});

test('CMP-13 complaints are listed and answered by a person, and overdue ones are a metric', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const complaint = { problemType: 2, problemDetail: 'Nobody answers.', orderNo: borrower.orderId };
  const { problemId } = (await hiram.send(problemSave, complaint, borrower.context)).data;
  const complaints = (...words: string[]) =>
    codeAndText(runHiram(['complaints', ...words], settingsOf(cluster, hiram.database)));
  expect((await complaints('list')).output).toMatch(
    new RegExp(`${problemId}: C\\d{6}-\\w{6} of spec, .*promised by`),
  );
  const overdue = async () =>
    /hiram_complaints_overdue\{brand="spec"\} (\d+)/.exec(
      await (await fetch(`${hiram.origin}/metrics`)).text(),
    )?.[1];
  expect(await overdue()).toBe('0');
  await hiram.days(7);
  expect(await overdue()).toBe('1');
  expect((await complaints('list')).output).toContain('OVERDUE');
  expect((await complaints('answer', problemId, '--by', 'Ana')).code).toBe(2);
  const values = [
    'answer',
    problemId,
    '--message',
    'We called you today.',
    '--by',
    'Ana Cruz',
    '--ask-score',
  ];
  expect(await complaints(...values)).toEqual({ code: 0, output: 'Answered.\n' });
  expect((await complaints(...values)).code).toBe(1);
  expect((await hiram.send(problemDetail, { problemId }, borrower.context)).data).toMatchObject({
    disposeDetail: 'We called you today.',
    isNeedScore: 1,
  });
  expect(await overdue()).toBe('0');
});
