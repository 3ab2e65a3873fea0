import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { asId } from '@hiram/contract/ids';
import { payCode } from '@hiram/contract/repay';
import { expect, inject, test } from 'vitest';
import { orderRowOf } from './support/database/rows.ts';
import { asOwner } from './support/database/throwaway-cluster.ts';
import { startHiram } from './support/processes/running-server.ts';
import { setUpHiram } from './support/processes/set-up.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const hiram = setUpHiram();

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
  expect([...own(read('docs/reference.md'))].sort()).toEqual([...found].sort());
  // Connections are for looking, those that wait for one are the alert.
  const watched = [...found].filter((name) => name !== 'hiram_pool_connections');
  expect([...own(read('docs/alerts.yml'))].sort()).toEqual(watched.sort());
});

test('the name of a counter ends in _total, and no other metric has such a name [T770]', async () => {
  // Those of Node itself have the names that prom-client gives them.
  const types = [...(await metrics()).matchAll(/^# TYPE (hiram_(?!nodejs|process)\w+) (\w+)/gm)];
  const totals = types.filter(([, name = '']) => name.endsWith('_total'));
  expect(totals.map(([, name]) => name)).toEqual(
    types.filter(([, , type]) => type === 'counter').map(([, name]) => name),
  );
  expect(totals.length).toBeGreaterThan(3);
});

test('every alert says what happened and leads to a runbook that exists [T771]', () => {
  const runbooks = new Set(
    [...read('docs/runbooks.md').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\d -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
  const rules = read('docs/alerts.yml').split('- alert: ').slice(1);
  for (const rule of rules) {
    const [name] = rule.split('\n');
    expect(rule, name).toMatch(/^ {8}labels: \{ severity: (page|ticket) \}$/m);
    expect(rule, name).toMatch(/^ {10}summary: '.{10,}'$/m);
    const anchor = /^ {10}runbook_url: docs\/runbooks\.md#(\S+)$/m.exec(rule)?.[1] ?? '';
    expect(runbooks, name).toContain(anchor);
    // The alert's own runbook names it.
    const text = read('docs/runbooks.md')
      .split(/^## /m)
      .filter((part) => part.includes(`\`${name}\``));
    const headings = text.map((part) =>
      part
        .split('\n')[0]
        ?.toLowerCase()
        .replace(/[^\p{L}\d -]/gu, ''),
    );
    expect(headings.map((heading) => heading?.replaceAll(' ', '-'))).toContain(anchor);
  }
});

test('every alert fires in a test of promtool, and is silent in one [T772]', () => {
  const cases = ['', '.minutes', '.hours'].map((part) => read(`docs/alerts${part}.test.yml`)).join('');
  for (const [, name = ''] of read('docs/alerts.yml').matchAll(/alert: (\w+)/g)) {
    expect(cases).toMatch(new RegExp(`alertname: ${name}\n +eval_time: \\w+\n +exp_alerts:\n +- exp_labels`));
    expect(cases).toMatch(new RegExp(`alertname: ${name}, eval_time: \\w+, exp_alerts: \\[\\] }`));
  }
});

test('three servers that tell the same are one alert: no rule of a gauge keeps the server [T773]', () => {
  const rules = read('docs/alerts.yml').split('- alert: ').slice(1);
  for (const rule of rules)
    expect(rule).toMatch(/expr: (>-\n +)?(absent|count|sum|max|min|histogram_quantile)\b/);
});

test('a server tells its disk, its pools and its event loop, and the age of the backup [T774]', async () => {
  const text = await metrics();
  expect(text).toMatch(/^hiram_disk_free_ratio 0\.\d+$/m);
  expect(text).toMatch(/^hiram_pool_connections\{pool="borrowers",state="used"\} \d+$/m);
  expect(text).toMatch(/^hiram_pool_connections\{pool="console",state="idle"\} \d+$/m);
  expect(text).toMatch(/^hiram_pool_waiting\{pool="borrowers"\} 0$/m);
  expect(text).toMatch(/^hiram_nodejs_eventloop_lag_p99_seconds [\d.]+$/m);
  expect(text).toMatch(/^hiram_refusals_total\{call="payCode",outcome="fault"\} 0$/m);
  // No backup was made: since the installation, which was in this run.
  const age = () => metrics().then((answer) => Number(/^hiram_backup_age_seconds (\S+)$/m.exec(answer)?.[1]));
  const installed = await age();
  expect(installed).toBeGreaterThan(0);
  const entry = (action: string, ago: string) =>
    asOwner(inject('cluster'), hiram.database, (owner) =>
      owner.query(
        `insert into audit_entry (at, login, action, subject, subject_id)
         values (now() - $2::interval, session_user, $1, 'installation', 'all')`,
        [action, ago],
      ),
    );
  await entry('backup complete', '2 days');
  expect(await age()).toBeGreaterThan(2 * 86_400 - 1);
  // One that began and failed counts for nothing.
  await entry('backup', '1 hour');
  expect(await age()).toBeGreaterThan(2 * 86_400 - 1);
  await entry('backup complete', '1 hour');
  expect(await age()).toBeLessThan(3_700);
});

test('the calls of the console are counted beside those of the borrowers [T784]', async () => {
  const url = `${hiram.server.console?.url}/api/console/nothing-here`;
  const counted = async () =>
    Number(/^hiram_calls_total\{call="other",class="4xx"\} (\d+)$/m.exec(await metrics())?.[1] ?? 0);
  const before = await counted();
  expect((await fetch(url)).status).toBe(404);
  await expect.poll(counted).toBe(before + 1);
});

test('statements that wait for a connection are counted [T775]', async () => {
  const { db } = hiram.server.appContext;
  const waiting = async () =>
    Number(/^hiram_pool_waiting\{pool="borrowers"\} (\d+)$/m.exec(await hiram.server.app.metricsText())?.[1]);
  const gate = Promise.withResolvers<void>();
  // One more than the pool has: `lock` holds a connection until the gate opens.
  const busy = Array.from({ length: 21 }, () => db.connection().execute(() => gate.promise));
  expect(await waiting()).toBeGreaterThan(0);
  gate.resolve();
  await Promise.all(busy);
});

test('every alert has its runbook, and every runbook its alert', () => {
  const alerts = [...read('docs/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  const stated = new Set(
    [...read('docs/runbooks.md').matchAll(/`(Hiram[A-Z]\w+)`/g)].map(([, name = '']) => name),
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
  const order = await orderRowOf(hiram, borrower.orderId);
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
