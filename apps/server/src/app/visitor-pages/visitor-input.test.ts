import { randomInt, randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { getSid, trackVisit } from '@hiram/contract/promotion';
import { sandboxCaptcha, sandboxSms } from '@hiram/contract/sandbox';
import { expect, inject, test } from 'vitest';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import { raw } from '../../../test/support/inputs/raw-request.ts';
import { everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';

const cluster = inject('cluster');
const lines: string[] = [];
const hiram = setUpHiram(
  { ...everyBrand, LOG_LEVEL: 'info' },
  { logTo: { write: (line) => lines.push(line) } },
);

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
const plain = '/promotion/plain';

const json = { 'content-type': 'application/json' };
const internalDetail = /22021|0x00|encoding|FST_|\.ts|node_modules|Internal Server Error/;

test('a null character from one visitor is rejected or removed and does not affect other visitors [T068]', async () => {
  const page = randomUUID();
  const others = [0, 1, 2].map((index) =>
    hiram.send(trackVisit, { page_id: page }, { deviceId: `${page} ${index}` }),
  );
  // Sent at the same time: one statement writes the events of many visitors.
  const answers = await Promise.all([
    ...others.map(async (other) => (await other).status),
    raw(hiram.server.port, 'GET', `${plain}?page_id=%00&user_from=${page}`).then(({ status }) => status),
    raw(hiram.server.port, 'GET', `${plain}?templateId=a%00b&user_from=${page}`).then(({ status }) => status),
  ]);
  expect(answers).toEqual([200, 200, 200, 200, 200]);
  const { rows } = await asOwner(cluster, hiram.database, (owner) =>
    owner.query('select count(*)::int as kept from promotion_event where page_id = $1', [page]),
  );
  expect(rows).toEqual([{ kept: 3 }]);
});

test('a device name that no database can store is the caller’s error, not a server fault', async () => {
  for (const name of ['deviceId', 'deviceName', 'osVersion', 'appVersion', 'lang'])
    for (const path of ['/api/get-sid', plain]) {
      const { status, text } = await raw(hiram.server.port, 'GET', `${path}?${name}=a%00b`);
      expect([path, name, status]).toEqual([path, name, 400]);
      expect(text).not.toMatch(internalDetail);
    }
  const login = await raw(hiram.server.port, 'POST', '/api/v3/account/sms-code?deviceId=%00', {
    headers: json,
    body: JSON.stringify({ phone: '13812345678' }),
  });
  expect(login.status).toBe(400);
});

test('an object in place of a text, beside the same name in the query, is rejected', async () => {
  const body = JSON.stringify({ phone: { toString: 1, valueOf: 1 } });
  expect(
    await raw(hiram.server.port, 'POST', '/api/v3/account/login?phone=1', { headers: json, body }),
  ).toMatchObject({
    status: 400,
  });
});

test('an error on a visitor page is shown as a page without internal details', async () => {
  const requests: [string, string, OutgoingHttpHeaders, string, number][] = [
    ['POST', plain, json, '{', 400],
    ['POST', plain, { 'content-type': 'text/xml' }, '<a/>', 400],
    ['POST', plain, formHeaders, `mobile=${'x'.repeat(100_000)}`, 400],
  ];
  for (const [method, path, headers, body, status] of requests) {
    const answer = await raw(hiram.server.port, method, path, { headers, body });
    expect([method, path, answer.status, answer.headers['content-type']]).toEqual([
      method,
      path,
      status,
      'text/html; charset=utf-8',
    ]);
    expect(answer.text).not.toMatch(internalDetail);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  }
  expect(
    (await raw(hiram.server.port, 'POST', plain, { headers: formHeaders, body: 'sid=a%00b&invite_code=%00' }))
      .status,
  ).toBe(200);
});

test('a fault on a visitor page shows its number, and the log has the same number [T199]', async () => {
  await asOwner(cluster, hiram.database, (owner) => owner.query('alter table visitor rename to gone'));
  try {
    const { status, text } = await raw(hiram.server.port, 'GET', `${plain}?lang=fil&appName=ph`);
    expect(status).toBe(500);
    expect(text).not.toMatch(/visitor|relation|42P01/);
    const id = /[0-9a-f-]{36}/.exec(text)?.[0];
    expect(lines.filter((line) => line.includes(String(id)) && line.includes('42P01'))).toHaveLength(1);
  } finally {
    await asOwner(cluster, hiram.database, (owner) => owner.query('alter table gone rename to visitor'));
  }
});

test('an unreadable address is rejected with security headers and is not echoed [T069]', async () => {
  for (const path of ['/order%ZZ', '/api/%ZZ', '/assets/%ZZ', `/api/agreement/${'x'.repeat(700)}`]) {
    const { status, headers, text } = await raw(hiram.server.port, 'GET', `${path}?sessionId=canary`);
    expect([path, status]).toEqual([path, 400]);
    expect(text).not.toMatch(/canary|ZZ|FST_/);
    expect(JSON.parse(text)).toMatchObject({ success: false, code: '40000', data: {} });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
    });
  }
  expect(lines.filter((line) => line.includes('canary'))).toEqual([]);
});

test('a source that is cut off in the middle of a character still opens an account', async () => {
  const source = `${'x'.repeat(199)}😀😀`;
  const query = new URLSearchParams({ user_from: source, templateId: `${'y'.repeat(63)}😀` });
  const phone = `138${String(randomInt(1e8)).padStart(8, '0')}`;
  const { sid } = (await hiram.send(getSid, {}, { deviceId: randomUUID() })).data;
  expect((await raw(hiram.server.port, 'GET', `/api/get-captcha?sid=${sid}`)).status).toBe(200);
  const { text: imgValidate } = (await hiram.send(sandboxCaptcha, { sid })).data;
  const sendVisit = (extra: Record<string, string>) =>
    raw(hiram.server.port, 'POST', `${plain}?${query}`, {
      headers: formHeaders,
      body: new URLSearchParams({ sid, mobile: phone, imgValidate, ...extra }).toString(),
    });
  expect((await sendVisit({ do: 'code' })).status).toBe(200);
  const { messages } = await hiram.until(
    async () => (await hiram.send(sandboxSms, { phone })).data,
    (inbox) => inbox.messages.length > 0,
  );
  const registered = await sendVisit({ do: 'register', smsCode: messages[0]?.code ?? '' });
  expect(registered.status).toBe(200);
  expect(registered.headers.refresh).toMatch(/^2; url=\/downloadTemplate\?/);
  const { rows } = await asOwner(cluster, hiram.database, (owner) =>
    owner.query(
      "select registration_source->>'user_from' as source, registration_source->>'template' as template from borrower",
    ),
  );
  expect(rows).toEqual([{ source: 'x'.repeat(199), template: 'y'.repeat(63) }]);
});

test('PROM-05 without scripts the first answer names a wrong number beside the captcha picture', async () => {
  const answer = await fetch(`${hiram.origin}${plain}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'mobile=123&do=code',
  });
  const page = await answer.text();
  expect(page).toContain('aria-invalid="true"');
  expect(page).toMatch(/role="alert"/);
  expect(page).toContain('/api/get-captcha?');
});
