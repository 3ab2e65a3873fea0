import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { uploadProblemImg } from '@hiram/contract/complaint';
import { commonCodes } from '@hiram/contract/envelope';
import { loanDetails } from '@hiram/contract/order';
import { getSid } from '@hiram/contract/promotion';
import { en } from '@hiram/server/src/brands/texts/en.ts';
import { fil } from '@hiram/server/src/brands/texts/fil.ts';
import { id } from '@hiram/server/src/brands/texts/id.ts';
import { childEnvironment } from '@hiram/server/test/support/child-environment.ts';
import { end } from '@hiram/server/test/support/end.ts';
import { freePort } from '@hiram/server/test/support/free-port.ts';
import { asOwner, createDatabase, dropDatabase } from '@hiram/server/test/support/throwaway-cluster.ts';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { hasNginx, nginx, nginxSettings } from './nginx.ts';
import { ownRoot } from './parts.ts';

const deploy = (file: string) => readFileSync(join(ownRoot, 'docs/deploy', file), 'utf8');

let folder: string;
const children = new Set<ChildProcess>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hiram-nginx-'));
});
afterEach(async () => {
  for (const child of children) await stop(child, 'SIGKILL');
  rmSync(folder, { recursive: true });
});

function run(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const child = spawn(program, args, {
    cwd: ownRoot,
    env: { ...childEnvironment(), ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.add(child);
  return child;
}

async function stop(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  children.delete(child);
  await end(child, signal);
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await what())) {
    if (Date.now() > deadline) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** nginx in front of these servers; it ends with the test. Returns its origin. */
async function balance(servers: readonly { port: number }[]): Promise<string> {
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, nginxSettings(port, servers, folder));
  // One process, so that to kill it is to kill all of it.
  run(nginx, ['-c', file, '-p', folder, '-g', 'daemon off; master_process off;']);
  const origin = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${origin}/health/live`).then(
      () => true,
      () => false,
    ),
  );
  return origin;
}

async function call(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body: '{}', headers });
  return { status: response.status, text: await response.text() };
}

const echo = fileURLToPath(new URL('./echo.ts', import.meta.url));

/** A server that answers with its name after some time, and tells of each call that arrives. */
async function startEcho(name: string, ms: number) {
  const child = run(process.execPath, [echo, name, String(ms)]);
  const asked: string[] = [];
  const port = await new Promise<number>((resolve) => {
    if (!child.stdout) throw new Error('it says nothing');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [what, value = ''] = line.split(' ');
      if (what === 'port') resolve(Number(value));
      else asked.push(value);
    });
  });
  return { child, port, asked };
}

test('nginx retries the same calls as HAProxy and gives the same answers while no server is available', () => {
  const [haproxy, other] = [deploy('haproxy.cfg'), deploy('nginx.conf')];
  const ends = [...haproxy.matchAll(/acl twice_is_once path_end (.*)/g)].flatMap(([, all = '']) =>
    all.split(' '),
  );
  const same = [...other.matchAll(/^ {4}~\/\((.*)\)\$ 1;$/gm)].flatMap(([, all = '']) =>
    all.split('|').map((end) => `/${end}`),
  );
  expect(ends.length).toBeGreaterThan(20);
  expect(same.sort()).toEqual(ends.sort());
  const words = [...other.matchAll(/"message":"(.*?)"/g)].map(([, message = '']) => message);
  expect(words).toHaveLength(3);
  for (const message of words) expect(haproxy).toContain(message);
});

test('nginx’s own answers have the security headers that HAProxy’s have', () => {
  const [haproxy, other] = [deploy('haproxy.cfg'), deploy('nginx.conf')];
  const rules = [...haproxy.matchAll(/http-after-response set-header (\S+) "(.*)" unless/g)];
  expect(rules.map(([, name]) => name)).toContain('Strict-Transport-Security');
  for (const [, name = '', value = ''] of rules) {
    const map = new RegExp(
      `map \\$upstream_http_${name.toLowerCase().replaceAll('-', '_')} (\\$\\w+) \\{\\n    "" "(.*)";`,
    );
    const [, variable, same] = map.exec(other) ?? [];
    expect(same).toBe(value);
    // At the server, and again where a location has headers of its own; without TLS there is no Strict-Transport-Security.
    const times = name === 'Strict-Transport-Security' ? 2 : 3;
    expect(other.split(`add_header ${name} ${variable} always;`)).toHaveLength(times + 1);
  }
});

if (!hasNginx())
  console.warn('nginx is not installed here: docs/deploy/nginx.conf is neither checked nor tried.');
describe.skipIf(!hasNginx())('behind nginx', { timeout: 60_000 }, () => {
  test('accepts the example’s configuration and speaks TLS', async () => {
    const pem = join(folder, 'hiram.pem');
    const make = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
    ];
    const parts = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync(
      'openssl',
      [...make, ...parts, '-keyout', join(folder, 'key'), '-out', join(folder, 'crt')],
      {
        stdio: 'pipe',
      },
    );
    const certificate = readFileSync(join(folder, 'crt'), 'utf8');
    writeFileSync(pem, readFileSync(join(folder, 'key'), 'utf8') + certificate);
    const one = await startEcho('one', 0);
    const port = await freePort();
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, nginxSettings(port, [one], folder, pem));
    execFileSync(nginx, ['-t', '-c', file, '-p', folder], { stdio: 'pipe' });
    run(nginx, ['-c', file, '-p', folder, '-g', 'daemon off; master_process off;']);
    const protocol = (maxVersion: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<string>((resolve) => {
        const options = { port, host: '127.0.0.1', servername: 'localhost', ca: certificate, maxVersion };
        const socket = connect({ ...options, minVersion: 'TLSv1' }, () => {
          resolve(String(socket.getProtocol()));
          socket.destroy();
        });
        socket.on('error', () => resolve('refused'));
      });
    await until(async () => (await protocol('TLSv1.3')) === 'TLSv1.3');
    expect([await protocol('TLSv1.2'), await protocol('TLSv1.1')]).toEqual(['TLSv1.2', 'refused']);
    const wrong = readFileSync(file, 'utf8').replace(
      'proxy_next_upstream_tries 2;',
      'proxy_next_upstream_tries two;',
    );
    writeFileSync(file, wrong);
    expect(() => execFileSync(nginx, ['-t', '-c', file, '-p', folder], { stdio: 'pipe' })).toThrow(
      /invalid number/,
    );
  });

  test('a server dies: its running calls are answered by the other server if safe to repeat, else rejected with a message; later calls are unaffected', async () => {
    const [one, two] = await Promise.all([startEcho('one', 5_000), startEcho('two', 0)]);
    const origin = await balance([one, two]);
    /** Asks until a call of this path lies at the first server, which has not answered it yet. */
    const underWay = async (path: string, headers?: Record<string, string>) => {
      for (let tries = 0; tries < 10; tries += 1) {
        const before = one.asked.length;
        const answer = call(origin + path, headers);
        const where = await Promise.race([
          answer.then(() => 'answered'),
          until(() => one.asked.length > before).then(() => 'waits'),
        ]);
        if (where === 'waits') return { answer };
      }
      throw new Error('the first server is never asked');
    };
    const [keyed, read, notice, login, click] = [
      await underWay('/api/v3/loan-confirm/push', { 'idempotency-key': 'k-1234567890' }),
      await underWay('/api/v3/loan-details/loan-details'),
      await underWay('/api/webhook/xendit'),
      await underWay('/api/v3/account/login'),
      await underWay('/api/track-click', { 'idempotency-key': 'k-1234567890' }),
    ];
    const once = () => two.asked.filter((path) => /login|track-click/.test(path)).length;
    const before = once();
    await stop(one.child, 'SIGKILL');
    for (const { answer } of [keyed, read, notice])
      expect(await answer).toEqual({ status: 200, text: 'two' });
    for (const { answer } of [login, click]) {
      const { status, text } = await answer;
      expect([status, JSON.parse(text)]).toEqual([
        503,
        expect.objectContaining({ code: commonCodes.unavailable }),
      ]);
    }
    expect(once()).toBe(before);
    for (let next = 0; next < 20; next += 1)
      expect(await call(`${origin}/api/v3/account/login`)).toEqual({ status: 200, text: 'two' });
  });

  test('two real servers: pictures pass, the caller’s address counts, no session is logged, and a stop or a death goes unnoticed', async () => {
    const { socketDir } = inject('cluster');
    const database = await createDatabase(inject('cluster'));
    const [first, second] = [await freePort(), await freePort()];
    const serve = async (port: number) => {
      const child = run(process.execPath, ['--conditions=source', 'apps/server/src/main.ts'], {
        SANDBOX: '1',
        DATABASE_URL: `postgres://hiram_app@localhost/${database}?host=${socketDir}`,
        DATABASE_OWNER_URL: `postgres://hiram_owner@localhost/${database}?host=${socketDir}`,
        DATA_KEY: 'ab'.repeat(32),
        DATA_DIR: folder,
        TRUST_PROXY: '1',
        LOG_LEVEL: 'silent',
        PORT: String(port),
      });
      await new Promise<void>((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)));
        child.stdout?.on('data', (text: Buffer) => {
          if (text.includes('Hiram is ready')) resolve();
        });
      });
      return child;
    };
    const one = await serve(first);
    const two = await serve(second);
    const origin = await balance([{ port: first }, { port: second }]);
    const ask = async (path: string, body: object, query: Record<string, string> = {}) => {
      const response = await fetch(`${origin}/api${path}?${new URLSearchParams(query)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, ...JSON.parse(await response.text()) };
    };
    const { data: who } = await ask('/sandbox/borrower', { state: '180' });
    const mine = { sessionId: String(who.sessionId), deviceId: 'device-1' };
    // Larger than what nginx takes unless it is told.
    const noise = Buffer.from(
      Array.from({ length: 1_500 * 1_500 * 3 }, (_, i) => (i * 7_919 + (i >> 7)) % 251),
    );
    const photo = await sharp(noise, { raw: { width: 1_500, height: 1_500, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(photo.length).toBeGreaterThan(1_200_000);
    const form = new FormData();
    form.set('problemImage', new Blob([Uint8Array.from(photo)], { type: 'image/png' }), 'photo.png');
    const sent = await fetch(`${origin}/api${uploadProblemImg.path}?${new URLSearchParams(mine)}`, {
      method: 'POST',
      body: form,
    });
    const picture = JSON.parse(await sent.text());
    expect(picture).toMatchObject({ success: true });
    expect((await fetch(new URL(picture.data.url, origin))).status).toBe(200);

    // What a caller writes of their own address is nobody's word.
    await fetch(`${origin}/api${getSid.path}?deviceId=forger`, {
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    const seen = await asOwner(inject('cluster'), database, (client) =>
      client.query('select address from visitor'),
    );
    expect(seen.rows).toEqual([{ address: '127.0.0.1' }]);

    const counts = { answered: 0, wrong: [] as unknown[] };
    let over = false;
    const load = Array.from({ length: 4 }, async () => {
      while (!over) {
        const answer = await ask(loanDetails.path, { orderId: who.orderId }, mine);
        if (answer.status === 200 && answer.data.orderStatus === 180) counts.answered += 1;
        else counts.wrong.push(answer);
      }
    });
    const more = async () => {
      const { answered } = counts;
      await until(() => counts.answered > answered + 40 || counts.wrong.length > 0);
    };
    await more();
    await stop(one, 'SIGTERM');
    await more();
    await serve(first);
    // It is asked again: the other one may go.
    const answers = () =>
      readFileSync(join(folder, 'access.log'), 'utf8').split(` 127.0.0.1:${first}\n`).length;
    const before = answers();
    await until(() => answers() > before + 10);
    await stop(two, 'SIGKILL');
    await more();
    over = true;
    await Promise.all(load);
    expect(counts.wrong).toEqual([]);
    const said =
      readFileSync(join(folder, 'access.log'), 'utf8') + readFileSync(join(folder, 'error.log'), 'utf8');
    expect(said).toContain('/loan-details/loan-details 200');
    expect(said).not.toContain(mine.sessionId);
    for (const child of children) await stop(child, 'SIGKILL');
    await dropDatabase(inject('cluster'), database);
  });

  test('no server is left: a call is answered in its own form and language', async () => {
    const [one, two] = await Promise.all([startEcho('one', 0), startEcho('two', 0)]);
    const origin = await balance([one, two]);
    await stop(one.child, 'SIGKILL');
    await stop(two.child, 'SIGKILL');
    for (const [lang, texts] of [
      ['en', en],
      ['fil', fil],
      ['id', id],
      ['', en],
    ] as const)
      for (const headers of [undefined, { 'idempotency-key': 'k-1234567890' }]) {
        const { status, text } = await call(`${origin}/api/v3/account/login?lang=${lang}`, headers);
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
