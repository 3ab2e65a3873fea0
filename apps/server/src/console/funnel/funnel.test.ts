import { randomBytes, randomUUID } from 'node:crypto';
import { pauseSource, showFunnel } from '@hiram/contract/console/funnel';
import { asId } from '@hiram/contract/ids';
import { getSms } from '@hiram/contract/promotion';
import { expect, test } from 'vitest';
import type { StaffMember } from '../../../test/support/console/console.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const marketer = setUpStaffMember(hiram, 'marketer spec');

const spec = { brand: 'spec' };
const today = () => hiram.server.appContext.clock.today(hiram.server.appContext.db, 'Asia/Manila');

/** A visitor of a source who got as far as the last of the steps. */
async function visit(userFrom: string, steps: readonly string[], brand = 'spec'): Promise<void> {
  const visitor = randomBytes(32);
  for (const kind of steps)
    await hiram.owner
      .insertInto('promotion_event')
      .values({
        day: await today(),
        brand,
        kind: kind as 'visit',
        visitor,
        digest: randomBytes(32),
        user_from: userFrom,
        template: 'sahod',
        at: new Date(),
      })
      .execute();
}

async function pause(person: StaffMember, userFrom: string, isPaused: boolean) {
  const request = { userFrom, isPaused };
  const previewed = await person.browser.send(pauseSource.preview, { request }, spec);
  if (!previewed.success) return previewed;
  const input = { request, digest: previewed.data.digest, reference: '', reason: 'Codes are not used.' };
  return person.browser.send(pauseSource.submit, input, spec);
}

/** The code of the answer to a request for a registration code with a captcha that is none. */
const askForCode = async (userFrom: string | undefined) => {
  const input = { phone: '13900000001', capcode: 'AAAA', sid: 'nobody' };
  const source = userFrom === undefined ? {} : { user_from: userFrom };
  return hiram.send(getSms, { ...input, ...source }, { deviceId: randomUUID() }, { form: true });
};

test('the funnel counts each visitor once in total, and by source and page', async () => {
  await visit('fb', ['visit', 'click', 'codeSent', 'registered', 'firstLoan']);
  await visit('fb', ['visit', 'click']);
  await visit('tiktok', ['visit']);
  await visit('other', ['visit'], 'ph');
  const { data } = await marketer.browser.send(showFunnel, {}, spec);
  expect(data.total).toEqual({
    visits: 3,
    clicks: 2,
    codes: 1,
    wrongCaptchas: 0,
    registered: 1,
    firstLoans: 1,
  });
  expect(data.rows[0]).toMatchObject({ userFrom: 'fb', template: 'sahod', visits: 2, firstLoans: 1 });
  const one = await marketer.browser.send(showFunnel, { userFrom: 'tiktok' }, spec);
  expect(one.data.total).toEqual({
    visits: 1,
    clicks: 0,
    codes: 0,
    wrongCaptchas: 0,
    registered: 0,
    firstLoans: 0,
  });
  const none = await marketer.browser.send(showFunnel, { userFrom: '%', template: "'" }, spec);
  expect(none.data.rows).toEqual([]);
});

test('a wrong range of days is named by field', async () => {
  for (const input of [
    { from: '2026-11-30', to: '2026-11-01' },
    { from: '2026-01-01', to: '2026-11-01' },
  ])
    expect(await marketer.browser.send(showFunnel, input, spec)).toMatchObject({ code: 'badRange' });
  for (const from of ['2026-02-30', 'yesterday', '', 0, -1, '1.234,56', 2 ** 53])
    expect(await marketer.browser.send(showFunnel, { from }, spec)).toMatchObject({ status: 400 });
  expect(await marketer.browser.send(showFunnel, { userFrom: 'x'.repeat(500) }, spec)).toMatchObject({
    status: 400,
  });
  expect(await marketer.browser.send(showFunnel, {}, { brand: 'ph' })).toMatchObject({
    status: 403,
    right: 'funnel.read',
  });
});

test('codes of the last hour show what is limited, and which prefix is not used', async () => {
  const now = new Date();
  const code = (index: number) => ({
    id: asId(randomUUID()),
    brand: 'spec',
    phone: `+861380000${String(index).padStart(4, '0')}`,
    purpose: 'register' as const,
    device_id: null,
    address: '203.0.113.9',
    network: null,
    proof: null,
    visitor: null,
    known: false,
    code_hash: randomBytes(32),
    created_at: now,
    expires_at: now,
  });
  await hiram.owner
    .insertInto('one_time_code')
    .values(Array.from({ length: 120 }, (_, index) => code(index)))
    .execute();
  const { data } = await marketer.browser.send(showFunnel, {}, spec);
  expect(data.codes.purposes).toContainEqual({ purpose: 'register', sent: 120, used: 0, isLimited: true });
  expect(data.codes.purposes).toContainEqual({ purpose: 'login', sent: 0, used: 0, isLimited: false });
  expect(data.codes.prefixes).toEqual([{ prefix: '+86138', sent: 120, used: 0 }]);
  expect(data.codes.day.sent).toBe(120);
});

test('a paused source gets no code and keeps its captcha; the second who pauses is told [T380]', async () => {
  expect((await askForCode('fb')).code).toBe(getSms.rejections.wrongCaptcha);
  const answers = await Promise.all([pause(marketer, 'fb', true), pause(marketer, 'fb', true)]);
  expect(answers.map((answer) => answer.success).sort()).toEqual([false, true]);
  const { code, message } = await askForCode('fb');
  expect([code, message]).toEqual([
    getSms.rejections.tooBusy,
    'We take no new applications through this page at the moment. Please try again later.',
  ]);
  expect((await askForCode('tiktok')).code).toBe(getSms.rejections.wrongCaptcha);
  expect((await askForCode(undefined)).code).toBe(getSms.rejections.wrongCaptcha);
  const { data } = await marketer.browser.send(showFunnel, {}, spec);
  expect(data.paused).toMatchObject([{ userFrom: 'fb', by: marketer.name }]);
  expect(await pause(marketer, 'fb', true)).toMatchObject({ code: 'alreadySo' });
  expect(await pause(marketer, 'unheard-of', true)).toMatchObject({ code: 'unknownSource' });
  expect(await pause(marketer, 'fb', false)).toMatchObject({ success: true });
  expect((await askForCode('fb')).code).toBe(getSms.rejections.wrongCaptcha);
});
