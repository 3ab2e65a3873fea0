import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { commonCodes } from '@hiram/contract/envelope';
import { en } from '@hiram/server/src/brands/texts/en.ts';
import { fil } from '@hiram/server/src/brands/texts/fil.ts';
import { id } from '@hiram/server/src/brands/texts/id.ts';
import { raw } from '@hiram/server/test/support/inputs/raw-request.ts';
import { freePort } from '@hiram/server/test/support/processes/free-port.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { balancerSettings, hasBalancer } from './balancer.ts';

const script = fileURLToPath(new URL('./echo.ts', import.meta.url));

interface Echo {
  readonly name: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** The paths of the calls that arrived. */
  readonly asked: string[];
}

async function startEcho(name: string, ms: number): Promise<Echo> {
  const child = spawn(process.execPath, [script, name, String(ms)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const requests: string[] = [];
  const port = await new Promise<number>((resolve) =>
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [what, value = ''] = line.split(' ');
      if (what === 'port') resolve(Number(value));
      else requests.push(value);
    }),
  );
  return { name, port, child, asked: requests };
}

const until = (what: () => boolean | Promise<boolean>) =>
  vi.waitUntil(what, { timeout: 10_000, interval: 20 });

if (!hasBalancer()) console.warn('HAProxy is not installed: its behaviour when a server dies is not tested.');
describe.skipIf(!hasBalancer())('a server behind the load balancer', { timeout: 30_000 }, () => {
  let folder: string;
  let echo: Echo;
  let two: Echo;
  let balancer: ChildProcess;
  let port: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hiram-balancer-'));
    [echo, two] = await Promise.all([startEcho('one', 1_200), startEcho('two', 0)]);
    port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, balancerSettings(port, [echo, two]));
    balancer = spawn('/usr/sbin/haproxy', ['-f', file, '-db'], { stdio: 'ignore' });
    await until(async () => (await call('/api/v3/home/index')).status === 200);
    await until(async () => (await call('/api/v3/home/index')).text === 'one');
  });
  afterEach(() => {
    for (const child of [balancer, echo.child, two.child]) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  /**
   * Each call has a connection of its own, as it has a stream of its own over HTTP/2. HAProxy closes an HTTP/1.1 connection
   * without an answer if a server dies over a call that is not the connection's first.
   */
  async function call(path: string, headers: Record<string, string> = {}) {
    const started = performance.now();
    const { status, text } = await raw(port, 'POST', path, { headers, body: '{}' }).catch(() => ({
      status: 0,
      text: '',
    }));
    return { status, text, ms: performance.now() - started };
  }

  /** Sends calls until one of this path has reached the first server, which has not answered it yet. */
  async function underWay(path: string, headers?: Record<string, string>) {
    const arrived = () => echo.asked.filter((requested) => requested === path).length;
    for (let tries = 0; tries < 10; tries += 1) {
      const before = arrived();
      const answer = call(path, headers);
      const answeredBy = await Promise.race([
        answer.then(() => 'answered'),
        until(() => arrived() > before).then(() => 'waits'),
      ]);
      if (answeredBy === 'waits') return { answer };
    }
    throw new Error('the load balancer never uses the first server');
  }

  test('goes silent: the other server answers callers within seconds if it is safe to repeat', async () => {
    const [keyed, read, login] = [
      await underWay('/api/v3/loan-confirm/push', { 'idempotency-key': 'k-1234567890' }),
      await underWay('/api/v3/loan-details/loan-details'),
      await underWay('/api/v3/account/login'),
    ];
    const logins = () => two.asked.filter((path) => path.endsWith('/login')).length;
    const before = logins();
    echo.child.kill('SIGSTOP');
    for (const { answer } of [keyed, read]) {
      const { status, text, ms } = await answer;
      expect({ status, text }).toEqual({ status: 200, text: 'two' });
      expect(ms).toBeLessThan(6_000);
    }
    // The first try uses up a one-time code, so a second try would be rejected as wrong.
    const { status, text } = await login.answer;
    expect(status).toBe(502);
    expect(JSON.parse(text)).toMatchObject({ success: false, message: en['common.unavailable'] });
    expect(logins()).toBe(before);
  });

  test('dies: the other server answers its running calls if safe to repeat, else rejects them', async () => {
    const [keyed, read, notice, login, click] = await Promise.all([
      underWay('/api/v3/loan-confirm/push', { 'idempotency-key': 'k-1234567890' }),
      underWay('/api/v3/loan-details/loan-details'),
      underWay('/api/webhook/xendit'),
      underWay('/api/v3/account/login'),
      underWay('/api/track-click', { 'idempotency-key': 'k-1234567890' }),
    ]);
    const once = () => two.asked.filter((path) => /login|track-click/.test(path)).length;
    const before = once();
    echo.child.kill('SIGKILL');
    for (const { answer } of [keyed, read, notice])
      expect(await answer).toMatchObject({ status: 200, text: 'two' });
    for (const { answer } of [login, click]) {
      const { status, text } = await answer;
      expect({ status, text }).toEqual({
        status: 502,
        text: expect.stringContaining(commonCodes.unavailable),
      });
    }
    expect(once()).toBe(before);
    for (let next = 0; next < 20; next += 1)
      expect(await call('/api/v3/account/login')).toMatchObject({ status: 200, text: 'two' });
  });

  test('announces its stop: it gets no new calls and answers the running ones', async () => {
    const login = await underWay('/api/v3/account/login');
    echo.child.kill('SIGUSR2');
    expect(await login.answer).toMatchObject({ status: 200, text: 'one' });
    await until(async () => {
      const { length } = echo.asked;
      await Promise.all(Array.from({ length: 4 }, () => call('/api/v3/home/index')));
      return echo.asked.length === length;
    });
  });

  test('HAProxy’s own answers have the security headers that a server’s have', async () => {
    for (const { child } of [echo, two]) child.kill('SIGKILL');
    await until(async () => (await call('/api/v3/home/index')).text.startsWith('{'));
    for (const path of ['/api/v3/home/index', '/order']) {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      expect(status).toBe(503);
      expect(Object.fromEntries(headers)).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'content-security-policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  test('is the only one and fails: the load balancer answers in the call’s format and language', async () => {
    for (const { child } of [echo, two]) child.kill('SIGKILL');
    await until(async () => (await call('/api/v3/home/index')).text.startsWith('{'));
    for (const [lang, texts] of [
      ['en', en],
      ['fil', fil],
      ['id', id],
      ['', en],
    ] as const) {
      const { status, text } = await call(`/api/v3/account/login?lang=${lang}`);
      expect({ status, ...JSON.parse(text) }).toEqual({
        status: 503,
        success: false,
        code: commonCodes.unavailable,
        message: texts['common.unavailable'],
        data: {},
      });
    }
  });
});
