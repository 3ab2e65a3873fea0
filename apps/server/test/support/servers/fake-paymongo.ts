import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import bwip from 'bwip-js/node';
import { longReference } from '../../../src/providers/paymongo/client.ts';
import { paymongoSignature } from '../../../src/providers/paymongo/webhooks.ts';
import { qrChecksum } from '../../../src/providers/qrph.ts';
import { type Change, type FakeProvider, postJson, type Tampering } from './fake.ts';
import { type RecordedRequest, startMisbehavingServer } from './misbehaving-server.ts';

const secretKey = 'sk_test_of_these_tests';
const secret = 'whsk_of_these_tests_alone';

interface Intent {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly picture: string;
}
interface Payment {
  readonly id: string;
  readonly intent: Intent;
  readonly amount: number;
  readonly at: Date;
  change: Change;
  readonly refunds: { id: string; attributes: { amount: number; status: string } }[];
}
interface Transfer {
  readonly id: string;
  readonly reference: string;
  readonly short: string;
  readonly key: string;
  readonly amount: number;
  readonly account: string;
  readonly rail: string;
  readonly at: Date;
  status: 'pending' | 'succeeded' | 'failed';
}

const field = (tag: string, value: string) => tag + String(value.length).padStart(2, '0') + value;

/** A QR Ph code in a merchant's form. */
export function qrPh(amount: number, name: string): string {
  const body =
    field('00', '01') +
    field('01', '12') +
    field('28', field('00', 'ph.ppmi.p2m') + field('01', 'PAEYPHM2XXX') + field('03', name)) +
    field('52', '6016') +
    field('53', '608') +
    field('54', (amount / 100).toFixed(2)) +
    field('58', 'PH') +
    field('59', 'HIRAM TESTS') +
    field('60', 'MANILA');
  return `${body}6304${qrChecksum(`${body}6304`)}`;
}

/**
 * PayMongo as documented: intents with QR Ph, transfers in batches with their idempotency, lists with a
 * cursor, signed webhooks.
 */
export async function fakePaymongo(): Promise<FakeProvider & { rails(): readonly string[] }> {
  const intents = new Map<string, Intent>();
  const payments: Payment[] = [];
  const transfers: Transfer[] = [];
  const webhookSecretFile = join(mkdtempSync(join(tmpdir(), 'hiram-data-')), 'secret');
  writeFileSync(webhookSecretFile, secret);

  const shownPayment = (payment: Payment) => ({
    id: payment.id,
    type: 'payment',
    attributes: {
      amount: payment.change.confirmed ?? payment.amount,
      currency: payment.change.currency ?? 'PHP',
      status: payment.change.isReversed
        ? 'refunded'
        : payment.refunds.length > 0
          ? 'partially_refunded'
          : 'paid',
      paid_at: Math.floor((payment.change.at ?? payment.at).getTime() / 1000),
      created_at: Math.floor((payment.change.at ?? payment.at).getTime() / 1000),
      refunds: payment.refunds,
      payment_intent_id: payment.intent.id,
      metadata: payment.change.reference ? { reference: payment.change.reference } : null,
    },
  });
  const shownTransfer = (transfer: Transfer) => ({
    id: transfer.id,
    amount: transfer.amount,
    currency: 'PHP',
    status: transfer.status,
    provider: transfer.rail,
    reference_number: transfer.short,
    provider_error: transfer.status === 'failed' ? 'account closed' : null,
    created_at: transfer.at.toISOString(),
    updated_at: transfer.at.toISOString(),
  });
  const missing = { status: 404, body: { errors: [{ code: 'resource_not_found' }] } };

  function work({ method, path, body, query, headers }: RecordedRequest): { status: number; body: unknown } {
    const basic = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
    if (headers.authorization !== basic)
      return { status: 401, body: { errors: [{ code: 'api_key_invalid' }] } };
    const attributes = (body.data as { attributes?: Record<string, unknown> } | undefined)?.attributes ?? {};
    if (path === '/v1/payment_intents') {
      const id = `pi_${randomUUID().replaceAll('-', '')}`;
      const { reference } = attributes.metadata as { reference: string };
      const amount = Number(attributes.amount);
      intents.set(id, { id, reference, amount, picture: pictureOf(qrPh(amount, id.slice(0, 20))) });
      return { status: 200, body: { data: { id, attributes: { metadata: { reference } } } } };
    }
    if (path === '/v1/payment_methods') {
      const life = Number(attributes.expiry_seconds);
      if (attributes.type !== 'qrph' || !(life >= 60 && life <= 9_000))
        return { status: 400, body: { errors: [{ code: 'parameter_invalid' }] } };
      return { status: 200, body: { data: { id: `pm_${randomUUID()}`, attributes: {} } } };
    }
    const [, , , id = '', last] = path.split('/');
    if (path.startsWith('/v1/payment_intents/')) {
      const intent = intents.get(id);
      if (!intent) return missing;
      if (last !== 'attach')
        return {
          status: 200,
          body: { data: { id, attributes: { metadata: { reference: intent.reference } } } },
        };
      const next_action = { type: 'consume_qr', code: { id: 'code_1', image_url: intent.picture } };
      return {
        status: 200,
        body: { data: { id, attributes: { status: 'awaiting_next_action', next_action } } },
      };
    }
    if (method === 'GET' && path.startsWith('/v1/payments/')) {
      const payment = payments.find((candidate) => candidate.id === id && candidate.change.isKnown !== false);
      return payment ? { status: 200, body: { data: shownPayment(payment) } } : missing;
    }
    if (path === '/v2/batch_transfers') return batch(body, String(headers['idempotency-key']));
    if (method === 'GET' && path.startsWith('/v2/transfers/')) {
      const transfer = transfers.find((candidate) => candidate.id === id);
      return transfer ? { status: 200, body: { data: shownTransfer(transfer) } } : missing;
    }
    if (path === '/v1/payments') return page(listedPayments(), query.get('after'));
    if (path === '/v2/transfers') return page(transfers.map(shownTransfer), query.get('after_id'));
    return missing;
  }

  const listedPayments = () =>
    payments
      .filter(({ change }) => change.isListed !== false)
      .sort((a, b) => listedAt(a) - listedAt(b))
      .map((payment) => {
        const shown = shownPayment(payment);
        const { amount = payment.amount } = payment.change;
        const created_at = Math.floor(listedAt(payment) / 1000);
        return { ...shown, attributes: { ...shown.attributes, amount, created_at } };
      });
  const listedAt = ({ change, at }: Payment) => (change.listedAt ?? change.at ?? at).getTime();

  function batch(body: Record<string, unknown>, key: string): { status: number; body: unknown } {
    const [request = {}] = body.transfers as Record<string, unknown>[];
    const known = transfers.find((candidate) => candidate.key === key);
    const answer = (candidate: Transfer) => ({
      status: 200,
      body: { data: { id: 'batch_tr_1', transfers: [shownTransfer(candidate)] } },
    });
    if (known) return answer(known);
    const { number } = request.destination_account as { number: string };
    const short = String(request.reference_number);
    if (number.endsWith('99') || !/^[A-Za-z0-9]{1,35}$/.test(short))
      return {
        status: 400,
        body: {
          errors: [
            {
              code: 'parameter_invalid',
              detail: 'no such account',
              source: { pointer: 'transfers.0.destination_account.number' },
            },
          ],
        },
      };
    const transfer: Transfer = {
      id: `tr_${randomUUID().replaceAll('-', '')}`,
      reference: longReference(short) ?? '',
      short,
      key,
      amount: Number(request.amount),
      account: number,
      rail: String(request.provider),
      at: new Date(),
      status: 'pending',
    };
    transfers.push(transfer);
    return answer(transfer);
  }

  function page(all: readonly { id: string }[], after: string | null): { status: number; body: unknown } {
    const newestFirst = [...all].reverse();
    const from = after ? newestFirst.findIndex((candidate) => candidate.id === after) + 1 : 0;
    const data = newestFirst.slice(from, from + 2);
    return { status: 200, body: { has_more: from + data.length < all.length, data } };
  }

  function pictureOf(text: string): string {
    const [code] = bwip.raw({ bcid: 'qrcode', text });
    if (!code || !('pixs' in code)) throw new Error('no QR code was made');
    return bitmap(code.pixx, (x, y) => code.pixs[y * code.pixx + x] === 1);
  }

  const server = await startMisbehavingServer(work);
  const sendEvent = (
    origin: string,
    type: string,
    data: { readonly id: string | undefined; readonly attributes: object },
    { signingSecret = secret, how }: { signingSecret?: string; how?: Tampering } = {},
  ) => {
    const event = { id: `evt_${randomUUID()}`, attributes: { type, data } };
    const body = how === 'garbled' ? '{"data":' : JSON.stringify({ data: event });
    const seconds = Math.floor(Date.now() / 1000) - (how === 'stale' ? 400 : 0);
    const sign = `t=${seconds},te=${paymongoSignature(signingSecret, seconds, how === 'altered' ? `${body} ` : body)},li=`;
    return postJson(
      `${origin}/api/webhook/paymongo`,
      body,
      how === 'missing' ? {} : { 'paymongo-signature': sign },
    );
  };
  return {
    name: 'paymongo',
    environment: {
      PAYMENT_PROVIDER: 'paymongo',
      PAYOUT_PROVIDER: 'paymongo',
      PAYMONGO_URL: server.url,
      PAYMONGO_SECRET_KEY: secretKey,
      PAYMONGO_WEBHOOK_SECRET_FILE: webhookSecretFile,
      PAYMONGO_SOURCE_ACCOUNT: '123456789012;Hagdan Lending Inc;PAEYPHM2XXX',
    },
    webhookSecretFile,
    paths: {
      code: /^\/v1\/payment_intents/,
      payout: /^\/v2\/batch_transfers$/,
      payment: /^\/v1\/payments\//,
    },
    trouble: server.trouble,
    payouts: transfers,
    get codes() {
      return [...intents.values()].map((intent) => intent.reference);
    },
    rails: () => transfers.map((transfer) => transfer.rail),
    pay(reference, amount, at) {
      const intent = [...intents.values()].find((candidate) => candidate.reference === reference);
      if (!intent) throw new Error('nobody asked for a code');
      const id = `pay_${randomUUID().replaceAll('-', '')}`;
      payments.push({ id, intent, amount, at, change: {}, refunds: [] });
      return id;
    },
    change(paymentId, change) {
      const payment = payments.find((candidate) => candidate.id === paymentId);
      if (payment) payment.change = { ...payment.change, ...change };
    },
    refund(paymentId, amount) {
      const id = `ref_${randomUUID().replaceAll('-', '')}`;
      const payment = payments.find((candidate) => candidate.id === paymentId);
      payment?.refunds.push({ id, attributes: { amount, status: 'succeeded' } });
      return id;
    },
    endPayout(reference, how) {
      const transfer = transfers.find((candidate) => candidate.reference === reference);
      if (transfer) transfer.status = how === 'paid' ? 'succeeded' : 'failed';
    },
    sendPaymentEvent(origin, paymentId, how) {
      const signingSecret =
        how === 'forged' ? 'somebody_elses_secret' : typeof how === 'object' ? how.secret : secret;
      const attributes = how === 'lying' ? { amount: 99_999_999 } : {};
      const options = how === undefined ? { signingSecret } : { signingSecret, how };
      return sendEvent(origin, 'payment.paid', { id: paymentId, attributes }, options);
    },
    sendPayoutEvent(origin, reference) {
      const transfer = transfers.find((candidate) => candidate.reference === reference);
      return sendEvent(origin, `transfer.${transfer?.status}`, { id: transfer?.id, attributes: {} });
    },
    close: server.close,
  };
}

/** A PNG of a QR code's modules, four pixels each, with a quiet zone of four modules. */
function bitmap(size: number, isDark: (x: number, y: number) => boolean): string {
  const [dot, quiet] = [4, 4];
  const width = (size + 2 * quiet) * dot;
  const rows: Buffer[] = [];
  for (let y = 0; y < width; y += 1) {
    const row = Buffer.alloc(width + 1, 255);
    row[0] = 0;
    for (let x = 0; x < width; x += 1) {
      const [column, line] = [Math.floor(x / dot) - quiet, Math.floor(y / dot) - quiet];
      if (column >= 0 && line >= 0 && column < size && line < size && isDark(line, column)) row[x + 1] = 0;
    }
    rows.push(row);
  }
  return `data:image/png;base64,${png(width, Buffer.concat(rows)).toString('base64')}`;
}

function png(width: number, rows: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(width, 4);
  // 8-bit grey.
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
