import { setTimeout as pause } from 'node:timers/promises';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { loanDetails, orderList, withdraw } from '@hiram/contract/order';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { actAs } from '../src/platform/database/actor.ts';
import { inLongTransaction, openServerPool } from '../src/platform/database/connection/connect.ts';
import { serverOnLine } from './support/database/database-line.ts';
import { asOwner, serverEndpoint } from './support/database/throwaway-cluster.ts';

const wallet = {
  cardType: 2,
  walletCode: 'GXCHPHM2',
  walletNumber: '09171234567',
  holderName: 'Maria Santos',
};

const server = serverOnLine();

test('beside a silent database each call is answered in time, and the server recovers [T072]', async () => {
  const borrower = await server.hiram.borrower({ state: '170' });
  server.way.state = 'held';
  let isAnswered = false;
  const answering = server.hiram.send(orderList, {}, borrower.context).finally(() => {
    isAnswered = true;
  });
  // The load balancer learns it before the call fails, by the status that lets requests in progress finish.
  await server.hiram.until(server.ready, (status) => status === 404);
  expect(isAnswered).toBe(false);
  // The connection never answers: without the server's own limit the test would time out.
  expect(await answering).toMatchObject({ status: 503, code: '50300' });
  await server.watchedWithoutDatabase();
  server.way.state = 'open';
  await server.hiram.until(
    () => server.hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    (again) => again.status === 200,
  );
});

test('dead database connections are abandoned, and queued work continues [T232]', async () => {
  const borrower = await server.hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await server.hiram.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context);
  server.way.forget();
  const deadline = Date.now() + 60_000;
  const within = async <T>(ask: () => Promise<T>, wanted: (answer: T) => boolean) => {
    for (let answer = await ask(); !wanted(answer); answer = await ask()) {
      if (Date.now() > deadline) throw new Error(`never came: ${JSON.stringify(answer)}`);
      await pause(100);
    }
  };
  await within(
    () =>
      server.hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context, { key: 'withdraw-once' }),
    (answer) => answer.success,
  );
  await within(
    () => server.hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context),
    (answer) => answer.data.orderStatus === 170,
  );
});

test('while a long statement is silent, another connection that falls silent is abandoned as usual [T1337]', async () => {
  const { db } = server.hiram.server.appContext;
  const longEnd = actAs('a test', () =>
    inLongTransaction(db, (trx) => sql`select pg_sleep(600)`.execute(trx)),
  ).then(
    () => 'done',
    () => 'broken',
  );
  await pause(1_000);
  await sql`select 1`.execute(db);
  server.way.forget();
  await expect(sql`select 1`.execute(db)).rejects.toThrow('does not answer');
  server.way.state = 'cut';
  expect(await longEnd).toBe('broken');
});

test('a silent server holds an order’s row briefly; who waited in vain is told to return [T233]', async () => {
  const cluster = inject('cluster');
  const borrower = await server.hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await server.hiram.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context);
  const key = { key: 'withdraw-once' };
  const hold = `begin; select from loan_order where id = '${borrower.orderId}' for update`;
  await asOwner(cluster, server.hiram.database, async (owner) => {
    await owner.query(hold);
    const refused = await server.hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context, key);
    expect(refused).toMatchObject({ status: 503, code: '50300', success: false });
  });
  const silent = openServerPool(serverEndpoint(cluster, server.hiram.database), 1);
  const client = await silent.connect();
  await client.query(hold);
  expect(
    await server.hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context, key),
  ).toMatchObject({
    success: true,
  });
  client.release(true);
  await silent.end();
});
