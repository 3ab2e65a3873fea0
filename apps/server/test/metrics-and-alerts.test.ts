import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { asId } from '@hiram/contract/ids';
import { payCode } from '@hiram/contract/repay';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Hiram, startHiram } from './support/running-server.ts';
import { asOwner } from './support/throwaway-cluster.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'));
});
afterAll(() => hiram.stop());

const metrics = async () => (await fetch(`${hiram.origin}/metrics`)).text();
const own = (text: string) =>
  new Set(
    [...text.matchAll(/\bhiram_[a-z_]+/g)]
      .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
      // Metrics of the process itself, as every Node server has them, and the login's name.
      .filter((name) => !/^hiram_((process|nodejs)_|app$|reports$)/.test(name)),
  );

test('every metric is described and used by an alert, and every named metric exists', async () => {
  const found = own([...(await metrics()).matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name).join(' '));
  expect(found.size).toBeGreaterThan(10);
  expect([...own(read('docs/operations.md'))].sort()).toEqual([...found].sort());
  expect([...own(read('docs/alerts.yml'))].sort()).toEqual([...found].sort());
});

test('every alert has its runbook, and every runbook its alert', () => {
  const alerts = [...read('docs/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  const stated = new Set(
    [...read('docs/operations.md').matchAll(/`(Hiram[A-Z]\w+)`/g)].map(([, name = '']) => name),
  );
  expect(alerts.length).toBeGreaterThan(10);
  expect([...stated].sort()).toEqual([...alerts].sort());
});

test('metrics are right: payouts without an end, held payments, jobs and the daily run', async () => {
  const before = await metrics();
  expect(before).toMatch(/^hiram_ledger_broken 0$/m);
  expect(before).toMatch(/^hiram_daily_run_age_seconds\{name="ledger check",brand="all"\} \d/m);
  expect(before).toMatch(/^hiram_payments_held 0$/m);
  const borrower = await hiram.borrower({ state: '151', with: { inside: 0 } });
  const { db } = hiram.server.appContext;
  const order = await db
    .selectFrom('loan_order')
    .select(['borrower_id', 'id'])
    .where('id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('payment')
    .values({
      borrower_id: order.borrower_id,
      id: asId(order.id),
      order_id: order.id,
      provider: 'sandbox',
      provider_payment_id: 'held',
      amount: 1,
      paid_on: '2026-01-01',
      confirmed_on: '2026-01-01',
      state: 'held',
      received_at: new Date(),
    })
    .execute();
  const after = await metrics();
  expect(after).toMatch(/^hiram_payouts_unsettled\{state="requested"\} 1$/m);
  expect(after).toMatch(/^hiram_payments_held 1$/m);
});

test('answers to callers and of providers are counted by call and status class, from 0 on', async () => {
  const cluster = inject('cluster');
  let status = 503;
  const gateway = createServer((_request, response) => void response.writeHead(status).end('{}'));
  await new Promise<void>((resolve) => void gateway.listen(0, '127.0.0.1', resolve));
  const address = gateway.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const lender = await startHiram(cluster, {
    PROVIDER_URL: `http://127.0.0.1:${port}`,
    PROVIDER_SECRET: 'x'.repeat(20),
    WEBHOOK_SECRET: 'y'.repeat(20),
  });
  const seen = async (line: string) => {
    const text = await (await fetch(`${lender.origin}/metrics`)).text();
    const found = text.split('\n').find((value) => value.startsWith(`${line} `));
    return found === undefined ? undefined : Number(found.slice(line.length + 1));
  };
  try {
    expect(await seen('hiram_calls_total{call="payCode",class="5xx"}')).toBe(0);
    expect(await seen('hiram_calls_total{call="/api/webhook/:provider",class="5xx"}')).toBe(0);
    const borrower = await lender.borrower({ state: '174' });
    const before = (await seen('hiram_provider_answers_total{provider="gateway",outcome="5xx"}')) ?? 0;
    const ask = () =>
      lender.send(
        payCode,
        { orderId: borrower.orderId, amount: 10_000, channelNumber: '10001' },
        borrower.context,
      );
    expect((await ask()).status).toBe(503);
    expect(await seen('hiram_calls_total{call="payCode",class="5xx"}')).toBe(1);
    expect(await seen('hiram_provider_answers_total{provider="gateway",outcome="5xx"}')).toBe(before + 1);
    status = 401;
    expect((await ask()).status).toBe(503);
    expect(await seen('hiram_provider_answers_total{provider="gateway",outcome="denied"}')).toBe(1);
    gateway.close();
    gateway.closeAllConnections();
    expect((await ask()).status).toBe(503);
    expect(await seen('hiram_provider_answers_total{provider="gateway",outcome="none"}')).toBe(1);
    expect(await seen('hiram_calls_total{call="payCode",class="5xx"}')).toBe(3);
  } finally {
    gateway.close();
    await lender.stop();
  }
});

test('a database that answers but cannot be written makes readiness fail and sets a metric with an alert', async () => {
  const cluster = inject('cluster');
  const lender = await startHiram(cluster);
  const ready = async () => {
    const response = await fetch(`${lender.origin}/health/ready`);
    return [response.status, JSON.parse(await response.text()).status];
  };
  try {
    // PostgreSQL's error when a page finds no space on the disk.
    await asOwner(cluster, lender.database, (owner) =>
      owner.query(
        `create function disk_full() returns trigger language plpgsql as $$ begin
           raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
         create trigger disk_full before insert on write_probe for each row execute function disk_full()`,
      ),
    );
    await lender.until(ready, ([status]) => status === 404);
    expect(await ready()).toEqual([404, 'database cannot be written']);
    expect(await (await fetch(`${lender.origin}/metrics`)).text()).toMatch(/^hiram_database_well 0$/m);
    await asOwner(cluster, lender.database, (owner) => owner.query('drop trigger disk_full on write_probe'));
    await lender.until(ready, ([status]) => status === 200);
    expect(await lender.server.appContext.db.selectFrom('write_probe').selectAll().execute()).toEqual([]);
  } finally {
    await lender.stop();
  }
});
