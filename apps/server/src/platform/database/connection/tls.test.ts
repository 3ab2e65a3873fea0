import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { type RequestOptions, request as secureRequest } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { freePort } from '../../../../test/support/processes/free-port.ts';
import { runHiram } from '../../../../test/support/processes/run-hiram.ts';
import { type Hiram, startHiram } from '../../../../test/support/processes/running-server.ts';
import { line } from '../../../../test/support/servers/tcp-proxy.ts';

const haproxy = '/usr/sbin/haproxy';
const folder = mkdtempSync(join(tmpdir(), 'hiram-tls-'));

/** A self-signed certificate for this machine, with its key, in the format that the load balancer reads. */
function certificate(): { pem: string; ca: string; key: string } {
  const [key, cert, pem] = ['key', 'cert', 'pem'].map((name) => join(folder, name));
  if (!key || !cert || !pem) throw new Error('no place');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', cert],
    { stdio: 'ignore' },
  );
  writeFileSync(pem, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
  return { pem, ca: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

/** The result of a handshake of only that version: its cipher, or the error. */
function handshake(port: number, ca: string, version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3', ciphers?: string) {
  return new Promise<string>((resolve) => {
    const socket = connect(
      {
        host: 'localhost',
        port,
        ca,
        minVersion: version,
        maxVersion: version,
        ...(ciphers ? { ciphers } : {}),
      },
      () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
        socket.end();
      },
    );
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(`refused ${error.code}`));
  });
}

function answerOf(
  send: typeof request,
  options: RequestOptions,
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    send(options, (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    })
      .on('error', reject)
      .end();
  });
}

test.runIf(existsSync(haproxy))(
  'the load balancer’s example accepts TLS 1.2 and 1.3 with strong suites alone [T047]',
  async () => {
    const { pem, ca } = certificate();
    const hiram: Hiram = await startHiram(inject('cluster'), {
      PUBLIC_URL: 'https://borrow.hiram.example',
      TRUST_PROXY: '1',
    });
    // Documents are rendered at the first request. The load balancer would take that second for a dead
    // server.
    await fetch(`${hiram.origin}/order`);
    const [secure, plain, staff, figures] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const input = readFileSync(
      fileURLToPath(new URL('../../../../../../docs/deploy/haproxy.cfg', import.meta.url)),
      'utf8',
    );
    const settings = input
      .replace('maxconn 20000', 'maxconn 200')
      .replace('bind :8443', `bind 127.0.0.1:${secure}`)
      .replace('/etc/haproxy/hiram.pem', pem)
      .replace('bind :8080', `bind 127.0.0.1:${plain}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${hiram.server.port}`)
      .replace(/^ {2}server two .*\n/gm, '')
      .replace('bind 127.0.0.1:8444', `bind 127.0.0.1:${staff}`)
      .replace('/etc/haproxy/console.pem', pem)
      .replace('127.0.0.1:3101', `127.0.0.1:${hiram.server.console?.port}`)
      .replace('check port 3001', `check port ${hiram.server.port}`)
      .replace('bind 127.0.0.1:8405', `bind 127.0.0.1:${figures}`)
      .replace('log /dev/log local0', 'log stdout format raw local0');
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, settings);
    const balancer = spawn(haproxy, ['-f', file, '-db'], { stdio: ['ignore', 'pipe', 'ignore'] });
    let log = '';
    balancer.stdout?.on('data', (chunk) => {
      log += String(chunk);
    });
    try {
      const to = { host: 'localhost', port: secure, ca };
      const deadline = Date.now() + 10_000;
      for (;;) {
        const ready = await answerOf(secureRequest, { ...to, path: '/health/ready' }).catch(() => undefined);
        if (ready?.status === 200) break;
        if (Date.now() > deadline) throw new Error('the load balancer does not answer');
        await pause(50);
      }
      expect(await handshake(secure, ca, 'TLSv1.3')).toMatch(/^TLSv1\.3 TLS_AES_256_GCM_SHA384$/);
      expect(await handshake(secure, ca, 'TLSv1.2')).toMatch(
        /^TLSv1\.2 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256$/,
      );
      expect(await handshake(secure, ca, 'TLSv1.1', 'ALL:@SECLEVEL=0')).toMatch(/^refused /);
      for (const cipher of ['AES128-SHA', 'AES256-GCM-SHA384', 'ECDHE-RSA-AES256-SHA'])
        expect(await handshake(secure, ca, 'TLSv1.2', `${cipher}:@SECLEVEL=0`)).toMatch(/^refused /);
      const page = await answerOf(secureRequest, { ...to, path: '/order' });
      expect(page).toMatchObject({
        status: 200,
        headers: { 'strict-transport-security': 'max-age=31536000; includeSubDomains' },
      });
      const clear = { host: '127.0.0.1', port: plain, headers: { host: 'borrow.hiram.example:8080' } };
      expect(await answerOf(request, { ...clear, path: '/order?x=1' })).toMatchObject({
        status: 308,
        headers: { location: 'https://borrow.hiram.example:8443/order?x=1' },
      });
      const call = await answerOf(request, { ...clear, path: '/api/v3/home/index', method: 'POST' });
      expect(call.status).toBe(403);
      expect(call.headers.location).toBeUndefined();
      // The log has the request's id, which the server's log has too, and no query.
      expect(log).toMatch(/ borrowers~? hiram\/one 200 \S+ \d+ ---- GET \/order [0-9a-f-]{36}\n/);
      expect(log).toMatch(/ plain \S+ 308 .* GET \/order /);
      expect(log).not.toContain('x=1');
      const console = { host: 'localhost', port: staff, ca };
      expect(await answerOf(secureRequest, { ...console, path: '/' })).toMatchObject({
        status: 200,
        headers: { 'content-security-policy': expect.stringContaining("script-src 'self'") },
      });
      const counted = await fetch(`http://127.0.0.1:${figures}/metrics`);
      expect(await counted.text()).toMatch(/^haproxy_backend_status\{proxy="console",state="UP"\} 1$/m);
      expect((await fetch(`http://127.0.0.1:${figures}/other`)).status).toBe(404);
      // HAProxy's own answers, while no server is there.
      await hiram.stop();
      for (const own of [to, console])
        expect(await answerOf(secureRequest, { ...own, path: '/' })).toMatchObject({
          status: 503,
          headers: {
            'strict-transport-security': 'max-age=31536000; includeSubDomains',
            'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
          },
        });
    } finally {
      balancer.kill('SIGKILL');
      await hiram.stop();
    }
  },
);

test('a database without TLS is rejected where TLS is required [T048]', async () => {
  const found = await line({ path: join(inject('cluster').socketDir, '.s.PGSQL.5432') });
  try {
    const ask = async (mode: string) => {
      const client = new pg.Client({
        connectionString: `postgres://hiram_owner@127.0.0.1:${found.port}/postgres?sslmode=${mode}`,
      });
      try {
        await client.connect();
        return (await client.query('select 1 as one')).rows;
      } finally {
        await client.end().catch(() => undefined);
      }
    };
    await expect(ask('verify-full')).rejects.toThrow(/does not support SSL/);
    expect(await ask('disable')).toEqual([{ one: 1 }]);
  } finally {
    await found.close();
  }
});

test('hiram migrate names the owner’s address in one line if TLS to the database fails [T2004]', async () => {
  const { ca: cert, key } = certificate();
  const migrate = (port: number) =>
    runHiram(['migrate'], {
      SANDBOX: '1',
      DATABASE_OWNER_URL: `postgres://hiram_owner:x@localhost:${port}/hiram?sslmode=verify-full`,
    });
  // PostgreSQL's answer to the request for TLS, then its handshake, with a certificate of nobody's CA.
  const untrusted = createServer((socket) => {
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => untrusted.listen(0, 'localhost', resolve));
  const address = untrusted.address();
  const plain = await line({ path: join(inject('cluster').socketDir, '.s.PGSQL.5432') });
  try {
    expect((await migrate(typeof address === 'object' && address ? address.port : 0)).output).toMatch(
      /^The database's certificate is not accepted: check DATABASE_OWNER_URL, and NODE_EXTRA_CA_CERTS .+\n$/,
    );
    expect((await migrate(plain.port)).output).toMatch(
      /^The database answers without TLS: check sslmode of DATABASE_OWNER_URL .+\n$/,
    );
  } finally {
    untrusted.close();
    await plain.close();
  }
});
