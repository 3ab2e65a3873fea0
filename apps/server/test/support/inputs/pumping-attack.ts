import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { login, smsCode } from '@hiram/contract/account';
import { type Context, proofHeaders } from '@hiram/contract/context';
import { getSid } from '@hiram/contract/promotion';
import { sandboxCaptcha, sandboxSms } from '@hiram/contract/sandbox';
import type { Hiram } from '../processes/running-server.ts';

/** A page on a device, behind an address. The server must trust its proxy. */
export interface Phone {
  readonly context: Context;
  readonly headers: Record<string, string>;
}

/** A page on a new device. */
export const deviceAt = (address: string): Phone => ({
  context: { deviceId: randomUUID() },
  headers: { [proofHeaders.page]: randomBytes(24).toString('base64url'), 'x-forwarded-for': address },
});

/** A mobile number of a block of ten thousand; `block` has its digits before the last four. */
export const numberOf = (block: string) => `${block}${String(randomInt(1e4)).padStart(4, '0')}`;
export const anyNumber = () => numberOf(`138${String(randomInt(1e4)).padStart(4, '0')}`);

/** Asks for a sign-in code. */
export const askCode = (hiram: Hiram, from: Phone, phone: string, extra: object = {}) =>
  hiram.send(smsCode, { phone, ...extra }, from.context, { headers: from.headers });

/** Asks for a sign-in code with a solved captcha. */
export async function askWithCaptcha(hiram: Hiram, from: Phone, phone: string) {
  const { sid } = (await hiram.send(getSid, {}, from.context, { headers: from.headers })).data;
  await fetch(`${hiram.origin}/api/get-captcha?${new URLSearchParams({ sid, t: '1' })}`, {
    headers: from.headers,
  });
  const capcode = (await hiram.send(sandboxCaptcha, { sid })).data.text;
  return askCode(hiram, from, phone, { sid, capcode });
}

/** Signs a person in on a new device: asks, types the picture if there is one, types the code. */
export async function newcomer(hiram: Hiram, address: string): Promise<boolean> {
  const [from, phone] = [deviceAt(address), anyNumber()];
  const plain = await askCode(hiram, from, phone);
  const answer =
    plain.code === smsCode.rejections.captchaNeeded ? await askWithCaptcha(hiram, from, phone) : plain;
  if (!answer.success) return false;
  const { data } = await hiram.until(
    () => hiram.send(sandboxSms, { phone }),
    (texts) => texts.data.messages.length > 0,
  );
  const code = data.messages[0]?.code ?? '';
  return (await hiram.send(login, { phone, smsCode: code }, from.context, { headers: from.headers })).success;
}

/**
 * `seconds` of robots on 60 addresses of 20 networks: `aSecond` requests without a captcha, and one with a solved one every
 * other second. Every six seconds somebody else signs in on a new device elsewhere. `tick` moves the clock by a second.
 */
export async function pump(
  hiram: Hiram,
  {
    aSecond,
    seconds = 240,
    tick,
  }: { readonly aSecond: number; readonly seconds?: number; readonly tick: () => void },
): Promise<{
  readonly asked: number;
  readonly sent: number;
  readonly newcomers: number;
  readonly served: number;
}> {
  const robots = Array.from({ length: 60 }, (_, index) => `198.51.${index % 20}.${1 + index}`);
  const robot = () => deviceAt(robots[randomInt(robots.length)] ?? '');
  const figures = { asked: 0, sent: 0, newcomers: 0, served: 0 };
  for (let second = 0; second < seconds; second += 1) {
    tick();
    const attack = Array.from({ length: aSecond }, () => askCode(hiram, robot(), anyNumber()));
    if (second % 2 === 0) attack.push(askWithCaptcha(hiram, robot(), anyNumber()));
    const answers = await Promise.all(attack);
    figures.asked += answers.length;
    figures.sent += answers.filter(({ success }) => success).length;
    if (second % 6 !== 0) continue;
    figures.newcomers += 1;
    if (await newcomer(hiram, `203.0.${second}.7`)) figures.served += 1;
  }
  return figures;
}
