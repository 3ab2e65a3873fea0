import { randomInt } from 'node:crypto';
import { bindCard } from '@hiram/contract/bank';
import { certifySave } from '@hiram/contract/certify';
import { approvalOptions, approveRequest } from '@hiram/contract/console/approval';
import {
  approveApplication,
  listDecisions,
  readDecisionField,
  refuseDecision,
  releaseHeldPayout,
  requestCorrections,
  showDecision,
} from '@hiram/contract/console/decision';
import { asId } from '@hiram/contract/ids';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { agree } from '../../../test/support/borrowers/counter-offer.ts';
import { applicant, newDocument } from '../../../test/support/borrowers/sign-up.ts';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { asTwoPersons } from '../../../test/support/console/two-persons.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const reviewer = setUpStaffMember(hiram, 'reviewer spec');
const controller = setUpStaffMember(hiram, 'controller');

const spec = { brand: 'spec' };
const details = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data;

async function reviewOf(borrower: DemoBorrower): Promise<string> {
  const review = await hiram.until(
    () =>
      hiram.owner
        .selectFrom('review')
        .select('id')
        .where('order_id', '=', borrower.orderId)
        .where('state', '=', 'waiting')
        .executeTakeFirst(),
    (found) => found !== undefined,
  );
  return review?.id ?? '';
}

/** An application whose document another borrower has. */
async function referred() {
  const idNumber = newDocument();
  const first = await applicant(hiram, { idNumber });
  await hiram.until(
    () => details(first),
    (data) => data.orderStatus === 151,
  );
  const borrower = await applicant(hiram, { idNumber });
  return { borrower, reviewId: await reviewOf(borrower), idNumber };
}

/** A held payout: to an account in another name, or to one of their own that another borrower has too. */
async function heldPayout({ isOwn = false }: { readonly isOwn?: boolean } = {}) {
  const walletNumber = `0917${String(randomInt(10 ** 7)).padStart(7, '1')}`;
  const holderName = isOwn ? 'Maria Santos' : 'Juan Reyes';
  const card = { cardType: 2, walletCode: 'GXCHPHM2', walletNumber, holderName };
  const approved = async () => {
    const borrower = await (isOwn
      ? applicant(hiram)
      : hiram.borrower({ state: '151', with: { cardNeedPop: 1 } }));
    await hiram.until(
      () => details(borrower),
      (data) => data.orderStatus === 151,
    );
    const bound = await hiram.send(bindCard, card, borrower.context);
    expect(bound.success, bound.message).toBe(true);
    return borrower;
  };
  if (isOwn) await approved();
  const borrower = await approved();
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  return { borrower, reviewId: await reviewOf(borrower), walletNumber };
}

type Calls =
  | typeof approveApplication
  | typeof refuseDecision
  | typeof releaseHeldPayout
  | typeof requestCorrections;

/** Previews an action and submits what the preview showed. */
async function act(person: StaffMember, calls: Calls, request: Record<string, unknown>) {
  const previewed = await person.browser.send(calls.preview, { request }, spec);
  if (!previewed.success) return { previewed, submitted: previewed };
  const { digest } = previewed.data;
  const input = { request, digest, reference: '', reason: 'Looked at the evidence.' };
  return { previewed, submitted: await person.browser.send(calls.submit, input, spec) };
}

async function limitApprovals(secondPersonFrom: number): Promise<void> {
  await hiram.owner
    .updateTable('authority')
    .set({ second_person_from: secondPersonFrom } as never)
    .where('action', '=', 'decision.approve')
    .execute();
}

test('a referred application is shown with the rules that fired, and is approved within the limit', async () => {
  const { borrower, reviewId, idNumber } = await referred();
  const list = await reviewer.browser.send(listDecisions.page, {}, spec);
  expect(list.data.rows.find((row) => row.reviewId === reviewId)).toMatchObject({
    kind: 'application',
    name: 'Maria Santos',
    reasons: ['sharedDocument'],
  });
  const shown = await reviewer.browser.send(showDecision, { reviewId }, spec);
  expect(shown.data).toMatchObject({
    state: 'waiting',
    name: 'Maria Santos',
    order: { orderId: borrower.orderId },
  });
  expect(shown.data.run?.reasons).toEqual(['sharedDocument']);
  expect(shown.data.now).toBeUndefined();
  const kinds = shown.data.shared.map(({ kind }) => kind);
  expect(kinds).toContain('document');
  expect(kinds).toContain('person');
  expect(JSON.stringify(shown.data)).not.toContain(idNumber);
  expect(shown.data.name).toBe('Maria Santos');
  await limitApprovals(1_000_000_000);
  const { previewed, submitted } = await act(reviewer, approveApplication, { reviewId });
  expect(previewed.data).toMatchObject({ verdict: 'alone' });
  expect(submitted.data).toMatchObject({ state: 'done' });
  expect((await details(borrower)).orderStatus).toBe(151);
  const after = await reviewer.browser.send(showDecision, { reviewId }, spec);
  expect(after.data).toMatchObject({ state: 'approved', closedBy: reviewer.name });
  const again = await act(reviewer, approveApplication, { reviewId });
  expect(again.previewed).toMatchObject({ status: 200, code: 'alreadyDecided' });
  expect(again.previewed.message).toContain(reviewer.name);
});

test('the stored decision shows values, edges and its limit’s row, no certified value [T1431]', async () => {
  const { reviewId } = await referred();
  const { data } = await reviewer.browser.send(showDecision, { reviewId }, spec);
  const { run } = data;
  if (!run) throw new Error('the application was decided by a policy');
  const lineOf = (rule: string) => run.trace.find((line) => line.rule === rule);
  expect(run).toMatchObject({ version: 1, outcome: 'refer', row: { settled: 0 }, settledLoans: 0 });
  expect(run.offered).toEqual(run.asked);
  expect(lineOf('document')).toMatchObject({
    reason: 'sharedDocument',
    state: 'fired',
    effect: 'refer',
    comparisons: [{ fact: 'identity.sharedDocument', op: '>', edge: ['0'], isCertified: false }],
  });
  expect(Number(lineOf('document')?.comparisons[0]?.value)).toBeGreaterThan(0);
  expect(lineOf('adult')?.comparisons).toEqual([
    { fact: 'applicant.age', op: '<', edge: ['18'], isCertified: true },
  ]);
  expect(lineOf('limit')?.comparisons).toEqual([
    {
      fact: 'loan.amount',
      op: '>',
      edge: [String(run.limit)],
      value: String(run.asked.amount),
      isCertified: false,
    },
  ]);
  expect(lineOf('unaffordable')?.comparisons[0]).toMatchObject({ op: 'shareOfIncome', edge: ['400000'] });
  expect(lineOf('adult')?.effect).toBeUndefined();
});

test('a reviewer offers less than the policy would, at an amount of the product alone [T1450]', async () => {
  const ph = { brand: 'ph' };
  await hiram.borrower({ state: 'ready' }, 'ph');
  const ready = await hiram.borrower({ state: 'ready' }, 'ph');
  // Both have used one phone.
  await sql`insert into identity_mark (borrower_id, brand, kind, digest, seen_at)
    select id, 'ph', 'device', '\\x01', now() from borrower where brand = 'ph' order by id desc limit 2`.execute(
    hiram.owner,
  );
  const pushed = await agree(hiram, ready, 400_000);
  const orderId = asId<'order'>(
    new URL(pushed.data.lendDetailsUrl, hiram.origin).searchParams.get('orderId') ?? '',
  );
  const borrower = { ...ready, orderId };
  const reviewId = await reviewOf(borrower);
  const ofPh = await staffMember(hiram, 'reviewer ph');
  const shown = await ofPh.browser.send(showDecision, { reviewId }, ph);
  const amounts = shown.data.run?.amounts ?? [];
  expect(amounts[0]).toBe(400_000);
  expect(amounts).toContain(300_000);
  const offer = (amount: number) =>
    ofPh.browser.send(approveApplication.preview, { request: { reviewId, amount } }, ph);
  expect(await offer(310_001)).toMatchObject({ success: false, code: 'notOffered' });
  expect(await offer(450_000)).toMatchObject({ success: false, code: 'notOffered' });
  // What the borrower gets, pays first and pays in all, of both: as a loan of ₱4,000.00 and one of ₱3,000.00 cost.
  expect((await offer(300_000)).data.lines).toMatchObject([
    { label: 'Application' },
    { label: 'Why it waited' },
    { label: 'Loan', before: '400000', after: '300000' },
    { label: 'Paid out', before: '392000', after: '294000' },
    { label: 'First payment', before: '113855', after: '85391' },
    { label: 'Repaid in all', before: '455418', after: '341565' },
    { label: 'Offer open' },
  ]);
  await limitApprovals(1_000_000_000);
  const submitted = await submitAction(ofPh, approveApplication, { reviewId, amount: 300_000 }, ph);
  expect(submitted.data).toMatchObject({ state: 'done' });
  expect((await details(borrower)).counterOffer).toMatchObject({
    asked: { amount: 400_000, receive: 392_000, cost: 63_418 },
    offered: { amount: 300_000, receive: 294_000, cost: 47_565 },
  });
});

test('above the limit a second person approves, and of two who decide at once one is told [T390]', async () => {
  const { borrower, reviewId } = await referred();
  await limitApprovals(1);
  const { submitted } = await act(reviewer, approveApplication, { reviewId });
  expect(submitted.data).toMatchObject({ state: 'waiting' });
  expect((await details(borrower)).orderStatus).toBe(21);
  const approvalId = 'approvalId' in submitted.data ? submitted.data.approvalId : '';
  const offered = await controller.browser.send(approvalOptions, { approvalId }, spec);
  const approves = () =>
    controller.browser.send(
      approveRequest,
      {
        approvalId,
        digest: offered.data.digest,
        passkey: controller.authenticator.sign(offered.data.publicKey),
      },
      spec,
    );
  expect(await approves()).toMatchObject({ success: true });
  expect((await details(borrower)).orderStatus).toBe(151);
  const second = await referred();
  await limitApprovals(1_000_000_000);
  const request = { reviewId: second.reviewId };
  const approved = await reviewer.browser.send(approveApplication.preview, { request }, spec);
  const refusing = { ...request, reasons: ['identityUnclear'] };
  const refused = await reviewer.browser.send(refuseDecision.preview, { request: refusing }, spec);
  const why = { reference: '', reason: 'Looked at it.' };
  const answers = await Promise.all([
    reviewer.browser.send(approveApplication.submit, { request, digest: approved.data.digest, ...why }, spec),
    reviewer.browser.send(
      refuseDecision.submit,
      { request: refusing, digest: refused.data.digest, ...why },
      spec,
    ),
  ]);
  expect(answers.map((answer) => answer.success).sort()).toEqual([false, true]);
  expect(answers.find((answer) => !answer.success)).toMatchObject({ code: 'alreadyDecided' });
});

test('the borrower reads the chosen reasons, one to four different ones', async () => {
  const { borrower, reviewId } = await referred();
  for (const reasons of [
    [],
    ['score', 'score'],
    ['whim'],
    ['score', 'blocked', 'incomplete', 'underAge', 'noAddress'],
  ]) {
    const { previewed } = await act(reviewer, refuseDecision, { reviewId, reasons });
    expect(previewed, reasons.join()).toMatchObject({ status: 400, success: false });
    expect(previewed.message).toContain('reasons');
  }
  const { previewed } = await act(reviewer, refuseDecision, {
    reviewId,
    reasons: ['identityUnclear', 'usedElsewhere'],
  });
  const texts = [
    'We could not confirm who you are from the details of your ID.',
    'Some of your details also belong to another borrower.',
  ];
  expect(previewed.data).toMatchObject({ borrowerReads: texts.join(' ') });
  const { orderStatus, noticeDesText } = await details(borrower);
  expect(orderStatus).toBe(110);
  for (const text of texts) expect(noticeDesText).toContain(text);
});

test('the borrower is asked to correct the application, and saving the form brings it back to the reviewer', async () => {
  const { borrower, reviewId } = await referred();
  expect(
    (await act(reviewer, requestCorrections, { reviewId, corrections: ['ownAccount'] })).previewed,
  ).toMatchObject({
    code: 'wrongKind',
  });
  const { submitted } = await act(reviewer, requestCorrections, {
    reviewId,
    corrections: ['name', 'income'],
  });
  expect(submitted.data).toMatchObject({ state: 'done' });
  const { orderStatus, noticeStatusText, noticeDesText } = await details(borrower);
  expect([orderStatus, noticeStatusText]).toEqual([21, 'We need something from you']);
  expect(noticeDesText).toContain('Please check your name: it must be as on your ID.');
  const saved = await hiram.send(
    certifySave,
    {
      group: 'public',
      values: { fullName: 'Maria Luz Santos', nationality: 'PH', civilStatus: 'single' },
      revision: 1,
    },
    borrower.context,
    { key: reviewId },
  );
  expect(saved).toMatchObject({ success: true });
  const shown = await reviewer.browser.send(showDecision, { reviewId }, spec);
  expect(shown.data).toMatchObject({
    state: 'waiting',
    corrections: ['name', 'income'],
    answeredAt: expect.any(String),
  });
  expect(shown.data.run?.reasons).not.toContain('nameChanged');
  expect(shown.data.now).toMatchObject({ outcome: 'refer' });
  expect(shown.data.now?.reasons).toContain('nameChanged');
  expect((await details(borrower)).noticeStatusText).toBe('We have your application');
});

test('a payout to another name is released once, by two persons whatever its amount, or another account is requested [T3880]', async () => {
  const { borrower, reviewId, walletNumber } = await heldPayout();
  const shown = await reviewer.browser.send(showDecision, { reviewId }, spec);
  expect(shown.data).toMatchObject({
    kind: 'payout',
    reasons: ['holderName'],
    account: { institution: 'GCash', isOwnName: false, tail: walletNumber.slice(-4) },
  });
  expect((await act(reviewer, approveApplication, { reviewId })).previewed).toMatchObject({
    code: 'wrongKind',
  });
  await hiram.owner
    .updateTable('authority')
    .set({ second_person_from: null } as never)
    .where('action', '=', 'decision.release')
    .execute();
  const { previewed, submitted } = await act(reviewer, releaseHeldPayout, { reviewId });
  expect(previewed.data).toMatchObject({
    notes: expect.arrayContaining([expect.stringContaining('another name')]),
  });
  expect(submitted.data).toMatchObject({ state: 'waiting' });
  const approvalId = asId<'approval'>((submitted.data as { approvalId: string }).approvalId);
  expect(await approveAs(reviewer, approvalId, 'spec')).toMatchObject({ success: false });
  expect(await approveAs(await staffMember(hiram, 'controller'), approvalId, 'spec')).toMatchObject({
    success: true,
  });
  await hiram.until(
    () => details(borrower),
    (data) => data.orderStatus === 170,
  );
  const second = await heldPayout();
  expect(
    (await act(reviewer, requestCorrections, { reviewId: second.reviewId, corrections: ['ownAccount'] }))
      .submitted.data,
  ).toMatchObject({ state: 'done' });
  expect(await details(second.borrower)).toMatchObject({
    orderStatus: 151,
    noticeDesText: expect.stringMatching(/^Please name an account in your own name\. /),
  });
});

test('a payout that was held shows the account that it was held for, whatever the borrower has since [T2748]', async () => {
  const { reviewId, walletNumber } = await heldPayout();
  await act(reviewer, requestCorrections, { reviewId, corrections: ['ownAccount'] });
  const { data } = await reviewer.browser.send(showDecision, { reviewId }, spec);
  expect(data.account).toMatchObject({ tail: walletNumber.slice(-4), isOwnName: false });
});

test('one encrypted field is opened at a time, and each read is recorded with its reason', async () => {
  const { reviewId, walletNumber } = await heldPayout();
  await reviewer.browser.send(showDecision, { reviewId }, spec);
  const open = (field: string, reason = 'The names differ.') =>
    reviewer.browser.send(readDecisionField, { reviewId, field, reason }, spec);
  expect((await open('accountHolder')).data).toEqual({ value: 'Juan Reyes' });
  expect((await open('accountNumber')).data).toEqual({ value: walletNumber });
  expect((await open('fullName')).data).toEqual({ value: 'Maria Santos' });
  expect(Number((await open('monthlyIncome')).data.value)).toBeGreaterThan(0);
  expect(await open('employer', ' ')).toMatchObject({ status: 400 });
  expect(await open('secret')).toMatchObject({ status: 400 });
  const reads = await hiram.owner
    .selectFrom('staff_read')
    .select(['field', 'reason', 'staff_id'])
    .where('subject_id', '=', reviewId)
    .orderBy('id')
    .execute();
  expect(reads.shift()).toMatchObject({ field: 'application', staff_id: reviewer.id });
  expect(reads.map(({ field }) => field)).toEqual([
    'accountHolder',
    'accountNumber',
    'fullName',
    'monthlyIncome',
  ]);
  expect(
    reads.every(({ staff_id, reason }) => staff_id === reviewer.id && reason === 'The names differ.'),
  ).toBe(true);
  expect(
    await controller.browser.send(
      readDecisionField,
      { reviewId, field: 'fullName', reason: 'a reason' },
      spec,
    ),
  ).toMatchObject({
    status: 403,
    right: 'decision.readField',
  });
});

test('another brand’s review does not exist, and the database decides none without its approval [T391]', async () => {
  const { reviewId } = await referred();
  const foreign = await staffMember(hiram, 'reviewer ph');
  const ph = { brand: 'ph' };
  expect(await foreign.browser.send(showDecision, { reviewId }, ph)).toMatchObject({ code: 'notFound' });
  expect(await foreign.browser.send(showDecision, { reviewId }, spec)).toMatchObject({ status: 403 });
  expect(JSON.stringify(await foreign.browser.send(listDecisions.page, {}, ph))).not.toContain(reviewId);
  expect(await foreign.browser.send(approveApplication.preview, { request: { reviewId } }, ph)).toMatchObject(
    { code: 'notFound' },
  );
  for (const wrong of ['x', '%', "' or 1=1", '00000000-0000-7000-8000-000000000000'])
    expect(await reviewer.browser.send(showDecision, { reviewId: wrong }, spec)).toMatchObject({
      code: 'notFound',
    });
  const { db } = hiram.server.appContext;
  const approveAs = (actor: string) =>
    db.transaction().execute(async (trx) => {
      await sql`select set_config('hiram.actor', ${actor}, true)`.execute(trx);
      await sql`update review set state = 'approved', closed_at = now() where id = ${reviewId}`.execute(trx);
    });
  await expect(approveAs(`call x staff ${reviewer.id}`)).rejects.toThrow('decided by an approval alone');
  await sql`update installation set sandbox = false`.execute(hiram.owner);
  // A lender's server is refused whatever it calls itself, and its owner's login without two named persons.
  for (const actor of ['command reviews approve by Ana Cruz', 'job decide', 'anything'])
    await expect(approveAs(actor), actor).rejects.toThrow('decided by an approval alone');
  const approveByOwner = (trx: Db) =>
    sql`update review set state = 'approved', closed_at = now() where id = ${reviewId}`.execute(trx);
  await expect(asTwoPersons(hiram, approveByOwner, { by: 'Ana Cruz' })).rejects.toThrow('two named persons');
  await asTwoPersons(hiram, approveByOwner);
  await sql`update installation set sandbox = true`.execute(hiram.owner);
  const named = hiram.owner.selectFrom('break_glass').select(['subject', 'decided_by', 'seconded_by']);
  expect(await named.where('subject_id', '=', reviewId).execute()).toEqual([
    { subject: 'review', decided_by: 'Ana Cruz', seconded_by: 'Ben Reyes' },
  ]);
});

test('a correction that comes after the offer lapsed reopens nothing [T1612]', async () => {
  const { borrower, reviewId } = await referred();
  await act(reviewer, requestCorrections, { reviewId, corrections: ['name'] });
  const { submitted } = await act(reviewer, approveApplication, { reviewId });
  expect(submitted.data).toMatchObject({ state: 'done' });
  await hiram.days((hiram.server.appContext.brands.get('spec')?.offerDays ?? 0) + 1);
  const values = { fullName: 'Maria Luz Santos', nationality: 'PH', civilStatus: 'single' };
  const correction = { group: 'public' as const, values, revision: 1 };
  const saved = await hiram.send(certifySave, correction, borrower.context, { key: reviewId });
  expect(saved).toMatchObject({ success: true });
  const { orderStatus, correct } = await details(borrower);
  expect([orderStatus, correct]).toEqual([110, undefined]);
  const { rows } = await sql`select review.state, review.answered_at, task.kind from review
    left join task on task.borrower_id = review.borrower_id and task.closed_at is null
      and task.kind = 'application'
    where review.id = ${reviewId}`.execute(hiram.owner);
  expect(rows).toEqual([{ state: 'approved', answered_at: null, kind: null }]);
});

test('a day’s limit counts all that one person lets go out, approved or released [T2131]', async () => {
  const one = await staffMember(hiram, 'reviewer');
  const limitDay = (max_per_day: number) =>
    hiram.owner
      .updateTable('authority')
      .set({ max_per_day, second_person_from: 1_000_000_000 })
      .where('action', 'in', ['decision.approve', 'decision.release'])
      .execute();
  await limitDay(1_000_000_000);
  const approved = await act(one, approveApplication, { reviewId: (await referred()).reviewId });
  expect(approved.submitted.data).toMatchObject({ state: 'done' });
  const { reviewId } = await heldPayout({ isOwn: true });
  const release = () => one.browser.send(releaseHeldPayout.preview, { request: { reviewId } } as never, spec);
  const { amount = 0, limit } = (await release()).data;
  expect(limit.doneToday).toBe(approved.previewed.data.amount);
  await limitDay(limit.doneToday + amount);
  expect((await release()).data).toMatchObject({ verdict: 'alone' });
  await limitDay(limit.doneToday + amount - 1);
  expect((await release()).data).toMatchObject({ verdict: 'secondPerson' });
  expect((await act(one, releaseHeldPayout, { reviewId })).submitted.data).toMatchObject({
    state: 'waiting',
  });
});
