import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { calls } from '@hiram/contract/calls';
import { homeIndex } from '@hiram/contract/home';
import { getSid } from '@hiram/contract/promotion';
import { expect, inject, test } from 'vitest';
import { asOwner, createDatabase, dropDatabase } from './support/database/throwaway-cluster.ts';
import { converse, raw } from './support/inputs/raw-request.ts';
import { lendersBrands } from './support/processes/lenders-brands.ts';
import { type Hiram, startHiram } from './support/processes/running-server.ts';
import { setUpHiram } from './support/processes/set-up.ts';

const hiram = setUpHiram({ PUBLIC_URL: 'https://borrow.hiram.example' });

test('every answer has security headers: a policy, frames, its type, no referrer, TLS for a year [T054]', async () => {
  const assets = readdirSync(`${hiram.server.appContext.config.webDir}/assets`);
  const [asset, style] = ['.js', '.css'].map((end) => assets.find((name) => name.endsWith(end)) ?? '');
  const { data } = await hiram.send(getSid, {}, { deviceId: 'fences' });
  const requests: [string, string, RegExp][] = [
    ['GET', '/order', /^text\/html; charset=utf-8$/],
    ['HEAD', '/order', /^text\/html; charset=utf-8$/],
    ['GET', '/no-such-page', /^text\/html; charset=utf-8$/],
    ['GET', '/promotion', /^text\/html; charset=utf-8$/],
    ['GET', `/assets/${asset}`, /^(text|application)\/javascript; charset=utf-8$/],
    ['GET', `/assets/${style}`, /^text\/css; charset=utf-8$/],
    ['GET', '/assets/none.js', /^text\/plain; charset=utf-8$/],
    ['GET', '/robots.txt', /^text\/plain; charset=utf-8$/],
    ['GET', '/sitemap.xml', /^application\/xml; charset=utf-8$/],
    ['GET', '/health/live', /^application\/json; charset=utf-8$/],
    ['POST', `/api${homeIndex.path}`, /^application\/json; charset=utf-8$/],
    ['GET', '/api/no-such-call', /^application\/json; charset=utf-8$/],
    ['POST', '/api/webhook/nobody', /^application\/json; charset=utf-8$/],
    ['GET', `/api/get-captcha?sid=${data.sid}`, /^image\/png$/],
  ];
  for (const [method, path, type] of requests) {
    const { headers, status } = await raw(hiram.server.port, method, path);
    expect(headers['content-type'], `${method} ${path} ${status}`).toMatch(type);
    expect([path, headers]).toMatchObject([
      path,
      {
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      },
    ]);
    const policy = String(headers['content-security-policy']);
    expect(policy, path).toMatch(/^default-src 'none'; /);
    expect(policy, path).toContain("base-uri 'none'");
    // Our own pages and the sandbox’s host may frame documents; no other page may frame anything.
    expect(policy, path).toMatch(/frame-ancestors ('none'|'self'( http:\/\/127\.0\.0\.1:\d+)?)$/);
    expect(headers, path).not.toHaveProperty('server');
    expect(headers, path).not.toHaveProperty('x-powered-by');
  }
});

test('a malformed request, or one that Node itself rejects, is answered with security headers [T132]', async () => {
  const requests: [string, number][] = [
    ['NO REQUEST\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost x\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['GET /order HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['POST /api/x HTTP/1.1\r\nHost: x\r\nExpect: nothing\r\nConnection: close\r\n\r\n', 417],
  ];
  for (const [request, status] of requests) {
    const { text } = await converse(hiram.server.port, (socket) => socket.write(request));
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect([request.slice(0, 20), head.slice(9, 12)]).toEqual([request.slice(0, 20), String(status)]);
    for (const header of [
      'x-content-type-options: nosniff',
      'referrer-policy: no-referrer',
      "content-security-policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'strict-transport-security: max-age=31536000; includeSubDomains',
    ])
      expect([request.slice(0, 20), head.toLowerCase()]).toEqual([
        request.slice(0, 20),
        expect.stringContaining(header.toLowerCase()),
      ]);
    if (status === 417) continue;
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
    expect(JSON.parse(body)).toMatchObject({ success: false, code: '40000', data: {} });
  }
});

test('an unknown method does nothing and echoes nothing [T176]', async () => {
  const canary = randomBytes(12).toString('hex');
  for (const method of ['TRACE', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
    for (const path of ['/order', '/assets/', `/api${homeIndex.path}`]) {
      const { status, text } = await raw(hiram.server.port, method, path, {
        headers: { 'x-canary': canary },
      });
      expect([method, path, status]).toEqual([method, path, 404]);
      expect(text).not.toContain(canary);
    }
});

test('no action is a GET, so a link or picture of another site changes nothing [T136]', async () => {
  const readByGet = calls.filter((call) => call.method === 'GET' && call.caller !== 'sandbox');
  // A visit and a click are counted. They sign nobody in and have no other effect.
  expect(readByGet.map((call) => call.name).sort()).toEqual([
    'channelTemplate',
    'getSid',
    'trackClick',
    'trackVisit',
  ]);
  const { context } = await hiram.borrower({ state: 'ready' });
  for (const contractCall of calls.filter((call) => call.method === 'POST' && call.caller !== 'sandbox'))
    expect([
      contractCall.name,
      (await raw(hiram.server.port, 'GET', `/api${contractCall.path}?${new URLSearchParams(context)}`))
        .status,
    ]).toEqual([contractCall.name, 404]);
});

test('a body of another content type is rejected, also if its text is JSON [T135]', async () => {
  const { context } = await hiram.borrower({ state: 'ready' });
  const path = `/api${homeIndex.path}?${new URLSearchParams(context)}`;
  for (const type of ['text/plain', 'text/xml', 'application/x-yaml', 'application/json-seq'])
    expect([
      type,
      (await raw(hiram.server.port, 'POST', path, { headers: { 'content-type': type }, body: '{}' })).status,
    ]).toEqual([type, 400]);
  expect(
    (
      await raw(hiram.server.port, 'POST', path, {
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).status,
  ).toBe(200);
});

test('a repeated parameter and names with a meaning in JavaScript are rejected [T194]', async () => {
  const { context } = await hiram.borrower({ state: 'ready' });
  const query = new URLSearchParams(context);
  const path = `/api${homeIndex.path}?${query}`;
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(
    await raw(hiram.server.port, 'POST', `${path}&sessionId=another`, { headers: json, body: '{}' }),
  ).toMatchObject({
    status: 400,
  });
  expect(
    await raw(hiram.server.port, 'POST', `/api/v3/loan-details/loan-details?${query}`, {
      headers: form,
      body: 'orderId=a&orderId=b',
    }),
  ).toMatchObject({ status: 400 });
  for (const body of ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'])
    expect([body, (await raw(hiram.server.port, 'POST', path, { headers: json, body })).status]).toEqual([
      body,
      400,
    ]);
  for (const name of ['__proto__', 'constructor', '__proto__[polluted]', 'toString'])
    expect([
      name,
      (await raw(hiram.server.port, 'POST', path, { headers: form, body: `${encodeURIComponent(name)}=1` }))
        .status,
    ]).toEqual([name, 400]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('a request with two lengths, or a length and chunks, is closed before any of it is read [T070]', async () => {
  const head = `POST /api${homeIndex.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  for (const lengths of [
    'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n',
    'Content-Length: 2\r\nContent-Length: 40\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Content-Length : 2\r\n',
  ]) {
    const { text } = await converse(hiram.server.port, (socket) =>
      socket.write(`${head}${lengths}\r\n{}GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n`),
    );
    expect([lengths, text.slice(0, 12)]).toEqual([lengths, 'HTTP/1.1 400']);
    expect(text).not.toContain('live"');
  }
});

test('only built files are served, and no list of them [T175]', async () => {
  for (const path of [
    '/.git/config',
    '/.env',
    '/package.json',
    '/assets/',
    '/assets',
    '/assets/../build.json',
    '/assets/%2e%2e/build.json',
    '/assets/..%2fbuild.json',
    '/assets/%00',
    '/assets/....//build.json',
    '/pages/order.html',
  ]) {
    const { status, text } = await raw(hiram.server.port, 'GET', path);
    expect([path, status < 400]).toEqual([path, false]);
    expect([path, /"mask"|\[core\]|href="order/.test(text)]).toEqual([path, false]);
  }
});

test('outside the sandbox its features are absent [T093]', async () => {
  const lender = await startHiram(inject('cluster'), {
    SANDBOX: '0',
    BRAND: 'ph',
    BRANDS_DIR: lendersBrands(),
    HOST: '127.0.0.1',
    PROVIDER_URL: 'https://gateway.hiram.example',
    PROVIDER_SECRET: 'x'.repeat(20),
    WEBHOOK_SECRET: 'y'.repeat(20),
  });
  try {
    expect((await fetch(`${lender.origin}/health/ready`)).status).toBe(200);
    for (const contractCall of calls.filter((call) => call.caller === 'sandbox'))
      expect([contractCall.name, (await lender.send(contractCall, {})).status]).toEqual([
        contractCall.name,
        404,
      ]);
    for (const path of ['/metrics', '/api/docs', '/host', '/host-files/index.html'])
      expect([path, (await fetch(`${lender.origin}${path}`)).status]).toEqual([path, 404]);
    for (const path of ['/metrics', '/api/docs', '/host'])
      expect([path, (await fetch(`${hiram.origin}${path}`)).status]).toEqual([path, 200]);
  } finally {
    await lender.stop();
  }
});

test('the simulated app keeps its address’s brand where it moves to its own origin [T1320]', async () => {
  const at = `http://localhost:${hiram.server.port}/host?brand=ph`;
  const { status, headers } = await fetch(at, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, `${hiram.server.hostUrl}?brand=ph`]);
});

test('the caller’s address is the connection’s, or a header’s from a trusted proxy alone [T139]', async () => {
  const addressOf = async (server: Hiram, deviceId: string, forwarded: string) => {
    await server.send(getSid, {}, { deviceId }, { headers: { 'x-forwarded-for': forwarded } });
    const row = await server.server.appContext.db
      .selectFrom('visitor')
      .select('address')
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow();
    return row.address;
  };
  expect(await addressOf(hiram, 'forger', '203.0.113.7')).toBe('127.0.0.1');
  const behind = await startHiram(inject('cluster'), { TRUST_PROXY: '1' });
  try {
    // The proxy appends the real address; what a caller wrote before it is not trusted.
    expect(await addressOf(behind, 'behind', '203.0.113.7, 198.51.100.9')).toBe('198.51.100.9');
  } finally {
    await behind.stop();
  }
});

test('an internal error shows its number and no details, and the log has the number too [T198]', async () => {
  const cluster = inject('cluster');
  const name = await createDatabase(cluster);
  const lines: string[] = [];
  const broken = await startHiram(
    cluster,
    { LOG_LEVEL: 'info' },
    {
      database: name,
      logTo: {
        write: (line) => lines.push(line),
      },
    },
  );
  try {
    const { context } = await broken.borrower({ state: 'ready' });
    await asOwner(cluster, name, (client) => client.query('alter table product rename to gone'));
    const answer = await broken.send(homeIndex, {}, context);
    expect(answer).toMatchObject({ status: 500, success: false, data: {} });
    const output = JSON.stringify(answer);
    expect(output).not.toMatch(/relation|product|select|\.ts|node_modules|42P01/i);
    const id = /"id":"([0-9a-f-]{36})"/.exec(output)?.[1];
    expect(id).toBeDefined();
    expect(lines.filter((line) => line.includes(String(id)) && line.includes('42P01'))).toHaveLength(1);
  } finally {
    await broken.stop();
    await dropDatabase(cluster, name);
  }
});

test('more requests than people make are rejected with a time to come again [T128]', async () => {
  const flooded = await startHiram(inject('cluster'), { TRUST_PROXY: '1' });
  try {
    const socket = connect(flooded.server.port, '127.0.0.1');
    const item = 'GET /api/code-image/none.svg HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n';
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    const answers = () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
    // An address may have 612 requests at once, so they are sent in parts.
    for (let sent = 550; sent <= 6_050; sent += 550) {
      socket.write(item.repeat(550));
      await flooded.until(
        async () => answers().length,
        (all) => all === sent,
      );
    }
    socket.destroy();
    const served = answers().filter((status) => status === '404').length;
    // Requests of one packet are counted together, so the last packet before the limit may be rejected as a
    // whole.
    expect(served).toBeLessThanOrEqual(6_000);
    expect(served).toBeGreaterThan(4_500);
    expect(answers().filter((status) => status === '429')).toHaveLength(6_050 - served);
    // Another address is not affected by the flood.
    const ask = (address: string) =>
      fetch(`${flooded.origin}/api/code-image/none.svg`, { headers: { 'x-forwarded-for': address } });
    const refused = await ask('198.51.100.1');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await ask('198.51.100.2')).status).toBe(404);
  } finally {
    await flooded.stop();
  }
});
