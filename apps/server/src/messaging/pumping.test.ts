import { smsCode } from '@hiram/contract/account';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { tryAll } from '../../test/support/inputs/property-runs.ts';
import {
  anyNumber,
  askCode,
  askWithCaptcha,
  deviceAt,
  newcomer,
  numberOf,
  type Phone,
  pump,
} from '../../test/support/inputs/pumping-attack.ts';
import { setUpHiram } from '../../test/support/processes/set-up.ts';
import { caps } from './code-caps.ts';
import { pumping } from './pumping.ts';

/** The lead of the machine's clock. */
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
const hiram = setUpHiram({ TRUST_PROXY: '1' }, { now });
beforeEach(() => hiram.owner.deleteFrom('one_time_code').execute());

const ask = (from: Phone, phone: string) => askCode(hiram, from, phone);
const withCaptcha = (from: Phone, phone: string) => askWithCaptcha(hiram, from, phone);

/** Unused codes of the last hour: enough for the purpose to be pumped, from networks and to numbers of nobody in a test. */
const fill = () =>
  sql`insert into one_time_code (id, brand, phone, purpose, address, code_hash, created_at, expires_at)
    select gen_random_uuid(), 'spec', '+8613300000' || (100 + n), 'login', '10.9.9.9', '\\x00', ${new Date(now().getTime() - 1_800_000)}, ${now()}
    from generate_series(1, ${pumping.minSent}) n`.execute(hiram.owner);

test('during pumping nineteen of twenty newcomers elsewhere get a code and sign in @verify [T865]', async () => {
  const tick = () => {
    aheadMs += 1_000;
  };
  // `npm run verify` pumps for the 240 seconds of the requirement.
  const seconds = tryAll ? 240 : 60;
  const { sent, served, newcomers } = await pump(hiram, { aSecond: 4, seconds, tick });
  expect(newcomers).toBe(seconds / 6);
  expect(served).toBeGreaterThanOrEqual(Math.floor(0.95 * newcomers));
  // The attack gets the share at which it is visible, and then what is for all in these minutes.
  const visible = Math.max(pumping.minSent, newcomers / pumping.usedShare);
  expect(sent).toBeLessThanOrEqual(visible + (seconds / 60) * pumping.perMinute + 10);
});

test('under pumping a code takes a captcha, and a network and a block of numbers have a budget [T866]', async () => {
  await fill();
  expect(await ask(deviceAt('203.0.113.1'), anyNumber())).toMatchObject({
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
      withCaptcha(deviceAt(`203.0.113.${10 + index}`), anyNumber()),
    ),
  ).toEqual({ '00': pumping.network, [smsCode.rejections.tooBusy]: 3 });
  // One block of ten thousand numbers from a new network each time.
  await fill();
  expect(
    await outcomes(pumping.block + 3, (index) =>
      withCaptcha(deviceAt(`203.1.${index}.1`), numberOf('1397777')),
    ),
  ).toEqual({ '00': pumping.block, [smsCode.rejections.tooBusy]: 3 });
  // Another network and another number are served.
  expect((await withCaptcha(deviceAt('203.2.0.1'), anyNumber())).success).toBe(true);
});

test('under pumping a minute’s reserve serves networks without a debt of unused codes alone [T1323]', async () => {
  await fill();
  await sql`insert into one_time_code (id, brand, phone, purpose, address, network, captcha, code_hash, created_at, expires_at)
    select gen_random_uuid(), 'spec', '+8613300000' || (300 + n), 'login', '203.5.0.1', '203.5.0.0/24', true, '\\x00', ${now()}, ${now()}
    from generate_series(1, ${pumping.perMinute}) n`.execute(hiram.owner);
  expect((await withCaptcha(deviceAt('203.5.0.2'), anyNumber())).code).toBe(smsCode.rejections.tooBusy);
  expect((await withCaptcha(deviceAt('203.6.0.1'), anyNumber())).success).toBe(true);
});

test('a network whose codes are used keeps its people served under pumping [T853]', async () => {
  await fill();
  for (let index = 0; index < pumping.network + 3; index += 1) {
    aheadMs += 61_000;
    expect([index, await newcomer(hiram, `203.3.0.${index + 1}`)]).toEqual([index, true]);
  }
});

test('the last quarter of a brand’s day is for solved captchas [T854]', async () => {
  await sql`insert into one_time_code (id, brand, phone, purpose, address, code_hash, created_at, expires_at, used_at)
    select gen_random_uuid(), 'spec', 'filled' || n, 'login', '10.9.9.9', '\\x00', ${new Date(now().getTime() - 7_200_000)}, ${now()}, ${now()}
    from generate_series(1, ${caps.all.asIs}) n`.execute(hiram.owner);
  const [from, phone] = [deviceAt('203.4.0.1'), anyNumber()];
  expect((await ask(from, phone)).code).toBe(smsCode.rejections.captchaNeeded);
  expect((await withCaptcha(from, phone)).success).toBe(true);
});
