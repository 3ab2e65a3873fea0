import { randomInt, randomUUID } from 'node:crypto';
import { problemDetail, problemList, problemSave } from '@hiram/contract/complaint';
import {
  getSid,
  getSms,
  register,
  requestCaptchaChallenge,
  solveCaptchaChallenge,
} from '@hiram/contract/promotion';
import { sandboxCaptcha, sandboxSms } from '@hiram/contract/sandbox';
import { expect, test } from 'vitest';
import { solve } from '../../../test/support/borrowers/captcha-work.ts';
import { everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { maxVisitorsADay } from '../../messaging/visitors.ts';
import { tokenHash } from '../../platform/http/sessions/session.ts';
import { picturesAMinute } from './captcha-image.ts';
import { challengeCaps } from './captcha-work.ts';
import { inviteTries } from './registration.ts';

const hiram = setUpHiram({ ...everyBrand, TRUST_PROXY: '1' });

const from = (address: string) => ({ form: true, headers: { 'x-forwarded-for': address } });
const sidOf = async (address: string) =>
  (await hiram.send(getSid, {}, { deviceId: randomUUID() }, from(address))).data.sid;
const picture = (sid: string, address: string) =>
  fetch(`${hiram.origin}/api/get-captcha?${new URLSearchParams({ sid, t: '1' })}`, {
    headers: { 'x-forwarded-for': address },
  });

test('proof-of-work challenges are issued up to their cap, also in parallel [T127]', async () => {
  const address = '203.0.113.20';
  const sid = await sidOf(address);
  const ask = (visitorId: string, callerAddress: string) =>
    hiram.send(requestCaptchaChallenge, { sid: visitorId }, {}, from(callerAddress));
  const prove = (visitorId: string, nonce: string, callerAddress: string) =>
    hiram.send(solveCaptchaChallenge, { sid: visitorId, nonce }, {}, from(callerAddress));
  const work = async (visitorId: string) => {
    const answer = await ask(visitorId, address);
    if (!answer.success) return answer.code;
    const nonce = await solve(hiram, visitorId, answer.data.challenge);
    return (await prove(visitorId, nonce, address)).code;
  };
  const codes: string[] = [];
  for (let time = 0; time < challengeCaps.address + 4; time += 1) codes.push(await work(sid));
  const others = await Promise.all([0, 1, 2].map(async () => work(await sidOf(address))));
  expect([...codes, ...others].filter((code) => code === '0')).toHaveLength(challengeCaps.address);
  expect(others).toEqual(['60501', '60501', '60501']);

  // Requesting all challenges before the first is submitted gives no more of them either.
  const otherAddress = '203.0.113.21';
  const sums = await Promise.all(
    Array.from({ length: challengeCaps.address + 3 }, async () => {
      const visitorId = await sidOf(otherAddress);
      return { of: visitorId, challenge: (await ask(visitorId, otherAddress)).data.challenge };
    }),
  );
  const nonces = await Promise.all(sums.map(({ of, challenge }) => solve(hiram, of, challenge)));
  const answers = await Promise.all(
    sums.map(({ of }, index) => prove(of, nonces[index] ?? '', otherAddress)),
  );
  expect(answers.filter((answer) => answer.code === '0')).toHaveLength(challengeCaps.address);
});

test('new visitors of an address have a daily limit for each brand, also with parallel requests', async () => {
  const address = '203.0.113.90';
  await sidOf(address);
  const rows = () =>
    hiram.owner.selectFrom('visitor').select('created_at').where('address', '=', address).execute();
  expect(await rows()).toHaveLength(1);
  await hiram.owner
    .updateTable('usage_count')
    .set({ times: maxVisitorsADay - 2 })
    .where('kind', '=', 'visitor address')
    .where('subject', '=', hiram.server.appContext.cipher.digest(`visitor address ${address}`))
    .execute();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => hiram.send(getSid, {}, { deviceId: randomUUID() }, from(address))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
  expect(await rows()).toHaveLength(3);
  const plain = await fetch(`${hiram.origin}/promotion/plain`, { headers: { 'x-forwarded-for': address } });
  expect(plain.status).toBe(429);
  expect((await hiram.send(getSid, {}, { deviceId: randomUUID() }, from('203.0.113.91'))).status).toBe(200);
});

test('captcha pictures have their own limit for each caller, and an IPv6 /48 network is one caller [T126]', async () => {
  const sid = await sidOf('2001:db8:1::1');
  const answers = await Promise.all(
    Array.from({ length: picturesAMinute + 20 }, (_, index) =>
      // A request for an unknown visitor counts too, and no picture is drawn.
      picture(index < 5 ? sid : 'nobody', `2001:db8:1:${index.toString(16)}::1`),
    ),
  );
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(20);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  const neighbour = await sidOf('2001:db8:2::1');
  expect((await picture(neighbour, '2001:db8:2::1')).status).toBe(200);
});

test('PROM-13 a visitor may try ten wrong invite codes a day, also in parallel [T052]', async () => {
  const address = '203.0.113.30';
  const phone = `138${String(randomInt(1e8)).padStart(8, '0')}`;
  const sid = await sidOf(address);
  await picture(sid, address);
  const capcode = (await hiram.send(sandboxCaptcha, { sid })).data.text;
  expect((await hiram.send(getSms, { phone, sid, capcode }, {}, from(address))).code).toBe('0');
  const inbox = await hiram.until(
    () => hiram.send(sandboxSms, { phone }),
    (answer) => answer.data.messages.length > 0,
  );
  const smsCode = inbox.data.messages[0]?.code ?? '';
  const enter = (invite_code: string) =>
    hiram.send(register, { phone, sid, capcode, smsCode, invite_code }, {}, from(address));
  const guesses = await Promise.all(Array.from({ length: 25 }, (_, index) => enter(`GUESS${index}`)));
  expect(guesses.filter((answer) => answer.code === register.rejections.unknownInvite)).toHaveLength(
    inviteTries.visitor,
  );
  expect(guesses.filter((answer) => answer.status === 429)).toHaveLength(25 - inviteTries.visitor);
  // Without an invite code the registration continues.
  expect((await hiram.send(register, { phone, sid, capcode, smsCode }, {}, from(address))).success).toBe(
    true,
  );
});

test('typed text is stored without invisible characters', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const complaint = {
    problemType: 2,
    problemDetail: 'No\u200bbody \u202eans\u202cwers.',
    orderNo: borrower.orderId,
  };
  const { problemId } = (await hiram.send(problemSave, complaint, borrower.context)).data;
  const answer = await hiram.send(problemDetail, { problemId }, borrower.context);
  expect(answer.data.content).toBe('Nobody answers.');
  expect(JSON.stringify((await hiram.send(problemList, {}, borrower.context)).data)).toContain(
    'Nobody answers.',
  );
  const empty = await hiram.send(
    problemSave,
    { ...complaint, problemDetail: '\u200b\u2060' },
    borrower.context,
  );
  expect(empty).toMatchObject({ success: false, field: 'problemDetail' });
});

test('PROM-16 a sent code registers after further pictures; an expired captcha is reported as such', async () => {
  const address = '203.0.113.40';
  const phone = `138${String(randomInt(1e8)).padStart(8, '0')}`;
  const sid = await sidOf(address);
  await picture(sid, address);
  const capcode = (await hiram.send(sandboxCaptcha, { sid })).data.text;
  const ask = (answer: string) =>
    hiram.send(getSms, { phone, sid, capcode: answer }, { lang: 'en', appName: 'ph' }, from(address));
  // Another brand's visitor is unknown here.
  expect((await ask(capcode)).code).toBe(getSms.rejections.malformedPhone);
  const again = (answer: string) => hiram.send(getSms, { phone, sid, capcode: answer }, {}, from(address));
  expect((await again(capcode)).code).toBe('0');
  const used = await again(capcode);
  expect(used).toMatchObject({
    code: '101',
    field: 'capcode',
    message: expect.stringContaining('has expired'),
  });
  const wrong = capcode === 'AAAA' ? 'CCCC' : 'AAAA';
  expect((await again(wrong)).message).not.toContain('has expired');
  await picture(sid, address);
  const inbox = await hiram.until(
    () => hiram.send(sandboxSms, { phone }),
    (answer) => answer.data.messages.length > 0,
  );
  const smsCode = inbox.data.messages[0]?.code ?? '';
  expect((await hiram.send(register, { phone, sid, capcode, smsCode }, {}, from(address))).code).toBe('0');
});

test('PROM-16 a captcha older than two minutes is reported as expired', async () => {
  const sid = await sidOf('203.0.113.41');
  await picture(sid, '203.0.113.41');
  const capcode = (await hiram.send(sandboxCaptcha, { sid })).data.text;
  await hiram.server.appContext.db
    .updateTable('visitor')
    .set({ captcha_expires_at: new Date(Date.now() - 1) })
    .where('sid_hash', '=', tokenHash(sid))
    .execute();
  const phone = `138${String(randomInt(1e8)).padStart(8, '0')}`;
  const answer = await hiram.send(getSms, { phone, sid, capcode }, {}, from('203.0.113.41'));
  expect(answer).toMatchObject({ code: '101', message: expect.stringContaining('has expired') });
});
