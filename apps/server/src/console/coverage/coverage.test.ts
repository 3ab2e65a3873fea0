import { answerOnCall, countUncovered, planShift, showCoverage } from '@hiram/contract/console/coverage';
import { waiveDebt } from '@hiram/contract/console/loan';
import { refuseMoney } from '@hiram/contract/console/money-in';
import { signOut } from '@hiram/contract/console/session';
import { listWork } from '@hiram/contract/console/work';
import { asId } from '@hiram/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { paymentOf } from '../../../test/support/database/rows.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { watchCoverage } from '../../scheduler/coverage-gaps.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' }, { now: () => now });
const cashier = setUpStaffMember(hiram, 'cashier ph');
const lead = setUpStaffMember(hiram, 'controller ph');
const second = setUpStaffMember(hiram, 'controller ph');
/** 14:00 UTC, which is 22:00 in Manila. */
const now = new Date('2026-11-24T14:00:00Z');
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

const ph = { brand: 'ph' };
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();

async function coverage(from: number, to: number, by = cashier) {
  const answer = await by.browser.send(showCoverage, { when: 'time', from: at(from), to: at(to) }, ph);
  expect(answer).toMatchObject({ success: true });
  return answer.data;
}
async function waivers(from: number, to: number) {
  return (await coverage(from, to)).actions.find(({ action }) => action === 'loan.waive');
}
const plan = (staffId: string, kind: 'shift' | 'onCall', from: number, to: number, by = lead) =>
  by.browser.send(planShift, { staffId, kind, startsAt: at(from), endsAt: at(to) }, ph);

test('without shifts nobody could approve; a shift counts from its beginning on, over midnight too [T1092]', async () => {
  expect(await waivers(0, 8)).toMatchObject({ now: 0, least: 0, reason: 'notAtWork' });
  expect((await coverage(0, 8)).gaps).toEqual([{ from: at(0), to: at(8) }]);
  expect(await plan(second.id, 'shift', -1, 3)).toMatchObject({ success: true });
  // From two hours before midnight in Manila until six in the morning.
  expect(await plan(lead.id, 'shift', 1, 7)).toMatchObject({ success: true });
  expect(await waivers(0, 7)).toMatchObject({ now: 1, least: 1 });
  expect(await waivers(0, 8)).toMatchObject({ now: 1, least: 0 });
  expect((await coverage(0, 12)).gaps).toEqual([{ from: at(7), to: at(12) }]);
  expect((await coverage(0, 7)).nextGap).toEqual({ from: at(7) });
  expect((await coverage(-2, 2)).nextGap).toEqual({ from: at(-2), to: at(-1) });
  expect(await waivers(-3, 2)).toMatchObject({ least: 0, from: at(-1) });
});

test('a person with an open session is signed in, also without a shift [T2646]', async () => {
  const guest = await staffMember(hiram, 'cashier ph');
  const isSignedIn = async () =>
    (await coverage(0, 1)).people.find(({ staffId }) => staffId === guest.id)?.isSignedIn;
  expect(await isSignedIn()).toBe(true);
  await guest.browser.send(signOut, {});
  expect(await isSignedIn()).toBe(false);
});

test('the side bar counts the waiting requests that nobody who is there could approve [T1392]', async () => {
  const uncovered = async (brand: string) =>
    (await cashier.browser.send(countUncovered, {}, { brand })).data?.requests;
  // Nobody is there in `spec`; that nothing waits is no gap.
  const other = await staffMember(hiram, 'cashier spec');
  const inSpec = async () => (await other.browser.send(countUncovered, {}, { brand: 'spec' })).data?.requests;
  expect(await inSpec()).toBe(0);
  const late = await hiram.borrower({ state: '180' }, 'spec');
  const waiving = { orderId: late.orderId, principal: 100_000, interest: 0, late: 0, penalty: 0 };
  const { data } = await submitAction(other, waiveDebt, waiving, { brand: 'spec' });
  expect(data.state).toBe('waiting');
  expect(await inSpec()).toBe(1);
  expect(await uncovered('ph')).toBe(0);
});

test('the count has what two persons decide whatever the limits, and nothing that expired [T2253]', async () => {
  const other = await staffMember(hiram, 'cashier spec');
  const spec = { brand: 'spec' };
  const inSpec = async () => (await other.browser.send(countUncovered, {}, spec)).data?.requests;
  const before = (await inSpec()) ?? 0;
  const payer = await hiram.borrower({ state: '180' }, 'spec');
  await payByCode(hiram, payer);
  const { provider, provider_payment_id: paymentId, code_id } = await paymentOf(hiram, payer.orderId);
  const body = { kind: 'reversal', reference: code_id, paymentId, on: '2026-11-24' };
  const message = { provider, message_id: 'reversal', received_at: now, outcome: 'contradicted' };
  await hiram.owner
    .insertInto('provider_message')
    .values({ ...message, body: JSON.stringify(body) })
    .execute();
  const refusing = { entry: 'message', id: `${provider}/reversal`, because: 'notArrived' };
  const { data } = await submitAction(other, refuseMoney, refusing, spec);
  expect(data.state).toBe('waiting');
  expect(await inSpec()).toBe(before + 1);
  await hiram.owner
    .updateTable('approval')
    .set({ expires_at: now })
    .where('id', '=', asId(data.approvalId))
    .execute();
  expect(await inSpec()).toBe(before);
});

test('tonight is from 22:00 to 06:00 of the brand, a day from midnight to midnight [T1095]', async () => {
  const shown = async (input: Record<string, unknown>) =>
    (await cashier.browser.send(showCoverage, input, ph)).data;
  expect(await shown({ when: 'tonight' })).toMatchObject({
    from: '2026-11-24T14:00:00.000Z',
    to: '2026-11-24T22:00:00.000Z',
  });
  expect(await shown({ when: 'day', day: '2026-11-26' })).toMatchObject({
    from: '2026-11-25T16:00:00.000Z',
    to: '2026-11-26T16:00:00.000Z',
  });
  expect(await shown({ when: 'weekend' })).toMatchObject({ from: '2026-11-27T16:00:00.000Z' });
});

test('whoever requests never counts: a person alone with both rights covers nothing [T1093]', async () => {
  const { people, actions } = await coverage(1, 2);
  expect(people.find(({ staffId }) => staffId === cashier.id)).toMatchObject({
    mayApprove: false,
    isCaller: true,
  });
  // A month's ceiling is requested by cashiers and controllers, so a controller approves a cashier's.
  const settled = actions.find(({ action }) => action === 'loan.waive');
  // Two people of one name are told apart.
  expect(settled?.mayApprove).toEqual([lead, second].map(({ name }) => expect.stringContaining(`${name} (`)));
  expect(new Set(settled?.mayApprove).size).toBe(2);
  const roles = actions.find(({ action }) => action === 'staff.assignRoles');
  expect(roles).toMatchObject({ mayRequest: [], least: 0, reason: 'noRequester' });
});

test('on-call duty counts when the person accepts it, and nobody answers for somebody else [T1094]', async () => {
  const asked = await plan(second.id, 'onCall', 8, 12);
  const { shiftId } = asked.data;
  expect(await waivers(9, 10)).toMatchObject({ least: 0 });
  const answer = (by: StaffMember) => by.browser.send(answerOnCall, { shiftId, accepts: true }, ph);
  expect(await answer(lead)).toMatchObject({ status: 404 });
  expect(await answer(second)).toMatchObject({ success: true });
  expect(await waivers(9, 10)).toMatchObject({ least: 1 });
  expect(await answer(second)).toMatchObject({ code: 'alreadyClosed' });
  expect(await plan(second.id, 'shift', 11, 13)).toMatchObject({ code: 'overlaps' });
  expect(await plan(second.id, 'shift', 13, 13)).toMatchObject({ code: 'badTime' });
  expect(await plan(second.id, 'shift', 20, 21, cashier)).toMatchObject({ code: 'missingRight' });
});

test('a gap of the next 24 hours is a task of whoever plans, until the gap is filled [T1811]', async () => {
  const people = [await staffMember(hiram, 'controller spec'), await staffMember(hiram, 'controller spec')];
  const [early, late] = people;
  const planIn = (person: StaffMember | undefined, from: number, to: number) =>
    early?.browser.send(
      planShift,
      { staffId: person?.id ?? '', kind: 'shift', startsAt: at(from), endsAt: at(to) },
      { brand: 'spec' },
    );
  const task = () =>
    hiram.owner
      .selectFrom('task')
      .select(['brand', 'due_at', 'detail'])
      .where('kind', '=', 'coverageGap')
      .where('subject_id', '=', 'spec')
      .where('closed_at', 'is', null)
      .execute();
  await actAs('system', () => watchCoverage(hiram.server.appContext, 'spec'));
  // A brand that plans no shifts has no gap in them.
  expect(await task()).toEqual([]);
  await planIn(early, -1, 3);
  await planIn(late, 3, 7);
  expect(await task()).toEqual([{ brand: 'spec', detail: `${at(7)} ${at(24)}`, due_at: new Date(at(7)) }]);
  const { data } = await lead.browser.send(listWork.page, { part: 'open' }, ph);
  expect(data.rows.filter(({ brand }) => brand === 'spec')).toEqual([]);
  expect(await planIn(early, 7, 25)).toMatchObject({ success: true });
  expect(await task()).toEqual([]);
});
