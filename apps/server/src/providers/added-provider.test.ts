import { createHmac, timingSafeEqual } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { localDate } from '@hiram/loan';
import * as v from 'valibot';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startHiram } from '../../test/support/processes/running-server.ts';
import { Unavailable } from '../platform/errors/rejection.ts';
import { defineProvider, type ProviderDefinition } from './define-provider.ts';
import type { CodeRequest } from './ports/payment.ts';
import { providers } from './providers.ts';

const requests: CodeRequest[] = [];
const message = v.object({
  id: v.string(),
  code: v.string(),
  amount: v.number(),
  currency: v.string(),
  day: v.string(),
});

/** A provider of Indonesia, as CONTRIBUTING's recipe says: what would be the `index.ts` of its folder. */
const nusa = defineProvider({
  name: 'nusa',
  countries: ['ID'],
  currencies: ['IDR'],
  settings: { NUSA_KEY: { kind: 'secret', meaning: 'signs the webhooks of Nusa' } },
  connect: ({ NUSA_KEY: key }) => ({
    payment: {
      name: 'nusa',
      issueCode: async (request) => {
        requests.push(request);
        return { providerReference: `nusa-${request.reference}`, payCode: '8800123', qr: undefined };
      },
    },
    payout: {
      name: 'nusa',
      send: () => Promise.reject(new Unavailable('nusa only collects')),
      queryState: async () => ({ state: 'unknown' }),
    },
    webhooks: {
      provider: 'nusa',
      async read(body, headers) {
        const expected = createHmac('sha256', key.current).update(body).digest();
        const received = Buffer.from(String(headers['x-nusa-signature'] ?? ''), 'hex');
        if (received.length !== expected.length || !timingSafeEqual(received, expected)) return 'forged';
        const { id, code, amount, currency, day } = v.parse(message, JSON.parse(body.toString('utf8')));
        const paidOn = localDate(day);
        return { kind: 'payment', id, reference: code, paymentId: id, amount, currency, paidOn };
      },
    },
  }),
});

/** The shipped brands, of which `id` names the provider in the `via` of its channels. */
function brandsWithNusa(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hiram-brands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(fileURLToPath(new URL('../../../../brands', import.meta.url)), folder, { recursive: true });
  const file = join(folder, 'id/brand.json');
  const brand: { channels: { via?: object }[] } = JSON.parse(readFileSync(file, 'utf8'));
  for (const channel of brand.channels) channel.via = { nusa: 'VA' };
  writeFileSync(file, JSON.stringify(brand));
  return folder;
}

test('a provider of another country, one folder and one line, takes a payment by its webhook [T1020]', async () => {
  const listed = providers as ProviderDefinition[];
  listed.push(nusa);
  requests.length = 0;
  onTestFinished(() => void listed.pop());
  const key = 'a key of sixteen characters or more';
  const hiram = await startHiram(inject('cluster'), {
    BRAND: 'id',
    BRANDS_DIR: brandsWithNusa(),
    PAYMENT_PROVIDER: 'nusa',
    NUSA_KEY: key,
  });
  onTestFinished(() => hiram.stop());
  const { orderId, context } = await hiram.borrower({ state: '180' });
  const owed = async () => (await hiram.send(instalmentDetail, { orderId }, context)).data.repayAmount;
  const amount = await owed();
  const code = await hiram.send(payCode, { orderId, amount, channelNumber: '30002' }, context);
  expect(code.success).toBe(true);
  expect(requests).toMatchObject([{ amount, currency: 'IDR', via: 'VA' }]);
  const [{ reference }] = requests as [CodeRequest];

  const { clock, db } = hiram.server.appContext;
  const day = await clock.today(db, 'Asia/Jakarta');
  const sendMessage = async (currency: string, secret: string) => {
    const body = JSON.stringify({ id: `pay-${currency}`, code: reference, amount, currency, day });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'x-nusa-signature': signature, 'content-type': 'application/json' };
    return (await fetch(`${hiram.origin}/api/webhook/nusa`, { method: 'POST', headers, body })).status;
  };
  expect(await sendMessage('IDR', 'another key of sixteen characters')).toBe(401);
  expect(await sendMessage('PHP', key)).toBe(200);
  expect(await owed()).toBe(amount);
  expect(await sendMessage('IDR', key)).toBe(200);
  expect(await owed()).toBeLessThan(amount);
});
