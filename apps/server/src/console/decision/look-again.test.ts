import { randomUUID } from 'node:crypto';
import { answerAppeal, listDecisions, lookAgain, showDecision } from '@hiram/contract/console/decision';
import { asId, type OrderId, type ReviewId } from '@hiram/contract/ids';
import { askPerson, loanDetails } from '@hiram/contract/order';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { StaffMember } from '../../../test/support/console/console.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { orderRowOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { isSampled, openSecondLook } from '../../lending/review/second-look.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const reviewer = setUpStaffMember(hiram, 'reviewer');
const colleague = setUpStaffMember(hiram, 'reviewer');

const ph = { brand: 'ph' };
const refused = () => hiram.borrower({ state: '110' }, 'ph');
const ask = ({ orderId, context }: DemoBorrower) => hiram.send(askPerson, { orderId }, context);
const refusalOf = async ({ orderId, context }: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId }, context)).data.refusal;
const reviewsOf = (orderId: OrderId, kind: 'application' | 'appeal' | 'secondLook') =>
  hiram.owner
    .selectFrom('review')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .execute();

/** The review of the borrower's question. */
async function asked(): Promise<{ borrower: DemoBorrower; reviewId: ReviewId }> {
  const borrower = await refused();
  expect(await ask(borrower)).toMatchObject({ success: true });
  const [review] = await reviewsOf(borrower.orderId, 'appeal');
  return { borrower, reviewId: review?.id ?? asId('') };
}

/** An approved application whose approval is sampled. */
async function sampled(): Promise<{ orderId: OrderId; reviewId: ReviewId }> {
  const { orderId } = await hiram.borrower({ state: '151' }, 'ph');
  const order = await orderRowOf(hiram, orderId);
  await openSecondLook(hiram.owner, order, new Date());
  const [review] = await reviewsOf(orderId, 'secondLook');
  return { orderId, reviewId: review?.id ?? asId('') };
}

/** Writes an approval that this person gave alone, whatever the server would say to it. */
async function approvalBy({ id }: StaffMember, action: string, reviewId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into approval (id, action, brand, request, effect, effect_digest, statement, subject, subject_id, reason, requested_by,
      requested_at, request_session, requested_on, expires_at, state, within_limit, closed_at)
    values (gen_random_uuid(), ${action}, 'ph', '{}', '{}', sha256('{}'), '{}', 'review', ${reviewId}, 'Looked at it.', ${id},
      now(), gen_random_uuid(), (now() at time zone 'UTC')::date, now() + interval '1 day', 'done', true, now())
    returning id`.execute(hiram.owner);
  return rows[0]?.id ?? '';
}

/** Writes that this person approved the application of an order. */
async function approvedBy(person: StaffMember, orderId: OrderId): Promise<void> {
  const reviewId = randomUUID();
  const approvalId = await approvalBy(person, 'decision.approve', reviewId);
  await sql`
    insert into review (borrower_id, id, brand, order_id, kind, reasons, state, opened_at, closed_at, closed_by, approval_id)
    select borrower_id, ${reviewId}, 'ph', id, 'application', '{nameChanged}', 'approved', now(), now(), 'x', ${approvalId}
    from loan_order where id = ${orderId}`.execute(hiram.owner);
}

test('an approval above the policy’s offer that no person gave says that the sandbox made it [T2745]', async () => {
  const { reviewId } = await sampled();
  const { data } = await reviewer.browser.send(showDecision, { reviewId }, ph);
  expect(data.order.amount).toBeGreaterThan(data.run?.offered?.amount ?? data.order.amount);
  expect(data.order).toMatchObject({ approvedBy: 'the sandbox' });
});

test('a refused borrower asks a person once, and the page says how it stands [T1455]', async () => {
  const borrower = await refused();
  expect(await refusalOf(borrower)).not.toHaveProperty('appeal');
  expect(await ask(borrower)).toMatchObject({ success: true });
  expect(await refusalOf(borrower)).toMatchObject({ appeal: 'asked' });
  expect(await ask(borrower)).toMatchObject({ code: '30404' });
  expect(await reviewsOf(borrower.orderId, 'appeal')).toHaveLength(1);
  const running = await hiram.borrower({ state: '170' }, 'ph');
  expect(await ask(running)).toMatchObject({ code: '30403' });
});

test('a reviewer lets the borrower apply again at once, and the borrower is told [T1456]', async () => {
  const { borrower, reviewId } = await asked();
  const list = await reviewer.browser.send(listDecisions.page, { only: { kind: ['appeal'] } }, ph);
  expect(list.data.rows.map((row) => row.reviewId)).toContain(reviewId);
  expect((await reviewer.browser.send(showDecision, { reviewId }, ph)).data).toMatchObject({
    kind: 'appeal',
  });
  const answered = await submitAction(reviewer, answerAppeal, { reviewId, answer: 'reopened' }, ph);
  expect(answered.data).toMatchObject({ state: 'done' });
  const refusal = await refusalOf(borrower);
  expect(refusal).toMatchObject({ appeal: 'reopened', canRemind: 0 });
  const { appliedOn } = refusal ?? {};
  expect(refusal?.applyFrom).toBe(appliedOn);
  expect(await submitAction(reviewer, answerAppeal, { reviewId, answer: 'upheld' }, ph)).toMatchObject({
    code: 'alreadyDecided',
  });
});

test('a refusal that stands keeps its day to apply again [T1457]', async () => {
  const { borrower, reviewId } = await asked();
  const before = await refusalOf(borrower);
  await submitAction(reviewer, answerAppeal, { reviewId, answer: 'upheld' }, ph);
  expect(await refusalOf(borrower)).toEqual({ ...before, appeal: 'upheld' });
});

test('about two of a hundred approvals are sampled, by no rule that a reviewer could know [T1458]', () => {
  const { appContext } = hiram.server;
  const ids = Array.from({ length: 10_000 }, (_, index) => asId<'review'>(String(index)));
  const sampled = ids.filter((id) => isSampled(appContext, 'ph', id)).length;
  expect(sampled).toBeGreaterThan(140);
  expect(sampled).toBeLessThan(260);
});

test('who approved an application does not look at it again, by server and database [T1459]', async () => {
  const { orderId, reviewId } = await sampled();
  await approvedBy(reviewer, orderId);
  const request = { reviewId, verdict: 'doubted' };
  expect(await submitAction(reviewer, lookAgain, request, ph)).toMatchObject({ code: 'concernsYou' });
  const approvalId = await approvalBy(reviewer, 'decision.lookAgain', reviewId);
  const bySql = async () =>
    sql`update review set state = 'agreed', closed_at = now(), approval_id = ${approvalId} where id = ${reviewId}`.execute(
      hiram.server.appContext.db,
    );
  await expect(bySql()).rejects.toThrow('who decided it does not look at it again');
  const looked = await submitAction(colleague, lookAgain, request, ph);
  expect(looked.data).toMatchObject({ state: 'done' });
  expect(await reviewsOf(orderId, 'secondLook')).toMatchObject([{ state: 'doubted' }]);
});
