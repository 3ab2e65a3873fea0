import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type MisbehavingServer,
  startMisbehavingServer,
} from '../../../test/support/servers/misbehaving-server.ts';
import { fixedSecret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { PayoutPort, PayoutRequest } from '../ports/payout.ts';
import { paymongoClient, shortReference } from './client.ts';
import { paymongoTransfers } from './transfers.ts';

const list = '/v2/transfers';
const batch = '/v2/batch_transfers';
let transfers: { id: string; reference_number: string }[];
let server: MisbehavingServer;
let port: PayoutPort;
beforeEach(async () => {
  transfers = [];
  // A day later it knows no key any more: every request is paid.
  server = await startMisbehavingServer(({ path, body }) => {
    if (path === list) return { status: 200, body: { has_more: false, data: [...transfers].reverse() } };
    const [requestBody = {}] = body.transfers as Record<string, unknown>[];
    const now = new Date().toISOString();
    const transfer = {
      id: `tr_${transfers.length}`,
      amount: Number(requestBody.amount),
      currency: 'PHP',
      status: 'pending',
      reference_number: String(requestBody.reference_number),
      created_at: now,
      updated_at: now,
    };
    transfers.push(transfer);
    return { status: 200, body: { data: { transfers: [transfer] } } };
  });
  const secret = fixedSecret('sk_test_of_these_tests');
  const settings = {
    url: server.url,
    secretKey: secret,
    webhookSecret: secret,
    source: { number: '1', name: 'x', bic: 'PAEYPHM2XXX' },
  };
  const rails = () => ({ instapay: true, pesonet: false });
  port = paymongoTransfers(paymongoClient(settings), settings, rails, () => new Date());
});
afterEach(() => server.close());

const hour = 3_600_000;
const request = (hoursAgo: number): PayoutRequest => ({
  reference: randomUUID(),
  amount: 123_456,
  currency: 'PHP' as const,
  institution: 'GXCHPHM2XXX',
  via: undefined,
  accountNumber: '09170000001',
  holder: 'Maria Santos',
  description: 'Hiram',
  requestedAt: new Date(Date.now() - hoursAgo * hour),
});
const requestOnce = () => server.requests.map(({ path }) => path);

test('after a day a payout whose first answer was lost is found in the list and not paid again', async () => {
  const old = request(25);
  await port.send(request(0));
  server.trouble(/batch/, 'lost');
  await expect(port.send({ ...old, requestedAt: new Date() })).rejects.toThrow(Unavailable);
  expect(await port.send(old)).toEqual({ state: 'accepted', reference: 'tr_1' });
  expect(transfers.filter((item) => item.reference_number === shortReference(old.reference))).toHaveLength(1);
});

test('after a day a payout that was never sent is sent once, and not while the list cannot be read', async () => {
  const old = request(25);
  server.trouble(/transfers$/, 500);
  await expect(port.send(old)).rejects.toThrow(Unavailable);
  expect(transfers).toEqual([]);
  expect(await port.send(old)).toEqual({ state: 'accepted', reference: 'tr_0' });
  expect(await port.send(old)).toEqual({ state: 'accepted', reference: 'tr_0' });
  expect(requestOnce()).toEqual([list, batch, list]);
});

test('within the day the idempotency key is sufficient', async () => {
  await port.send(request(19));
  expect(requestOnce()).toEqual([batch]);
});
