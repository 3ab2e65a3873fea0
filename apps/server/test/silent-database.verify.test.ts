import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { loanDetails, orderList, withdraw } from '@hiram/contract/order';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openServerPool } from '../src/platform/database/connect.ts';
import { type Hiram, startHiram } from './support/running-server.ts';
import { type Line, line } from './support/tcp-proxy.ts';
import { asOwner, serverEndpoint } from './support/throwaway-cluster.ts';

const wallet = {
  cardType: 2,
  walletCode: 'GXCHPHM2',
  walletNumber: '09171234567',
  holderName: 'Maria Santos',
};

let way: Line;
let hiram: Hiram;
beforeEach(async () => {
  const cluster = inject('cluster');
  way = await line({ path: join(cluster.socketDir, '.s.PGSQL.5432') });
  hiram = await startHiram({ ...cluster, port: way.port });
});
afterEach(async () => {
  way.state = 'open';
  await hiram.stop();
  await way.close();
});

const ready = async () => (await fetch(`${hiram.origin}/health/ready`)).status;

/** The time that a metrics collector waits. */
const collectorTimeoutMs = 10_000;

/** Metrics without the database arrive before a collector gives up; those that need it are left out. */
async function watchedWithoutDatabase(): Promise<void> {
  const answer = await fetch(`${hiram.origin}/metrics`, { signal: AbortSignal.timeout(collectorTimeoutMs) });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text).toMatch(/^hiram_process_start_time_seconds \d/m);
  expect(text).toMatch(/^hiram_call_seconds_count\{/m);
  expect(text).not.toMatch(/^hiram_(payout_oldest_seconds|late_promises)\b/m);
}

test('the database is silent on open connections: each call is answered in time, and the server recovers [T072]', {
  timeout: 60_000,
}, async () => {
  const borrower = await hiram.borrower({ state: '170' });
  way.state = 'held';
  let isAnswered = false;
  const answering = hiram.send(orderList, {}, borrower.context).finally(() => {
    isAnswered = true;
  });
  // The load balancer learns it before the call fails, by the status that lets requests in progress finish.
  await hiram.until(ready, (status) => status === 404);
  expect(isAnswered).toBe(false);
  // The connection never answers: without the server's own limit the test would time out.
  expect(await answering).toMatchObject({ status: 503, code: '50300' });
  await watchedWithoutDatabase();
  way.state = 'open';
  await hiram.until(
    () => hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    (again) => again.status === 200,
  );
});

test('dead database connections are abandoned, and queued work continues [T232]', {
  timeout: 90_000,
}, async () => {
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await hiram.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context);
  way.forget();
  const deadline = Date.now() + 60_000;
  const within = async <T>(ask: () => Promise<T>, wanted: (answer: T) => boolean) => {
    for (let answer = await ask(); !wanted(answer); answer = await ask()) {
      if (Date.now() > deadline) throw new Error(`never came: ${JSON.stringify(answer)}`);
      await pause(100);
    }
  };
  await within(
    () => hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context, { key: 'withdraw-once' }),
    (answer) => answer.success,
  );
  await within(
    () => hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    (answer) => answer.data.orderStatus === 170,
  );
});

test('a silent server holds an order’s row only briefly, and a caller that waited in vain is told to come again [T233]', {
  timeout: 60_000,
}, async () => {
  const cluster = inject('cluster');
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await hiram.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context);
  const key = { key: 'withdraw-once' };
  const hold = `begin; select from loan_order where id = '${borrower.orderId}' for update`;
  await asOwner(cluster, hiram.database, async (owner) => {
    await owner.query(hold);
    const refused = await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context, key);
    expect(refused).toMatchObject({ status: 503, code: '50300', success: false });
  });
  const silent = openServerPool(serverEndpoint(cluster, hiram.database), 1);
  const client = await silent.connect();
  await client.query(hold);
  expect(await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context, key)).toMatchObject({
    success: true,
  });
  client.release(true);
  await silent.end();
});
