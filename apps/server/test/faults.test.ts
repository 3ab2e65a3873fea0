import { connect } from 'node:net';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { expect, inject, test } from 'vitest';
import { serverOnLine } from './support/database/database-line.ts';
import { asOwner } from './support/database/throwaway-cluster.ts';
import { startHiram } from './support/processes/running-server.ts';

const wallet = {
  cardType: 2,
  walletCode: 'GXCHPHM2',
  walletNumber: '09171234567',
  holderName: 'Maria Santos',
};

const server = serverOnLine();

test('the database is cut off: calls fail clearly and at once, and the server recovers without loss [T231]', async () => {
  const borrower = await server.hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await server.hiram.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context);
  expect((await server.hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)).success).toBe(
    true,
  );
  server.way.state = 'cut';
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      server.hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    ),
  );
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 503,
      code: '50300',
      success: false,
      message: expect.stringMatching(/again|later/i),
    });
  expect(await server.ready()).toBe(404);
  await server.watchedWithoutDatabase();
  server.way.state = 'open';
  await server.hiram.until(server.ready, (status) => status === 200);
  // The payout that was requested before succeeds without further action.
  await server.hiram.until(
    () => server.hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    (answer) => answer.data.orderStatus === 170,
  );
});

test('a server that is told to stop answers running calls and does not wait for idle clients', async () => {
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
