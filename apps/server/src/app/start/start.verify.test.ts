import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loanDetails } from '@hiram/contract/order';
import { expect, inject, test } from 'vitest';
import {
  asOwner,
  createDatabase,
  dropDatabase,
  ownerEndpoint,
  serverEndpoint,
} from '../../../test/support/database/throwaway-cluster.ts';
import { openPool } from '../../platform/database/connection/connect.ts';
import { migrate } from '../../platform/database/migrate.ts';

test('six servers start at once on an empty database', async () => {
  const cluster = inject('cluster');
  const name = `empty_${Date.now()}`;
  await asOwner(cluster, 'postgres', (client) => client.query(`create database ${name}`));
  await Promise.all(Array.from({ length: 6 }, () => migrate(ownerEndpoint(cluster, name), true)));
  const pool = openPool(serverEndpoint(cluster, name));
  expect((await pool.query('select count(*)::int as n from installation')).rows).toEqual([{ n: 1 }]);
  await pool.end();
  await dropDatabase(cluster, name);
});

test('after a kill between any steps of the main job each acknowledged action is there once [T119]', async () => {
  const cluster = inject('cluster');
  const name = await createDatabase(cluster);
  const file = fileURLToPath(new URL('../../../test/support/servers/serve-forever.ts', import.meta.url));
  /** The server runs in its own process, so that the test can kill it with SIGKILL. */
  const run = () =>
    new Promise<{ origin: string; kill: () => Promise<void> }>((resolve) => {
      const child = spawn(process.execPath, ['--conditions=source', file, cluster.socketDir, name], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child.stdout.on('data', (text: Buffer) => {
        const origin = /http:\/\/\S+/.exec(text.toString())?.[0];
        if (origin)
          resolve({
            origin,
            kill: () =>
              new Promise((gone) => {
                child.on('exit', () => gone());
                child.kill('SIGKILL');
              }),
          });
      });
    });
  let server = await run();
  const ask = async (path: string, body: object, query: Record<string, string> = {}) => {
    const response = await fetch(`${server.origin}/api${path}?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const envelope: { data: Record<string, string & number> } = JSON.parse(await response.text());
    return envelope.data;
  };
  const crash = async () => {
    await server.kill();
    server = await run();
  };
  const record = await ask('/sandbox/borrower', { state: 'ready' });
  const mine = { sessionId: String(record.sessionId) };
  const pushed = await ask(
    '/v3/loan-confirm/push',
    { amount: 1_200_000, periods: 120, termUnit: 'day', productId: record.productId },
    mine,
  );
  await crash();
  const orderId = new URL(String(pushed.lendDetailsUrl), server.origin).searchParams.get('orderId') ?? '';
  // A job that the killed server was doing begins again when its heartbeat is missed, at most half a minute later.
  const until = async (wanted: (data: Record<string, number>) => boolean) => {
    for (let tries = 0; tries < 1_600; tries += 1) {
      const data = await ask(loanDetails.path, { orderId }, mine);
      if (wanted(data)) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('never came');
  };
  await until((data) => data.orderStatus === 151);
  await ask(
    '/v3/loan-details/bind-card-new',
    { cardType: '2', walletCode: 'GXCHPHM2', walletNumber: '09171234567', holderName: 'Maria Santos' },
    mine,
  );
  await crash();
  await ask('/v3/loan-details/withdraw', { orderId }, mine);
  await crash();
  await until((data) => data.orderStatus === 170);
  const code = await ask('/v3/repay/pay-code', { orderId, amount: 346_310, channelNumber: '10001' }, mine);
  await crash();
  const payCode = new URL(String(code.payUrl), server.origin).searchParams.get('payCode') ?? '';
  await ask('/sandbox/pay', { payCode });
  await crash();
  const pool = openPool(serverEndpoint(cluster, name));
  const count = async (table: string) =>
    (
      await pool.query<{ n: number }>(`select count(*)::int as n from ${table} where order_id = $1`, [
        orderId,
      ])
    ).rows[0]?.n;
  expect([await count('payout'), await count('payment'), await count('payment_code')]).toEqual([1, 1, 1]);
  const sums = await pool.query<{ sum: string }>('select sum(amount) from journal_line where order_id = $1', [
    orderId,
  ]);
  expect(Number(sums.rows[0]?.sum)).toBe(0);
  await pool.end();
  await server.kill();
  await dropDatabase(cluster, name);
});
