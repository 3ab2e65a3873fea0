import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { login, smsCode } from '@hiram/contract/account';
import { type Context, proofHeaders } from '@hiram/contract/context';
import { getSid } from '@hiram/contract/promotion';
import { sandboxCaptcha, sandboxSms } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Hiram, startHiram } from '../../test/support/running-server.ts';
import { caps } from './code-caps.ts';
import { pumping } from './pumping.ts';

let hiram: Hiram;
/** How far the machine's clock is ahead. */
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), { TRUST_PROXY: '1' }, { now });
});
afterAll(() => hiram.stop());
beforeEach(() => hiram.owner.deleteFrom('one_time_code').execute());

interface Phone {
  readonly context: Context;
  readonly headers: Record<string, string>;
}
/** A page on a new device, behind an address. */
const device = (address: string): Phone => ({
  context: { deviceId: randomUUID() },
  headers: { [proofHeaders.page]: randomBytes(24).toString('base64url'), 'x-forwarded-for': address },
});
/** A mobile number of a block of ten thousand; `block` has its digits before the last four. */
const numberOf = (block: string) => `${block}${String(randomInt(1e4)).padStart(4, '0')}`;
const anyNumber = () => numberOf(`138${String(randomInt(1e4)).padStart(4, '0')}`);
const ask = (from: Phone, phone: string, extra: object = {}) =>
  hiram.send(smsCode, { phone, ...extra }, from.context, { headers: from.headers });
async function captcha(from: Phone): Promise<{ sid: string; capcode: string }> {
  const { sid } = (await hiram.send(getSid, {}, from.context, { headers: from.headers })).data;
  await fetch(`${hiram.origin}/api/get-captcha?${new URLSearchParams({ sid, t: '1' })}`, {
    headers: from.headers,
  });
  return { sid, capcode: (await hiram.send(sandboxCaptcha, { sid })).data.text };
}
const askWithCaptcha = async (from: Phone, phone: string) => ask(from, phone, await captcha(from));

/** What a person does who wants to sign in on a new device: asks, types the picture if there is one, types the code. */
async function newcomer(address: string): Promise<boolean> {
  const [from, phone] = [device(address), anyNumber()];
  const plain = await ask(from, phone);
  const answer = plain.code === smsCode.rejections.captchaNeeded ? await askWithCaptcha(from, phone) : plain;
  if (!answer.success) return false;
  const { data } = await hiram.until(
    () => hiram.send(sandboxSms, { phone }),
    (texts) => texts.data.messages.length > 0,
  );
  const code = data.messages[0]?.code ?? '';
  return (await hiram.send(login, { phone, smsCode: code }, from.context, { headers: from.headers })).success;
}

/** Unused codes of the last hour: enough for the purpose to be pumped, from networks and to numbers of nobody in a test. */
const pump = () =>
  sql`insert into one_time_code (id, brand, phone, purpose, address, code_hash, created_at, expires_at)
    select gen_random_uuid(), 'spec', '+8613300000' || (100 + n), 'login', '10.9.9.9', '\\x00', ${new Date(now().getTime() - 1_800_000)}, ${now()}
    from generate_series(1, ${pumping.minSent}) n`.execute(hiram.owner);

test('during 240 seconds of pumping at least 38 of 40 newcomers elsewhere get a code and sign in [T865]', async () => {
  const robots = Array.from({ length: 60 }, (_, index) => `198.51.${index % 20}.${1 + index}`);
  let sent = 0;
  let served = 0;
  for (let second = 0; second < 240; second += 1) {
    aheadMs += 1_000;
    const robot = () => device(robots[randomInt(robots.length)] ?? '');
    const attack = Array.from({ length: 4 }, () => ask(robot(), anyNumber()));
    if (second % 2 === 0) attack.push(askWithCaptcha(robot(), anyNumber()));
    sent += (await Promise.all(attack)).filter(({ success }) => success).length;
    if (second % 6 === 0 && (await newcomer(`203.0.${second}.7`))) served += 1;
  }
  expect(served).toBeGreaterThanOrEqual(38);
  // The attack gets the share at which it is visible, and then what is for all in four minutes.
  expect(sent).toBeLessThanOrEqual(40 / pumping.usedShare + 4 * pumping.perMinute + 10);
}, 120_000);

test('under pumping a code takes a captcha, and a network and a block of numbers have a budget [T866]', async () => {
  await pump();
  expect(await ask(device('203.0.113.1'), anyNumber())).toMatchObject({
    code: smsCode.rejections.captchaNeeded,
    field: 'capcode',
  });
  const outcomes = async (count: number, request: (index: number) => ReturnType<typeof ask>) => {
    const codes: Record<string, number> = {};
    for (let index = 0; index < count; index += 1) {
      aheadMs += 61_000;
      const { code } = await request(index);
      codes[code] = (codes[code] ?? 0) + 1;
    }
    return codes;
  };
  // One address after the other of a /24, each with a solved captcha, one a minute.
  expect(
    await outcomes(pumping.network + 3, (index) =>
      askWithCaptcha(device(`203.0.113.${10 + index}`), anyNumber()),
    ),
  ).toEqual({ '00': pumping.network, [smsCode.rejections.tooBusy]: 3 });
  // One block of ten thousand numbers from a new network each time.
  await pump();
  expect(
    await outcomes(pumping.block + 3, (index) =>
      askWithCaptcha(device(`203.1.${index}.1`), numberOf('1397777')),
    ),
  ).toEqual({ '00': pumping.block, [smsCode.rejections.tooBusy]: 3 });
  // Another network and another number are served.
  expect((await askWithCaptcha(device('203.2.0.1'), anyNumber())).success).toBe(true);
});

test('a network whose codes are used keeps its people served under pumping [T853]', async () => {
  await pump();
  for (let index = 0; index < pumping.network + 3; index += 1) {
    aheadMs += 61_000;
    expect([index, await newcomer(`203.3.0.${index + 1}`)]).toEqual([index, true]);
  }
});

test('the last quarter of a brand’s day is for solved captchas [T854]', async () => {
  await sql`insert into one_time_code (id, brand, phone, purpose, address, code_hash, created_at, expires_at, used_at)
    select gen_random_uuid(), 'spec', 'filled' || n, 'login', '10.9.9.9', '\\x00', ${new Date(now().getTime() - 7_200_000)}, ${now()}, ${now()}
    from generate_series(1, ${caps.all.asIs}) n`.execute(hiram.owner);
  const [from, phone] = [device('203.4.0.1'), anyNumber()];
  expect((await ask(from, phone)).code).toBe(smsCode.rejections.captchaNeeded);
  expect((await askWithCaptcha(from, phone)).success).toBe(true);
});
