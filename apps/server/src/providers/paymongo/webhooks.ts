import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { accepts } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { ProviderEvent, WebhookReader } from '../ports/webhook.ts';
import { ignoredEvent, paymentEvent, payoutEvent, readJson } from '../provider-events.ts';
import { type AskPaymongo, longReference, type PaymongoSettings } from './client.ts';
import { transferSchema } from './objects.ts';
import { readPaymongoPayment } from './read-payment.ts';
import { payoutState } from './transfers.ts';

const toleranceSeconds = 300;

const eventSchema = v.object({
  data: v.object({
    id: v.string(),
    attributes: v.object({ type: v.string(), data: v.object({ id: v.string() }) }),
  }),
});
const idPattern = /^[\w-]{1,100}$/;

/** `t=<seconds>,te=<hex>,li=<hex>` over `<seconds>.<raw body>`: `te` in test mode, `li` in live mode. */
export function paymongoSignature(secret: string, seconds: number, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
}

function isGenuine(settings: PaymongoSettings, header: unknown, body: Buffer, now: Date): boolean {
  if (typeof header !== 'string' || header.length > 500) return false;
  const parts = new Map(header.split(',').map((part) => [part.split('=')[0]?.trim(), part.split('=')[1]]));
  const seconds = parts.get('t') ?? '';
  const received = parts.get(settings.secretKey.current.startsWith('sk_live_') ? 'li' : 'te') ?? '';
  if (!/^\d{1,12}$/.test(seconds) || !/^[0-9a-f]{64}$/.test(received)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return false;
  return accepts(settings.webhookSecret, received, (secret) =>
    paymongoSignature(secret, Number(seconds), body),
  );
}

/** Reads PayMongo's signed webhooks. The object of each is read from PayMongo before it counts. */
export function paymongoWebhooks(ask: AskPaymongo, settings: PaymongoSettings): WebhookReader {
  async function payment(id: string): Promise<ProviderEvent> {
    return paymentEvent(await readPaymongoPayment(ask, id), id, 'paymongo');
  }

  async function transfer(id: string): Promise<ProviderEvent> {
    const { status, body } = await ask(`/v2/transfers/${id}`);
    if (status === 404) return ignoredEvent('unknown', id);
    const parsed = v.safeParse(transferSchema, body);
    if (!parsed.success) throw new Unavailable(`paymongo answered ${status} to a query about a transfer`);
    const reference = longReference(parsed.output.data.reference_number);
    if (reference === undefined) return ignoredEvent('reference', id);
    return payoutEvent(payoutState(parsed.output.data), reference, {
      provider: 'paymongo',
      id: `transfer ${id}`,
    });
  }

  return {
    provider: 'paymongo',
    async read(body, headers, now) {
      if (!isGenuine(settings, headers['paymongo-signature'], body, now)) return 'forged';
      const event = v.safeParse(eventSchema, readJson(body));
      if (!event.success) return 'malformed';
      const { type, data } = event.output.data.attributes;
      if (!idPattern.test(data.id)) return 'malformed';
      if (type === 'payment.paid' || type === 'payment.refunded') return payment(data.id);
      return type.startsWith('transfer.') ? transfer(data.id) : ignoredEvent('event', `${type} ${data.id}`);
    },
  };
}
