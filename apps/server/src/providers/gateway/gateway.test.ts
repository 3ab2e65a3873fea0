import { createServer } from 'node:http';
import { smsCode, voiceCode } from '@hiram/contract/account';
import { payCode } from '@hiram/contract/repay';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { fixedSecret } from '../../platform/crypto/secrets.ts';
import { httpSms } from '../http-sms/http-sms.ts';
import { gatewayWebhooks, signature } from './webhooks.ts';

const requests: { path: string; body: Record<string, unknown> }[] = [];
let qr: string | undefined;
const gateway = createServer((request, response) => {
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    const path = request.url ?? '';
    // The template of a text sends the text alone.
    requests.push({ path, body: path === '/sms' ? { text } : JSON.parse(text) });
    response.end(JSON.stringify({ id: 'given', payCode: '123456789', ...(qr ? { qr } : {}) }));
  });
});
let origin: string;
let hiram: Hiram;
beforeAll(async () => {
  qr = undefined;
  requests.length = 0;
  await new Promise<void>((resolve) => void gateway.listen(0, '127.0.0.1', resolve));
  const address = gateway.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  hiram = await startHiram(inject('cluster'), {
    PROVIDER_URL: origin,
    PROVIDER_SECRET: 'x'.repeat(20),
    WEBHOOK_SECRET: 'y'.repeat(20),
    SMS_REQUEST: JSON.stringify({ url: `${origin}/sms`, body: '{{text}}' }),
  });
});
afterAll(async () => {
  await hiram.stop();
  gateway.close();
  gateway.closeAllConnections();
});

test('a gateway that returns no QR code for a QR channel is at fault, and every request names its currency', async () => {
  const borrower = await hiram.borrower({ state: '174' });
  const channel = hiram.server.appContext.defaultBrand.channels.find(({ showType }) => showType !== 1);
  expect(channel).toBeDefined();
  const ask = () =>
    hiram.send(
      payCode,
      { orderId: borrower.orderId, amount: 10_000, channelNumber: channel?.number ?? '' },
      borrower.context,
    );
  expect((await ask()).status).toBe(503);
  qr = '000201 a code';
  expect((await ask()).status).toBe(200);
  const codes = requests.filter(({ path }) => path === '/codes');
  expect(codes).toHaveLength(2);
  for (const { body } of codes) expect(body).toMatchObject({ currency: 'PHP', channel: channel?.number });
});

test('with a text template alone, a request for a voice code is rejected and nothing is sent', async () => {
  const before = requests.length;
  const answer = await hiram.send(voiceCode, { phone: '09171234501' }, { deviceId: 'caller' });
  expect([answer.code, answer.message]).toEqual([
    '60106',
    'We cannot read a code out by phone. Please ask for it by text message.',
  ]);
  await expect(
    httpSms(() => ({ url: `${origin}/sms`, method: 'POST', headers: {}, body: '' })).send({
      reference: 'r',
      phone: '+639171234501',
      text: 'x',
      voice: true,
    }),
  ).rejects.toThrow(/no provider for voice calls is configured/);
  expect(requests.length).toBe(before);
  const { rows } = await sql`select 1 from one_time_code where phone = '+639171234501'`.execute(
    hiram.server.appContext.db,
  );
  expect(rows).toEqual([]);
  // The page learns it beforehand, and offers no call.
  const byText = await hiram.send(smsCode, { phone: '13812345602' }, { deviceId: 'caller-2' });
  expect(byText).toMatchObject({ success: true, data: { canCall: 0 } });
});

test('a gateway signs in its own header, and the sandbox’s signature counts in the sandbox alone', async () => {
  const secret = fixedSecret('y'.repeat(20));
  const now = new Date();
  const body = Buffer.from(
    JSON.stringify({
      kind: 'payment',
      id: 'm-1',
      reference: '00000000-0000-7000-8000-000000000000',
      paymentId: 'p-1',
      amount: 100,
      paidOn: '2026-01-01',
      currency: 'PHP',
    }),
  );
  const sign = signature(secret.current, Math.floor(now.getTime() / 1000), body.toString());
  const read = (name: 'gateway' | 'sandbox', header: string) =>
    gatewayWebhooks(name, secret).read(body, { [header]: sign }, now);
  expect(await read('gateway', 'x-gateway-signature')).toMatchObject({ kind: 'payment', currency: 'PHP' });
  expect(await read('gateway', 'x-sandbox-signature')).toBe('forged');
  expect(await read('sandbox', 'x-sandbox-signature')).toMatchObject({ kind: 'payment' });
});
