import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { login, smsCode } from '@hiram/contract/account';
import type { Call, SentInput, WireOutput } from '@hiram/contract/call';
import { homeIndex } from '@hiram/contract/home';
import { loanDetails, orderList } from '@hiram/contract/order';
import { instalmentDetail, laterCost, payCode } from '@hiram/contract/repay';
import { sandboxBorrower, sandboxPay, sandboxSms } from '@hiram/contract/sandbox';
import { afterEach, expect, inject, test } from 'vitest';
import { createDatabase, dropDatabase } from '../../test/support/database/throwaway-cluster.ts';
import { end } from '../../test/support/processes/end.ts';
import { type Hiram, startHiram } from '../../test/support/processes/running-server.ts';
import { checkLedger } from '../lending/ledger/ledger.ts';
import { runDueWork } from './scheduler.ts';

const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of ending.splice(0).reverse()) await stop();
});

const dayMs = 86_400_000;

/** A server in its own process, on a machine whose clock uses that time zone. */
async function serverIn(zone: string, database: string): Promise<string> {
  const file = fileURLToPath(new URL('../../test/support/servers/serve-forever.ts', import.meta.url));
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=source', file, inject('cluster').socketDir, database],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TZ: zone } },
  );
  ending.push(() => end(child));
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server ended')));
    child.stdout?.on('data', (text: Buffer) => {
      const origin = /http:\/\/\S+/.exec(text.toString())?.[0];
      if (origin) resolve(origin);
    });
  });
}

async function ask<C extends Call>(
  origin: string,
  call: C,
  input: SentInput<C>,
  context: Record<string, string> = {},
): Promise<WireOutput<C>> {
  const response = await fetch(`${origin}/api${call.path}?${new URLSearchParams(context)}`, {
    method: call.method,
    headers: { 'content-type': 'application/json' },
    ...(call.method === 'POST' ? { body: JSON.stringify(input) } : {}),
  });
  const answer = JSON.parse(await response.text());
  expect([call.name, answer.success, answer.message]).toEqual([call.name, true, answer.message]);
  return answer.data;
}

test('machines at opposite ends of the world’s time zones agree on every day and every cent [T236]', async () => {
  const cluster = inject('cluster');
  const name = await createDatabase(cluster);
  ending.push(() => dropDatabase(cluster, name));
  const [east, west] = await Promise.all([
    serverIn('Pacific/Kiritimati', name),
    serverIn('Pacific/Pago_Pago', name),
  ]);
  for (const [maker, state] of [
    [east, '170'],
    [west, '180'],
    [east, '174'],
    [west, '200'],
  ] as const) {
    const borrower = await ask(maker, sandboxBorrower, { state }, { deviceId: 'zones' });
    const signedInContext = { sessionId: borrower.sessionId, deviceId: 'zones' };
    const orderId = borrower.orderId ?? '';
    const all = (origin: string) =>
      Promise.all([
        ask(origin, homeIndex, {}, signedInContext),
        ask(origin, loanDetails, { orderId }, signedInContext),
        ask(origin, orderList, {}, signedInContext),
        ...(state === '200' || state === '170'
          ? []
          : [
              ask(origin, instalmentDetail, { orderId }, signedInContext),
              ask(origin, laterCost, { orderId }, signedInContext),
            ]),
      ]);
    expect(await all(east)).toEqual(await all(west));
  }
});

test('a business day starts at the lender’s midnight, to the second [T237]', async () => {
  // Midnight in Manila is 16:00 of the day before in Greenwich.
  let now = Date.parse('2026-12-31T15:59:58Z');
  const hiram = await start(() => new Date(now));
  const borrower = await hiram.borrower({ state: '180' });
  const late = async () =>
    (await hiram.send(laterCost, { orderId: borrower.orderId }, borrower.context)).data.overdueDays;
  const before = await late();
  now += 1_000;
  expect(await late()).toBe(before);
  now += 1_000;
  expect(await late()).toBe(before + 1);
});

test('a clock set back by an hour or by days loses nothing and charges nobody [T238]', async () => {
  const begun = Date.now();
  let aheadMs = 5 * dayMs;
  const hiram = await start(() => new Date(begun + aheadMs));
  const { appContext } = hiram.server;
  const borrower = await hiram.borrower({ state: '180' });
  const ownOrder = { orderId: borrower.orderId };
  const seen = async () => {
    const answers = [
      await hiram.send(homeIndex, {}, borrower.context),
      await hiram.send(loanDetails, ownOrder, borrower.context),
      await hiram.send(orderList, {}, borrower.context),
      await hiram.send(instalmentDetail, ownOrder, borrower.context),
      await hiram.send(laterCost, ownOrder, borrower.context),
    ];
    for (const answer of answers) expect([answer.status, answer.message]).toEqual([200, answer.message]);
    expect((await checkLedger(appContext.db)).broken).toEqual([]);
    const bill = answers[3]?.data as WireOutput<typeof instalmentDetail> | undefined;
    return bill?.repayAmount ?? 0;
  };
  const pay = async (amount: number) => {
    const { data } = await hiram.send(
      payCode,
      { ...ownOrder, amount, channelNumber: '10001' },
      borrower.context,
    );
    const code = new URL(data.payUrl, hiram.origin).searchParams.get('payCode') ?? '';
    const answer = await hiram.send(sandboxPay, { payCode: code, amount });
    expect([answer.success, answer.message]).toEqual([true, answer.message]);
    await hiram.until(
      () =>
        appContext.db
          .selectFrom('payment')
          .select('state')
          .where('order_id', '=', borrower.orderId)
          .execute(),
      (payments) => payments.filter(({ state }) => state === 'posted').length === paid + 1,
    );
    paid += 1;
  };
  let paid = 0;
  const owed = await seen();
  await pay(10_000);
  expect(await seen()).toBe(owed - 10_000);
  for (const back of [3_600_000, 3 * dayMs]) {
    aheadMs -= back;
    await runDueWork(appContext);
    const now = await seen();
    expect(now).toBeGreaterThanOrEqual(0);
    expect(now).toBeLessThanOrEqual(owed - paid * 10_000);
    await pay(10_000);
    await seen();
  }
  // Forward again: the same as if it had never been moved back, except for payments in between.
  aheadMs = 5 * dayMs;
  await runDueWork(appContext);
  const at = await seen();
  expect(at).toBeLessThanOrEqual(owed - paid * 10_000);
  expect(at).toBeGreaterThan(owed - paid * 10_000 - 2_000);
});

test('after a clock is set back a new code is available within a minute, and a session continues [T242]', async () => {
  const begun = Date.now();
  let aheadMs = 2 * 3_600_000;
  const hiram = await start(() => new Date(begun + aheadMs));
  const phone = '13812345678';
  const device = { deviceId: 'back' };
  expect((await hiram.send(smsCode, { phone }, device)).success).toBe(true);
  aheadMs = 0;
  const again = await hiram.send(smsCode, { phone }, device);
  if (!again.success) expect(Number(/\d+/.exec(again.message)?.[0])).toBeLessThanOrEqual(60);
  aheadMs = 60_000;
  expect((await hiram.send(smsCode, { phone }, device)).success).toBe(true);
  // A queue sends the texts: the test waits for each code.
  const sent = again.success ? 3 : 2;
  const messages = await hiram.until(
    async () => (await hiram.send(sandboxSms, { phone })).data.messages,
    (texts) => texts.length >= sent,
  );
  const codes = messages.map(({ code }) => code);
  const attempts = await Promise.all(
    [...new Set(codes)].map((code) => hiram.send(login, { phone, smsCode: code ?? '' }, device)),
  );
  // The latest code works, and only one.
  expect(attempts.filter(({ success }) => success)).toHaveLength(1);
});

async function start(now: () => Date): Promise<Hiram> {
  const hiram = await startHiram(inject('cluster'), {}, { now });
  ending.push(() => hiram.stop());
  return hiram;
}
