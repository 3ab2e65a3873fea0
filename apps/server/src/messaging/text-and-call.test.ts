import { randomInt, randomUUID } from 'node:crypto';
import { login, smsCode, voiceCode } from '@hiram/contract/account';
import { sandboxSms } from '@hiram/contract/sandbox';
import { expect, test } from 'vitest';
import { setUpHiram } from '../../test/support/processes/set-up.ts';

const hiram = setUpHiram({}, { now: () => new Date(Date.now() + aheadMs) });
/** The lead of the machine's clock. */
let aheadMs = 0;

/** A person with a texted code and, two minutes later, a spoken one. */
async function textedAndCalled() {
  const phone = `138${String(randomInt(1e8)).padStart(8, '0')}`;
  const device = { deviceId: randomUUID() };
  const codes = async (count: number) => {
    const { data } = await hiram.until(
      () => hiram.send(sandboxSms, { phone }),
      (answer) => answer.data.messages.length >= count,
    );
    return data.messages.map(
      ({ text }) => /(\d{6})|((?:\d, ){5}\d)/.exec(text)?.[0].replace(/\D/g, '') ?? '',
    );
  };
  const ask = async (call: typeof smsCode | typeof voiceCode) =>
    expect(await hiram.send(call, { phone }, device)).toMatchObject({ success: true });
  await ask(smsCode);
  const [texted = ''] = await codes(1);
  aheadMs += 120_000;
  await ask(voiceCode);
  const [spoken = ''] = await codes(2);
  const enter = async (code: string) => (await hiram.send(login, { phone, smsCode: code }, device)).success;
  return { ask, codes, texted, spoken, enter };
}

test('KEY-01 a call leaves the texted code valid, and the first of both that is used ends the other [T861]', async () => {
  const one = await textedAndCalled();
  expect([await one.enter(one.texted), await one.enter(one.spoken), await one.enter(one.texted)]).toEqual([
    true,
    false,
    false,
  ]);
  const two = await textedAndCalled();
  expect([await two.enter(two.spoken), await two.enter(two.texted)]).toEqual([true, false]);
  const three = await textedAndCalled();
  const taps = await Promise.all([three.enter(three.texted), three.enter(three.spoken)]);
  expect(taps.filter(Boolean)).toHaveLength(1);
});

test('KEY-01 a texted and a spoken code work until the last of them ends [T862]', async () => {
  const one = await textedAndCalled();
  aheadMs += 4 * 60_000;
  expect(await one.enter(one.texted)).toBe(true);
  const two = await textedAndCalled();
  aheadMs += 5 * 60_000;
  expect([await two.enter(two.texted), await two.enter(two.spoken)]).toEqual([false, false]);
  const three = await textedAndCalled();
  aheadMs += 61_000;
  await three.ask(smsCode);
  const [again = ''] = await three.codes(3);
  expect([await three.enter(three.texted), await three.enter(three.spoken)]).toEqual([false, true]);
  expect(await three.enter(again)).toBe(false);
});

test('KEY-01 five wrong tries end a texted and a spoken code together [T863]', async () => {
  const { texted, spoken, enter } = await textedAndCalled();
  const wrong = ['111111', '222222', '333333'].find((code) => code !== texted && code !== spoken) ?? '';
  for (let tries = 0; tries < 5; tries += 1) expect(await enter(wrong)).toBe(false);
  expect([await enter(texted), await enter(spoken)]).toEqual([false, false]);
});
