import { connect } from 'node:net';
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

test('the database is cut off: calls fail clearly and at once, and the server recovers without loss [T231]', async () => {
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await hiram.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context);
  expect((await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)).success).toBe(true);
  way.state = 'cut';
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    ),
  );
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 503,
      code: '50300',
      success: false,
      message: expect.stringMatching(/again|later/i),
    });
  expect(await ready()).toBe(404);
  await watchedWithoutDatabase();
  way.state = 'open';
  await hiram.until(ready, (status) => status === 200);
  // The payout that was requested before succeeds without further action.
  await hiram.until(
    () => hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    (answer) => answer.data.orderStatus === 170,
  );
});

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
  expect([await ready(), isAnswered]).toEqual([404, false]);
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

test('a server that is told to stop reports it to the load balancer, answers running calls and does not wait for idle clients', {
  timeout: 40_000,
}, async () => {
  const other = await startHiram(inject('cluster'));
  const lazy = connect(other.server.port, '127.0.0.1');
  // A client that sends requests repeatedly and never reads.
  lazy.pause();
  const request = `GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n`;
  await new Promise((resolve) => lazy.once('connect', resolve));
  for (let index = 0; index < 2_000; index += 1) lazy.write(request);
  other.server.app.leave();
  // Not 503, at which the load balancer would close connections in use.
  expect((await fetch(`${other.origin}/health/ready`)).status).toBe(404);
  const live = await fetch(`${other.origin}/health/live`);
  expect([live.status, live.headers.get('connection')]).toEqual([200, 'close']);
  // A server that waited for this client would never stop: the test would time out.
  await other.stop();
  lazy.destroy();
});

test('a stopping server answers the running call and a new one, and keeps no connection alive', async () => {
  const cluster = inject('cluster');
  const other = await startHiram(cluster);
  const borrower = await other.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await other.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context);
  const arriving = connect(other.server.port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  arriving.on('data', (part: string) => {
    answer += part;
  });
  const closed = new Promise((resolve) => arriving.once('close', resolve));
  arriving.write('GET /health/live HTTP/1.1\r\nhost: x\r\n');
  const { underWay, stopped } = await asOwner(cluster, other.database, async (owner) => {
    await owner.query(`begin; select from loan_order where id = '${borrower.orderId}' for update`);
    const request = other.send(withdraw, { orderId: borrower.orderId }, borrower.context);
    await other.until(
      () => owner.query(`select from pg_locks where not granted`),
      ({ rowCount }) => rowCount !== 0,
    );
    const stop = other.stop();
    await other.until(
      async () => other.server.app.server.listening,
      (listening) => !listening,
    );
    arriving.write('\r\n');
    await owner.query('commit');
    return { underWay: request, stopped: stop };
  });
  const started = Date.now();
  expect(await underWay).toMatchObject({ status: 200, success: true });
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*\{"status":"live"\}$/is);
  await stopped;
  // Well within the ten seconds after which every connection is closed.
  expect(Date.now() - started).toBeLessThan(5_000);
});
