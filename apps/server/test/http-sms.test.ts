import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { ConfigError } from '../src/config-error.ts';
import { httpSms } from '../src/ports/http-sms.ts';

const heard: { method: string; url: string; type: string; body: string }[] = [];
let status = 200;
const provider = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    heard.push({ method, url, type: headers['content-type'] ?? '', body });
    response.writeHead(status).end('{}');
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
afterAll(() => provider.close());

const message = { reference: 'r-1', phone: '+639171234567', text: 'Say "hi" & bye\n₱5', voice: false };

test('a provider is asked by the template of its request: JSON, a form, or an address alone', async () => {
  const json = { 'content-type': 'application/json' };
  await httpSms({
    url: `${origin}/send`,
    method: 'POST',
    headers: json,
    body: '{"to":"{{phone}}","msg":"{{text}}","id":"{{reference}}"}',
  }).send(message);
  expect(JSON.parse(heard.at(-1)?.body ?? '')).toEqual({ to: message.phone, msg: message.text, id: 'r-1' });
  await httpSms({
    url: `${origin}/send`,
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'to={{digits}}&msg={{text}}',
  }).send(message);
  expect(Object.fromEntries(new URLSearchParams(heard.at(-1)?.body))).toEqual({
    to: '639171234567',
    msg: message.text,
  });
  await httpSms({ url: `${origin}/send?to={{phone}}&m={{text}}`, method: 'GET', headers: {}, body: '' }).send(
    message,
  );
  expect(new URL(heard.at(-1)?.url ?? '', origin).searchParams.get('m')).toBe(message.text);
});

test('a provider that refuses or is not there is told as away, so that the message waits in its queue', async () => {
  status = 503;
  await expect(
    httpSms({ url: `${origin}/send`, method: 'POST', headers: {}, body: '' }).send(message),
  ).rejects.toThrow('answered 503');
  status = 200;
  await expect(
    httpSms({ url: 'http://127.0.0.1:1/', method: 'POST', headers: {}, body: '' }).send(message),
  ).rejects.toThrow('text messages:');
});

test('a template that is none is one clear line at the start', () => {
  const read = (SMS_REQUEST: string) =>
    readConfig(
      { SANDBOX: '1', DATA_KEY: 'ab'.repeat(32), SMS_REQUEST },
      fileURLToPath(new URL('../../..', import.meta.url)),
    );
  for (const [text, line] of [
    ['not json', 'SMS_REQUEST is no JSON'],
    ['{"url":"ftp://x"}', 'SMS_REQUEST: url must be an http or https address'],
    ['{"url":"https://x.example","body":"{{who}}"}', 'SMS_REQUEST names {{who}}, which nothing fills'],
  ] as const)
    expect(() => read(text)).toThrow(new ConfigError(line));
});
