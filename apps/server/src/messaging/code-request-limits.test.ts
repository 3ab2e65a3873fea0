import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { login, logout, resetPassword, smsCode } from '@hiram/contract/account';
import { type Context, proofHeaders } from '@hiram/contract/context';
import { getSid, getSms, register } from '@hiram/contract/promotion';
import { sandboxCaptcha, sandboxSms } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import { afterEach, expect, inject, test } from 'vitest';
import { asOwner } from '../../test/support/database/throwaway-cluster.ts';
import { everyBrand } from '../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../test/support/processes/set-up.ts';
import { caps, networkCaps, wideNetwork } from './code-caps.ts';
import { pumping } from './pumping.ts';

const hiram = setUpHiram({ ...everyBrand, TRUST_PROXY: '1' });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000);
afterEach(() =>
  hiram.server.appContext.db.deleteFrom('one_time_code').where('phone', 'like', 'filled%').execute(),
);

const newPhone = () => `138${String(randomInt(1e8)).padStart(8, '0')}`;
const newKey = () => randomBytes(24).toString('base64url');

interface Phone {
  readonly context: Context;
  readonly headers: Record<string, string>;
}
/** A page on a device, behind an address. */
const device = (address = `203.0.113.${randomInt(250)}`): Phone => ({
  context: { deviceId: randomUUID() },
  headers: { [proofHeaders.page]: newKey(), 'x-forwarded-for': address },
});
const ask = (from: Phone, phone: string, extra: object = {}) =>
  hiram.send(smsCode, { phone, ...extra }, from.context, { headers: from.headers });
const enter = (from: Phone, input: Record<string, unknown>) =>
  hiram.send(login, input, from.context, { headers: from.headers });
/** The codes that reached a number, newest first, once there are `count` of them. Other texts do not count. */
function codesOf(phone: string, count = 1): Promise<string[]> {
  return hiram.until(
    async () => {
      const { data } = await hiram.send(sandboxSms, { phone });
      return data.messages.flatMap(({ code }) => (code ? [code] : []));
    },
    (codes) => codes.length >= count,
  );
}
const other = (code: string) => (code === '111111' ? '222222' : '111111');
/** The pause between two codes of a number has passed. */
const aMinuteLater = (phone: string) =>
  asOwner(inject('cluster'), hiram.database, (owner) =>
    owner.query(`update one_time_code set created_at = created_at - interval '61 s' where phone = $1`, [
      `+86${phone}`,
    ]),
  );
async function captcha(from: Phone): Promise<{ sid: string; capcode: string }> {
  const { sid } = (await hiram.send(getSid, {}, from.context, { headers: from.headers })).data;
  await fetch(`${hiram.origin}/api/get-captcha?${new URLSearchParams({ sid, t: '1' })}`);
  return { sid, capcode: (await hiram.send(sandboxCaptcha, { sid })).data.text };
}
/** A borrower who has signed in once on their own device. */
async function owner(): Promise<{ phone: string; device: Phone; password: string }> {
  const [phone, at, password] = [newPhone(), device(), 'tatlong bituin'];
  await ask(at, phone, { purpose: 'reset' });
  const [smsCode = ''] = await codesOf(phone);
  const set = await hiram.send(resetPassword, { phone, smsCode, password }, at.context, {
    headers: at.headers,
  });
  expect(set.success).toBe(true);
  await hiram.send(logout, {}, { ...at.context, sessionId: set.data.sessionId }, { headers: at.headers });
  await aMinuteLater(phone);
  return { phone, device: at, password };
}
const fill = (
  count: number,
  requester: { phone?: string; address?: string; network?: string; hours?: number },
) =>
  sql`insert into one_time_code (id, brand, phone, purpose, address, network, code_hash, created_at, expires_at)
    select gen_random_uuid(), 'spec', 'filled' || n, 'login', ${requester.address ?? '10.9.9.9'},
      ${requester.network ?? null}, '\\x00', ${hoursAgo(requester.hours ?? 2)}, ${hoursAgo(requester.hours ?? 2)} from generate_series(1, ${count}) n`.execute(
    hiram.server.appContext.db,
  );

test('KEY-01 a hundred parallel wrong tries from elsewhere leave a live code valid [T033]', async () => {
  const [phone, at] = [newPhone(), device()];
  await ask(at, phone);
  const [code = ''] = await codesOf(phone);
  const strangers = [
    device(),
    { ...device(), context: at.context },
    { context: at.context, headers: { 'x-forwarded-for': '203.0.113.7' } },
    { context: {}, headers: at.headers },
  ];
  const attempts = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      enter(strangers[n % strangers.length] ?? device(), { phone, smsCode: n < 50 ? other(code) : code }),
    ),
  );
  // Even the right code is rejected: it was sent for the requesting device.
  expect(attempts.filter((answer) => answer.success)).toEqual([]);
  expect((await enter(at, { phone, smsCode: code })).success).toBe(true);
  await aMinuteLater(phone);
  await ask(at, phone);
  const [fresh = ''] = await codesOf(phone, 2);
  await Promise.all(Array.from({ length: 5 }, () => enter(at, { phone, smsCode: other(fresh) })));
  expect((await enter(at, { phone, smsCode: fresh })).success).toBe(false);
});

test('KEY-01 a stranger’s requests neither replace the owner’s code nor use up their cap [T034]', async () => {
  const { phone, device: knownDevice } = await owner();
  await ask(knownDevice, phone);
  const [mine = ''] = await codesOf(phone, 2);
  await aMinuteLater(phone);
  expect((await ask(device(), phone)).success).toBe(true);
  expect((await enter(knownDevice, { phone, smsCode: mine })).success).toBe(true);
  for (let time = 0; time < 5; time += 1) {
    await aMinuteLater(phone);
    await ask(device(), phone);
  }
  const stranger = device();
  await aMinuteLater(phone);
  expect(await ask(stranger, phone)).toMatchObject({
    code: smsCode.rejections.captchaNeeded,
    field: 'capcode',
  });
  // There is no pause either, although a stranger has just requested a code.
  expect((await ask(stranger, phone, await captcha(stranger))).success).toBe(true);
  expect((await ask(knownDevice, phone)).success).toBe(true);
  // The owner's own pause and cap apply.
  expect((await ask(knownDevice, phone)).code).toBe(smsCode.rejections.tooSoon);
});

test('KEY-01 a captcha raises a number’s daily cap up to a second, fixed cap', async () => {
  const phone = newPhone();
  for (let sent = 0; sent < caps.phone.captcha; sent += 1) {
    const from = device();
    await aMinuteLater(phone);
    const plain = await ask(from, phone);
    expect([sent, plain.success]).toEqual([sent, sent < caps.phone.asIs]);
    if (plain.success) continue;
    expect(plain.code).toBe(smsCode.rejections.captchaNeeded);
    expect([sent, (await ask(from, phone, await captcha(from))).success]).toEqual([sent, true]);
  }
  await aMinuteLater(phone);
  const last = device();
  expect(await ask(last, phone, await captcha(last))).toMatchObject({
    code: smsCode.rejections.tooManyToday,
    field: 'phone',
    message: expect.stringContaining(hiram.server.appContext.defaultBrand.servicePhone),
  });
});

test('KEY-01 five wrong passwords from elsewhere do not lock the owner out on a known device [T035]', async () => {
  const { phone, device: knownDevice, password } = await owner();
  const wrong = (from: Phone) => enter(from, { phone, password: 'mali ang susi' });
  for (let time = 0; time < 7; time += 1) await wrong(device());
  expect(await enter(device(), { phone, password })).toMatchObject({
    code: login.rejections.tooManyTries,
    message: expect.stringContaining(hiram.server.appContext.defaultBrand.servicePhone),
  });
  expect((await enter(knownDevice, { phone, password })).success).toBe(true);
  // Five tries are the maximum on the owner's device too.
  const own = await Promise.all(Array.from({ length: 8 }, () => wrong(knownDevice)));
  expect(own.filter((answer) => answer.code === login.rejections.wrongPassword).length).toBeLessThanOrEqual(
    5,
  );
  expect((await enter(knownDevice, { phone, password })).code).toBe(login.rejections.tooManyTries);
});

test('a caller who only knows the device’s name, or shows another borrower’s proof, is a stranger [T036]', async () => {
  const { phone, device: knownDevice } = await owner();
  const impostor = { context: knownDevice.context, headers: { ...device().headers } };
  const neighbour = await owner();
  for (let time = 0; time < 5; time += 1) {
    await aMinuteLater(phone);
    await ask(device(), phone);
  }
  for (const from of [impostor, neighbour.device]) {
    await aMinuteLater(phone);
    expect((await ask(from, phone)).code).toBe(smsCode.rejections.captchaNeeded);
  }
});

test('codes of one IPv6 /48 network are counted together [T201]', async () => {
  expect(wideNetwork('2001:db8:7:7::/64')).toBe('2001:db8:7::/48');
  expect(wideNetwork('203.0.113.9')).toBeUndefined();
  await fill(networkCaps.asIs - 1, { network: '2001:db8:7::/48' });
  expect((await ask(device('2001:db8:7:1::1'), newPhone())).success).toBe(true);
  expect((await ask(device('2001:db8:7:ffff::1'), newPhone())).code).toBe(smsCode.rejections.captchaNeeded);
  const from = device('2001:db8:7:2::1');
  expect((await ask(from, newPhone(), await captcha(from))).success).toBe(true);
  expect((await ask(device('2001:db8:8:1::1'), newPhone())).success).toBe(true);
  // However many requests run in parallel.
  await fill(networkCaps.asIs - 10, { network: '2001:db8:9::/48' });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => ask(device(`2001:db8:9:${n.toString(16)}::1`), newPhone())),
  );
  expect(answers.filter((answer) => answer.success)).toHaveLength(10);
});

test('a brand’s cap stops that brand alone, and no owner of a number on a known device [T202]', async () => {
  const { phone, device: knownDevice } = await owner();
  await fill(caps.all.captcha, {});
  expect((await ask(device(), newPhone())).code).toBe(smsCode.rejections.tooManyToday);
  const otherBrandAnswer = await hiram.send(
    smsCode,
    { phone: `0917${String(randomInt(1e7)).padStart(7, '0')}` },
    { deviceId: randomUUID(), appName: 'ph' },
    { headers: device().headers },
  );
  expect(otherBrandAnswer.success).toBe(true);
  expect((await ask(knownDevice, phone)).success).toBe(true);
});

test('unused sign-in codes are limited as those of registrations are, but not for owners on known devices', async () => {
  const { phone, device: knownDevice } = await owner();
  // The texts of earlier tests are older than the window.
  await asOwner(inject('cluster'), hiram.database, (client) =>
    client.query(`update one_time_code set created_at = created_at - interval '3 hours'`),
  );
  await fill(pumping.minSent - 5, { hours: 0.5 });
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(device(), newPhone())));
  expect(answers.filter((answer) => answer.success)).toHaveLength(5);
  expect(answers.filter((answer) => answer.code === smsCode.rejections.captchaNeeded)).toHaveLength(7);
  expect((await ask(knownDevice, phone)).success).toBe(true);
});

test('PROM-13 other visitors’ tries and requests do not affect a visitor’s registration code', async () => {
  const phone = newPhone();
  const [mine, foreign] = [device(), device()];
  const visitor = await captcha(mine);
  expect(
    (await hiram.send(getSms, { phone, ...visitor }, mine.context, { headers: mine.headers })).code,
  ).toBe('0');
  const [code = ''] = await codesOf(phone);
  await aMinuteLater(phone);
  const secondCaptcha = await captcha(foreign);
  expect(
    (await hiram.send(getSms, { phone, ...secondCaptcha }, foreign.context, { headers: foreign.headers }))
      .code,
  ).toBe('0');
  const tries = await Promise.all(
    Array.from({ length: 6 }, () =>
      hiram.send(register, { phone, ...secondCaptcha, smsCode: code }, foreign.context),
    ),
  );
  expect(tries.filter((answer) => answer.success)).toEqual([]);
  expect((await hiram.send(register, { phone, ...visitor, smsCode: code }, mine.context)).success).toBe(true);
});
