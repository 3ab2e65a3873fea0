/**
 * `npm run bench -- pumping`: SMS pumping, in which robots make a lender send text messages to numbers that earn them money. Sends
 * ten thousand requests from many addresses, devices and numbers to a running server, by robots that solve no captcha, one in
 * twenty, or all. Counts the sent messages, and checks that an honest visitor can still get a code.
 */
import { randomInt } from 'node:crypto';
import { getSid, getSms } from '@hiram/contract/promotion';
import { sandboxCaptcha } from '@hiram/contract/sandbox';
import { makeDataFolder, startProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';

const requests = 10_000;
const atOnce = 24;
const readers = { 'read none': 0, 'read one in twenty': 0.05, 'read all': 1 } as const;

const newStranger = () => ({
  address: `${randomInt(11, 220)}.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
  deviceId: `robot-${randomInt(1e9)}`,
  phone: `13${randomInt(3, 10)}${String(randomInt(1e8)).padStart(8, '0')}`,
});
type Stranger = ReturnType<typeof newStranger>;

interface Answer {
  readonly success: boolean;
  readonly code: string;
  readonly data: { readonly sid?: string; readonly text?: string };
}

async function call(
  origin: string,
  path: string,
  borrower: Stranger,
  {
    body,
    query = {},
  }: { readonly body?: Record<string, string>; readonly query?: Record<string, string> } = {},
) {
  const search = new URLSearchParams({ deviceId: borrower.deviceId, ...query });
  const response = await fetch(`${origin}/api${path}?${search}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-forwarded-for': borrower.address,
      'x-requested-with': 'XMLHttpRequest',
      ...(body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(body ? { body: new URLSearchParams(body) } : {}),
  });
  const answer: Answer = JSON.parse(await response.text());
  return answer;
}

/** One visitor's requests: a sid, the captcha's picture, and a code with its solved or guessed characters. */
async function attempt(origin: string, borrower: Stranger, reads: boolean): Promise<Answer> {
  const { data } = await call(origin, getSid.path, borrower);
  const sid = data.sid ?? '';
  await fetch(`${origin}/api/get-captcha?${new URLSearchParams({ sid })}`, {
    headers: { 'x-forwarded-for': borrower.address },
  }).then((response) => response.arrayBuffer());
  const capcode = reads
    ? ((await call(origin, sandboxCaptcha.path, borrower, { query: { sid } })).data.text ?? '')
    : 'AAAA';
  return call(origin, getSms.path, borrower, { body: { phone: borrower.phone, capcode, sid } });
}

async function attack(origin: string, share: number) {
  let sent = 0;
  let remaining = requests;
  const codes: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (remaining > 0) {
        remaining -= 1;
        const answer = await attempt(origin, newStranger(), Math.random() < share);
        codes[answer.code] = (codes[answer.code] ?? 0) + 1;
        if (answer.success) sent += 1;
      }
    }),
  );
  const honest = await attempt(origin, newStranger(), true);
  return { sent, codes, honest: honest.code };
}

async function measure(): Promise<void> {
  const figures: Record<string, Awaited<ReturnType<typeof attack>>> = {};
  try {
    for (const [name, share] of Object.entries(readers)) {
      // A new server for each, because the test is about the limit per day.
      const folder = makeDataFolder();
      const product = await startProduct(folder, async (origin) => {
        const response = await fetch(`${origin}/health/ready`);
        if (!response.ok) throw new Error(String(response.status));
      });
      const found = await attack(product.origin, share);
      figures[name] = found;
      console.log(
        `${name.padEnd(20)} ${found.sent} messages per ${requests} hostile requests; an honest visitor then: ${found.honest}`,
      );
      await product.stop();
      folder.remove();
    }
  } finally {
    await stopAll();
  }
  judge('messages to robots that solve no captcha', figures['read none']?.sent ?? Number.NaN, { atMost: 5 });
  judge('messages to robots that solve every captcha', figures['read all']?.sent ?? Number.NaN, {
    atMost: 200,
  });
  storeResults('pumping', { requests, figures });
}

await measure();
