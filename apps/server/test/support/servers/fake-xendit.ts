import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Change, type FakeProvider, postJson, type Tampering } from './fake.ts';
import { type RecordedRequest, startMisbehavingServer } from './misbehaving-server.ts';

const secretKey = 'xnd_test_of_these_tests';
const token = 'callback-token-of-these-tests';

interface Request {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
}
interface Payment extends Request {
  readonly at: Date;
  readonly paid: number;
  readonly change: Change;
}
interface Refund {
  readonly id: string;
  readonly amount: number;
  readonly at: Date;
}
interface Payout extends Request {
  readonly key: string;
  readonly body: string;
  readonly account: string;
  readonly created: Date;
  status: 'ACCEPTED' | 'SUCCEEDED' | 'FAILED';
}

/** Xendit as documented: payment requests v3, payouts v2 with their idempotency, transactions in pages, webhooks with a token. */
export async function fakeXendit(): Promise<FakeProvider> {
  const requests = new Map<string, Request>();
  const payments = new Map<string, Payment>();
  const payouts: Payout[] = [];
  const refunds: Refund[] = [];
  const webhookSecretFile = join(mkdtempSync(join(tmpdir(), 'hiram-data-')), 'token');
  writeFileSync(webhookSecretFile, token);

  const shown = (payout: Payout) => ({
    id: payout.id,
    reference_id: payout.reference,
    status: payout.status,
    currency: 'PHP',
    amount: payout.amount / 100,
    created: payout.created.toISOString(),
    updated: payout.created.toISOString(),
    ...(payout.status === 'FAILED' ? { failure_code: 'INVALID_DESTINATION' } : {}),
  });

  function work({ method, path, body, query, headers }: RecordedRequest): { status: number; body: unknown } {
    const basic = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
    if (headers.authorization !== basic) return { status: 401, body: { error_code: 'INVALID_API_KEY' } };
    if (method === 'POST' && path === '/v3/payment_requests') {
      if (headers['api-version'] !== '2024-11-11')
        return { status: 400, body: { error_code: 'API_VERSION' } };
      const id = `pr-${randomUUID()}`;
      const amount = Math.round(Number(body.request_amount) * 100);
      requests.set(id, { id, reference: String(body.reference_id), amount });
      const descriptor = body.channel_code === 'QRPH' ? 'QR_STRING' : 'PAYMENT_CODE';
      const value = descriptor === 'QR_STRING' ? `00020101021228${id}` : String(700_000_000 + requests.size);
      return {
        status: 201,
        body: {
          payment_request_id: id,
          reference_id: body.reference_id,
          status: 'REQUIRES_ACTION',
          actions: [{ type: 'PRESENT_TO_CUSTOMER', descriptor, value }],
        },
      };
    }
    if (method === 'GET' && path.startsWith('/v3/payments/')) {
      const payment = payments.get(path.split('/')[3] ?? '');
      if (payment?.change.isKnown === false || !payment)
        return { status: 404, body: { error_code: 'DATA_NOT_FOUND' } };
      return {
        status: 200,
        body: {
          payment_id: payment.id,
          reference_id: payment.change.reference ?? payment.reference,
          status: payment.change.isReversed ? 'REVERSED' : 'SUCCEEDED',
          currency: payment.change.currency ?? 'PHP',
          request_amount: payment.amount / 100,
          created: payment.at.toISOString(),
          captures: [
            {
              capture_amount: (payment.change.confirmed ?? payment.paid) / 100,
              capture_timestamp: (payment.change.at ?? payment.at).toISOString(),
            },
          ],
        },
      };
    }
    if (method === 'POST' && path === '/v2/payouts') {
      const key = String(headers['idempotency-key']);
      const text = JSON.stringify(body);
      const known = payouts.find((candidate) => candidate.key === key);
      if (known)
        return known.body === text
          ? { status: 200, body: shown(known) }
          : { status: 409, body: { error_code: 'DUPLICATE_ERROR' } };
      const { account_number } = body.channel_properties as { account_number: string };
      // No bank has numbers that end in 99: rejected at once.
      if (account_number.endsWith('99'))
        return { status: 400, body: { error_code: 'RECIPIENT_ACCOUNT_NUMBER_ERROR' } };
      const payout: Payout = {
        id: `disb-${randomUUID()}`,
        reference: String(body.reference_id),
        amount: Math.round(Number(body.amount) * 100),
        key,
        body: text,
        account: account_number,
        created: new Date(),
        status: 'ACCEPTED',
      };
      payouts.push(payout);
      return { status: 200, body: shown(payout) };
    }
    if (method === 'GET' && path === '/v2/payouts')
      return {
        status: 200,
        body: payouts.filter((payout) => payout.reference === query.get('reference_id')).map(shown),
      };
    if (method === 'GET' && path.startsWith('/v2/payouts/')) {
      const payout = payouts.find((candidate) => candidate.id === path.split('/')[3]);
      return payout
        ? { status: 200, body: shown(payout) }
        : { status: 404, body: { error_code: 'DATA_NOT_FOUND' } };
    }
    if (method === 'GET' && path === '/transactions') return transactions(query);
    return { status: 404, body: { error_code: 'NOT_FOUND' } };
  }

  function transactions(query: URLSearchParams): { status: number; body: unknown } {
    const all = [
      ...[...payments.values()]
        .filter(({ change }) => change.isListed !== false)
        .map((payment) => ({
          id: `txn-${payment.id}`,
          product_id: payment.id,
          type: 'PAYMENT',
          status: payment.change.isReversed ? 'REVERSED' : 'SUCCESS',
          reference_id: payment.reference,
          amount: (payment.change.amount ?? payment.paid) / 100,
          currency: 'PHP',
          created: (payment.change.listedAt ?? payment.change.at ?? payment.at).toISOString(),
        })),
      ...refunds.map((refund) => ({
        id: `txn-${refund.id}`,
        product_id: refund.id,
        type: 'REFUND',
        status: 'SUCCESS',
        reference_id: null,
        amount: refund.amount / 100,
        created: refund.at.toISOString(),
      })),
      ...payouts.map((payout) => ({
        id: `txn-${payout.id}`,
        product_id: payout.id,
        type: 'DISBURSEMENT',
        status: { ACCEPTED: 'PENDING', SUCCEEDED: 'SUCCESS', FAILED: 'FAILED' }[payout.status],
        reference_id: payout.reference,
        amount: payout.amount / 100,
        created: payout.created.toISOString(),
      })),
    ].filter(
      (item) =>
        query.getAll('types').includes(item.type) &&
        item.created >= (query.get('created[gte]') ?? '') &&
        item.created <= (query.get('created[lte]') ?? '~'),
    );
    const after = query.get('after_id');
    const from = after ? all.findIndex((candidate) => candidate.id === after) + 1 : 0;
    // Small pages, whatever size was requested, as providers do.
    const page = all.slice(from, from + Math.min(2, Number(query.get('limit'))));
    return { status: 200, body: { has_more: from + page.length < all.length, data: page } };
  }

  const server = await startMisbehavingServer(work);
  const sendEvent = (origin: string, event: object, signatureHeader = token, how?: Tampering) =>
    postJson(
      `${origin}/api/webhook/xendit`,
      how === 'garbled' ? '{"event":' : JSON.stringify(event),
      how === 'missing' ? {} : { 'x-callback-token': signatureHeader },
    );
  const byReference = (reference: string) => payouts.find((payout) => payout.reference === reference);
  return {
    name: 'xendit',
    environment: {
      PAYMENT_PROVIDER: 'xendit',
      PAYOUT_PROVIDER: 'xendit',
      XENDIT_URL: server.url,
      XENDIT_SECRET_KEY: secretKey,
      XENDIT_CALLBACK_TOKEN_FILE: webhookSecretFile,
    },
    webhookSecretFile,
    paths: { code: /^\/v3\/payment_requests$/, payout: /^\/v2\/payouts$/, payment: /^\/v3\/payments\// },
    trouble: server.trouble,
    payouts,
    get codes() {
      return [...requests.values()].map((request) => request.reference);
    },
    pay(reference, amount, at) {
      const request = [...requests.values()].find((candidate) => candidate.reference === reference);
      if (!request) throw new Error('nobody asked for a code');
      const id = `py-${randomUUID()}`;
      payments.set(id, { id, reference, amount: request.amount, paid: amount, at, change: {} });
      return id;
    },
    change(paymentId, change) {
      const payment = payments.get(paymentId);
      if (payment) payments.set(paymentId, { ...payment, change: { ...payment.change, ...change } });
    },
    refund(_paymentId, amount) {
      const id = `rfd-${randomUUID()}`;
      refunds.push({ id, amount, at: new Date() });
      return id;
    },
    endPayout(reference, how) {
      const payout = byReference(reference);
      if (payout) payout.status = how === 'paid' ? 'SUCCEEDED' : 'FAILED';
    },
    sendPaymentEvent(origin, paymentId, how) {
      const payment = payments.get(paymentId);
      const event = {
        event: 'payment.capture',
        data: {
          payment_id: paymentId,
          status: 'SUCCEEDED',
          reference_id: payment?.reference,
          request_amount: how === 'lying' ? 99_999_999 : (payment?.paid ?? 0) / 100,
        },
      };
      const signatureHeader =
        how === 'forged' ? 'somebody-elses-token-here' : typeof how === 'object' ? how.secret : token;
      return sendEvent(origin, event, signatureHeader, how);
    },
    sendPayoutEvent(origin, reference) {
      const payout = byReference(reference);
      const event = payout?.status === 'SUCCEEDED' ? 'payout.succeeded' : 'payout.failed';
      return sendEvent(origin, { event, data: { id: payout?.id, reference_id: reference } });
    },
    close: server.close,
  };
}
