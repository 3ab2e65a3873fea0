import {
  approveApplication,
  confirmIdentity,
  failIdentity,
  openIdentity,
  refuseDecision,
  requestCorrections,
  showDecision,
} from '@hiram/contract/console/decision';
import { identityBegin, identityStep, identitySubmit } from '@hiram/contract/identity';
import { asId, type ReviewId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { sandboxSetCheck } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { agree } from '../../../test/support/borrowers/counter-offer.ts';
import {
  type Newcomer,
  newcomer,
  photo,
  sendDocument,
  uploadPart,
} from '../../../test/support/borrowers/identity.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { compareIdentity, currentCheck, identityState } from '../../lending/identity/identity-check.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';

const lines: string[] = [];
const inPh = { brand: 'ph' };
const hiram = setUpHiram(
  { BRAND: 'ph', LOG_LEVEL: 'info' },
  { logTo: { write: (line) => void lines.push(line) } },
);
const reviewer = setUpStaffMember(hiram, 'reviewer');
beforeAll(async () => {
  await hiram.send(sandboxSetCheck, { service: 'identity', mode: 'contradicts' });
});

const app = () => hiram.server.appContext;

/** An applicant whose document the service verified for another name, with the review. */
async function referred(fullName: string): Promise<Newcomer & { readonly reviewId: ReviewId }> {
  const borrower = await newcomer(hiram, fullName);
  await sendDocument(hiram, borrower);
  await untilUnclear(borrower);
  const pushed = await agree(hiram, borrower, 500_000);
  expect(pushed.success, pushed.message).toBe(true);
  const orderId = asId<'order'>(
    new URL(pushed.data.lendDetailsUrl, hiram.origin).searchParams.get('orderId') ?? '',
  );
  const review = await hiram.until(
    () =>
      app()
        .db.selectFrom('review')
        .select(['id', 'reasons'])
        .where('borrower_id', '=', borrower.borrowerId)
        .executeTakeFirst(),
    (found) => found !== undefined,
  );
  expect(review?.reasons).toEqual(['identity']);
  return { ...borrower, orderId, reviewId: review?.id as ReviewId };
}

const detailsOf = async ({ orderId, context }: Newcomer) =>
  (await hiram.send(loanDetails, { orderId }, context)).data;
const stepOf = async ({ context }: Newcomer) => (await hiram.send(identityStep, {}, context)).data;
const untilUnclear = ({ borrowerId }: Pick<Newcomer, 'borrowerId'>) =>
  hiram.until(
    () => identityState(app().db, borrowerId),
    (state) => state === 'unclear',
  );
/** The number of sessions of the database that wait for a lock. */
const waitingForLock = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(hiram.owner);
  return rows[0]?.count ?? 0;
};
const checkIdOf = async ({ borrowerId }: Newcomer) => (await currentCheck(app().db, borrowerId))?.id;

test('a reviewer opens pictures beside typed and read fields with a reason, and confirms by hand [T1487]', async () => {
  const borrower = await referred('Opened By Reviewer');
  const { reviewId } = borrower;
  const shown = await reviewer.browser.send(showDecision, { reviewId }, inPh);
  expect(shown.data.identity).toMatchObject({ state: 'unclear', contradictions: ['name'] });
  expect(JSON.stringify(shown.data.identity)).not.toMatch(/Opened By|Somebody Else/);
  expect(await submitAction(reviewer, approveApplication, { reviewId }, inPh)).toMatchObject({
    code: 'notIdentified',
  });
  const opened = await reviewer.browser.send(openIdentity, { reviewId, reason: 'The name differs' }, inPh);
  expect(opened.data).toMatchObject({
    typed: { name: 'Opened By Reviewer', birthDate: '1994-05-17' },
    read: { name: 'Somebody Else Entirely' },
  });
  expect(opened.data.watermark).toMatch(/ · \d{4}-\d{2}-\d{2}T\d{2}:00 UTC$/);
  expect(opened.data.pictures.map(({ part }) => part)).toEqual(['front', 'back', 'selfie']);
  for (const { jpeg } of opened.data.pictures)
    expect((await sharp(Buffer.from(jpeg, 'base64')).metadata()).format).toBe('jpeg');
  const { rows } = await sql<{ reason: string }>`select reason from staff_read
    where borrower_id = ${borrower.borrowerId} and field = 'identityDocument' and encrypted`.execute(
    hiram.owner,
  );
  expect(rows).toEqual([{ reason: 'The name differs' }]);
  const checkId = await checkIdOf(borrower);
  const confirmed = await submitAction(reviewer, confirmIdentity, { reviewId, checkId }, inPh);
  expect(confirmed.data).toMatchObject({ state: 'done' });
  expect(await identityState(app().db, borrower.borrowerId)).toBe('verified');
  expect(await submitAction(reviewer, confirmIdentity, { reviewId, checkId }, inPh)).toMatchObject({
    code: 'identityDecided',
  });
  const approval = { request: { reviewId } };
  expect(await reviewer.browser.send(approveApplication.preview, approval, inPh)).toMatchObject({
    success: true,
  });
});

test('the loan of a document that one person confirms counts on a day’s limit [T2400]', async () => {
  const borrower = await referred('Counted On A Day');
  const { reviewId } = borrower;
  const request = { reviewId, checkId: await checkIdOf(borrower) };
  const previewed = () => reviewer.browser.send(confirmIdentity.preview, { request }, inPh);
  const { doneToday } = (await previewed()).data.limit;
  const limitDay = (max_per_day: number) =>
    hiram.owner
      .updateTable('authority')
      .set({ max_per_day })
      .where('action', '=', 'identity.confirm')
      .where('brand', '=', '*')
      .execute();
  await limitDay(doneToday + 500_000);
  expect((await previewed()).data).toMatchObject({ verdict: 'alone', amount: 500_000 });
  await limitDay(doneToday + 499_999);
  expect((await previewed()).data).toMatchObject({ verdict: 'secondPerson' });
  await limitDay(20_000_000);
});

test('a reviewer with the borrower’s surname is warned, and that is kept [T1496]', async () => {
  const [cousin, stranger] = [
    await referred(`Ana ${reviewer.name.split(' ').at(-1)}`),
    await referred('No Relation'),
  ];
  for (const [{ reviewId, borrowerId }, isWarned] of [
    [cousin, true],
    [stranger, false],
  ] as const) {
    const shown = await reviewer.browser.send(showDecision, { reviewId }, inPh);
    expect(shown.data.sharesSurname).toBe(isWarned);
    const { rows } = await sql`select id from staff_read where borrower_id = ${borrowerId}
      and field = 'sameSurname'`.execute(hiram.owner);
    expect(rows).toHaveLength(isWarned ? 1 : 0);
  }
});

test('asking for one picture again opens its step, keeps the others, and the answer comes back [T1488]', async () => {
  const borrower = await referred('Asked Again Once');
  const { reviewId } = borrower;
  const asked = await submitAction(reviewer, requestCorrections, { reviewId, corrections: ['selfie'] }, inPh);
  expect(asked.data).toMatchObject({ state: 'done' });
  expect((await detailsOf(borrower)).correct).toBe('identity');
  expect(await stepOf(borrower)).toMatchObject({
    asked: ['selfie'],
    received: ['front', 'back'],
    begun: 'philsys',
  });
  const begun = await hiram.send(identityBegin, { kind: 'philsys' }, borrower.context);
  expect(begun.data.received).toEqual(['front', 'back']);
  const former = await checkIdOf(borrower);
  await uploadPart(hiram, borrower, { part: 'selfie', bytes: await photo() });
  expect((await hiram.send(identitySubmit, { kind: 'philsys' }, borrower.context)).success).toBe(true);
  expect(await checkIdOf(borrower)).not.toBe(former);
  expect((await detailsOf(borrower)).correct).toBeUndefined();
  const shown = await reviewer.browser.send(showDecision, { reviewId }, inPh);
  expect(shown.data.answeredAt).toBeDefined();
  // What the service finds is part of what is signed.
  await untilUnclear(borrower);
  const checkId = await checkIdOf(borrower);
  const failed = await submitAction(reviewer, failIdentity, { reviewId, checkId }, inPh);
  expect(failed.data).toMatchObject({ state: 'done' });
  expect(await identityState(app().db, borrower.borrowerId)).toBe('failed');
});

test('a comparison that meets a person’s decision leaves it as it is [T1753]', async () => {
  const borrower = await referred('Decided Meanwhile');
  const { borrowerId, reviewId } = borrower;
  const request = { reviewId, checkId: await checkIdOf(borrower) };
  const { data } = await reviewer.browser.send(failIdentity.preview, { request }, inPh);
  const signed = { request, digest: data.digest, reference: '', reason: 'Not theirs' };
  const { deciding, comparing } = await hiram.owner.transaction().execute(async (trx) => {
    // Both wait for the check, the decision first.
    await sql`select from identity_check where id = ${request.checkId} for update`.execute(trx);
    const deciding = reviewer.browser.send(failIdentity.submit, signed, inPh);
    await hiram.until(waitingForLock, (count) => count === 1);
    const comparing = actAs('a test', () =>
      inTransaction(app().db, (compareIn) =>
        compareIdentity(compareIn, app(), brandOf(app(), { brand: 'ph' }), borrowerId),
      ),
    );
    await hiram.until(waitingForLock, (count) => count === 2);
    return { deciding, comparing };
  });
  expect((await deciding).data).toMatchObject({ state: 'done' });
  expect(await comparing).toBe('failed');
});

test('an answer after the application ended changes nothing of it [T1489]', async () => {
  const borrower = await referred('Answered Too Late');
  const { reviewId } = borrower;
  await submitAction(reviewer, requestCorrections, { reviewId, corrections: ['front'] }, inPh);
  await hiram.send(identityBegin, { kind: 'philsys' }, borrower.context);
  const request = { reviewId, reasons: ['identityUnclear'] };
  const { data } = await reviewer.browser.send(refuseDecision.preview, { request }, inPh);
  const refusal = { request, digest: data.digest, reference: '', reason: 'No answer in time' };
  expect(await reviewer.browser.send(refuseDecision.submit, refusal, inPh)).toMatchObject({
    data: { state: 'done' },
  });
  await uploadPart(hiram, borrower, { part: 'front', bytes: await photo() });
  expect((await hiram.send(identitySubmit, { kind: 'philsys' }, borrower.context)).success).toBe(true);
  expect((await detailsOf(borrower)).orderStatus).toBe(110);
  expect((await detailsOf(borrower)).correct).toBeUndefined();
  const open = await app()
    .db.selectFrom('task')
    .select('kind')
    .where('borrower_id', '=', borrower.borrowerId)
    .where('closed_at', 'is', null)
    .execute();
  expect(open).toEqual([]);
});

test('the log and the trail of these reviews hold no name, number or picture [T1490]', async () => {
  await referred('Opened By Reviewer');
  const { rows } = await sql<{
    line: string;
  }>`select to_jsonb(audit_entry)::text as line from audit_entry`.execute(hiram.owner);
  const trail = rows.map(({ line }) => line).join('\n');
  expect(trail).toContain('identity_check');
  const words = lines.join('\n');
  expect(words).toContain('confirmIdentity');
  for (const text of [trail, words])
    expect(text).not.toMatch(
      /Opened By Reviewer|Asked Again Once|Answered Too Late|Somebody Else|1994-05-17|\/9j\/|base64/,
    );
});
