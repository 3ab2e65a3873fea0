import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { smsCode } from '@hiram/contract/account';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import { startHiram } from '../../../test/support/processes/running-server.ts';
import { readConfig } from '../../context/config.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { httpSms as createHttpSms, type SmsRequest } from './http-sms.ts';

const received: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
const answerOk = (response: ServerResponse) => response.end('{}');
let answer: (response: ServerResponse) => unknown = answerOk;
const httpSms = (request: SmsRequest, timeoutMs?: number) => createHttpSms(() => request, timeoutMs);
const provider = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body });
    answer(response);
  });
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    provider.listen(0, '127.0.0.1', resolve);
  });
  const address = provider.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterEach(() => {
  answer = answerOk;
});
afterAll(() => {
  provider.close();
  provider.closeAllConnections();
});

const message = { reference: 'r-1', phone: '+639171234567', text: 'Say "hi" & bye\n₱5', voice: false };

test('a provider is called by its request template: JSON, a form, or an address alone', async () => {
  const json = { 'content-type': 'application/json' };
  await httpSms({
    url: `${origin}/send`,
    method: 'POST',
    headers: json,
    body: '{"to":"{{phone}}","msg":"{{text}}","id":"{{reference}}"}',
  }).send(message);
  expect(JSON.parse(received.at(-1)?.body ?? '')).toEqual({
    to: message.phone,
    msg: message.text,
    id: 'r-1',
  });
  await httpSms({
    url: `${origin}/send`,
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'to={{digits}}&msg={{text}}',
  }).send(message);
  expect(Object.fromEntries(new URLSearchParams(received.at(-1)?.body))).toEqual({
    to: '639171234567',
    msg: message.text,
  });
  await httpSms({ url: `${origin}/send?to={{phone}}&m={{text}}`, method: 'GET', headers: {}, body: '' }).send(
    message,
  );
  expect(new URL(received.at(-1)?.url ?? '', origin).searchParams.get('m')).toBe(message.text);
});

test('a provider that rejects or does not answer is unavailable, so the message waits in its queue [T235]', async () => {
  answer = (response) => response.writeHead(503).end('{}');
  await expect(
    httpSms({ url: `${origin}/send`, method: 'POST', headers: {}, body: '' }).send(message),
  ).rejects.toThrow('answered 503');
  await expect(
    httpSms({ url: 'http://127.0.0.1:1/', method: 'POST', headers: {}, body: '' }).send(message),
  ).rejects.toThrow('text messages:');
});

test('a code that expires before the provider is back is not sent any more', async () => {
  const cluster = inject('cluster');
  const request = { url: `${origin}/late`, body: '{{reference}}' };
  const hiram = await startHiram(cluster, { SMS_REQUEST: JSON.stringify(request) });
  const acceptedBodies = () => received.filter(({ url }) => url === '/late').map(({ body }) => body);
  try {
    answer = (response) => response.writeHead(503).end();
    for (const phone of ['13800000001', '13800000002'])
      expect((await hiram.send(smsCode, { phone }, { deviceId: phone })).success).toBe(true);
    const texts = (wanted: string) =>
      asOwner(cluster, hiram.database, async (owner) => {
        const { rows } = await owner.query<{ id: string; state: string }>(wanted);
        return rows;
      });
    const all = `select id, state from sms order by phone`;
    const [, fresh] = await hiram.until(
      () => texts(all),
      (rows) => rows.length === 2 && rows.every(({ id }) => acceptedBodies().includes(id)),
    );
    await texts(`update sms set created_at = created_at - interval '5 minutes' where phone like '%0001'`);
    received.length = 0;
    answer = answerOk;
    await hiram.until(
      () => texts(all),
      (rows) => rows.map(({ state }) => state).join() === 'failed,sent',
    );
    expect(acceptedBodies()).toEqual([fresh?.id]);
  } finally {
    await hiram.stop();
  }
});

const plain = (extra: Partial<SmsRequest> = {}): SmsRequest => ({
  url: `${origin}/send`,
  method: 'POST',
  headers: {},
  body: '',
  ...extra,
});

test.each<[string, string, (response: ServerResponse) => unknown]>([
  ['never answers', 'timeout', () => undefined],
  ['starts an answer and never completes it', 'timeout', (response) => response.write('{')],
  [
    'truncates its answer',
    'aborted',
    (response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"ok":', () => response.socket?.destroy());
    },
  ],
  ['closes the connection', 'socket hang up', (response) => response.socket?.destroy()],
  ['answers without end', 'too large', (response) => response.end('x'.repeat(1_000_000))],
  ['is called too often', 'answered 429', (response) => response.writeHead(429).end()],
])('a provider that %s is reported unavailable, quickly', async (_what, expectedMessage, how) => {
  answer = how;
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const sent = httpSms(plain(), 500).send(message);
  await expect(sent).rejects.toThrow(Unavailable);
  await expect(sent).rejects.toThrow(expectedMessage);
  expect(timer.mock.calls.map(([, ms]) => ms)).toContain(500);
  timer.mockRestore();
});

test('a redirect from a provider is not followed: message and secret go nowhere else [T106]', async () => {
  for (const status of [301, 302, 307, 308]) {
    answer = (response) => response.writeHead(status, { location: `${origin}/elsewhere` }).end();
    await expect(httpSms(plain({ headers: { authorization: 'Bearer k' } })).send(message)).rejects.toThrow(
      Unavailable,
    );
  }
  expect(received.some(({ url }) => url.startsWith('/elsewhere'))).toBe(false);
});

test('headers are filled like the body, and a message in one cannot break the line', async () => {
  const headers = { 'Idempotency-Key': '{{reference}}', 'X-To': '{{phone}}', 'X-Text': '{{text}}' };
  await httpSms(plain({ headers })).send({ ...message, text: 'a\r\nx-evil: 1₱' });
  expect(received.at(-1)?.headers).toMatchObject({
    'idempotency-key': message.reference,
    'x-to': message.phone,
    'x-text': 'a%0D%0Ax-evil%3A%201%E2%82%B1',
  });
  expect(received.at(-1)?.headers).not.toHaveProperty('x-evil');
});

function configured(environment: Record<string, string>) {
  return readConfig(
    { SANDBOX: '1', DATA_KEY: 'ab'.repeat(32), ...environment },
    fileURLToPath(new URL('../../../../..', import.meta.url)),
  );
}

test('the secret in a header is rotated in its file without a restart, and an invalid file changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-data-sms-'));
  const file = join(folder, 'request.json');
  const write = (text: string) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    vi.setSystemTime(Date.now() + 1_100);
  };
  const withKey = (key: string) =>
    JSON.stringify({ url: `${origin}/send`, headers: { authorization: `Bearer ${key}` }, body: '{{text}}' });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    write(withKey('old'));
    const { sms } = configured({ SMS_REQUEST_FILE: file }).providers;
    if (!sms) throw new Error('no text messages');
    const port = createHttpSms(sms);
    const used = async () => {
      await port.send(message);
      return received.at(-1)?.headers.authorization;
    };
    expect(await used()).toBe('Bearer old');
    write(withKey('fresh'));
    expect(await used()).toBe('Bearer fresh');
    for (const text of ['{"url":', '{}', JSON.stringify({ url: origin, body: '{{who}}' })]) {
      write(text);
      expect(await used()).toBe('Bearer fresh');
    }
    write(withKey('third'));
    expect(await used()).toBe('Bearer third');
    rmSync(file);
    vi.setSystemTime(Date.now() + 1_100);
    expect(await used()).toBe('Bearer third');
  } finally {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  }
});

test('an invalid template stops the start with one clear line that contains no secret', () => {
  for (const [text, line] of [
    ['not json', ' is not JSON'],
    ['{"url":"ftp://x"}', ': url must be an http or https address'],
    [
      '{"url":"https://x.example","headers":{"authorization":"Bearer a\\nb"}}',
      ': headers.authorization must be one line of printable ASCII',
    ],
    ['{"url":"https://x.example","body":"{{who}}"}', ' uses {{who}}, which has no value'],
  ] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'hiram-data-sms-'));
    writeFileSync(join(folder, 'request.json'), text);
    expect(() => configured({ SMS_REQUEST: text })).toThrow(new ConfigError(`SMS_REQUEST${line}`));
    expect(() => configured({ SMS_REQUEST_FILE: join(folder, 'request.json') })).toThrow(
      new ConfigError(`SMS_REQUEST_FILE${line}`),
    );
    rmSync(folder, { recursive: true });
  }
  expect(() => configured({ SMS_REQUEST_FILE: '/nowhere/request.json' })).toThrow(
    new ConfigError('SMS_REQUEST_FILE cannot be read'),
  );
});
