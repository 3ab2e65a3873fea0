import { createHmac } from 'node:crypto';
import { isLocalDate, type LocalDate, localDate } from '@hiram/loan/local-date';
import * as v from 'valibot';
import { accepts, type Secret } from '../../platform/crypto/secrets.ts';
import type { ProviderEvent, WebhookReader } from '../ports/webhook.ts';

const toleranceSeconds = 300;

/** Names of gateways with this protocol, in the ledger and in webhook paths. */
export type GatewayName = 'sandbox' | 'gateway';

/** `t=<seconds>,v1=<hex>` over `<seconds>.<raw body>`, HMAC-SHA256 with the webhook's secret. */
export function signature(secret: string, seconds: number, body: string | Buffer): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

/** Reports whether `header` is the signature of `body` under an accepted secret, made within five minutes of now. */
export function isGenuine(secret: Secret, header: unknown, body: Buffer, now: Date): boolean {
  const match = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  if (!match?.[1] || !match[2]) return false;
  const seconds = Number(match[1]);
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds) return false;
  return accepts(secret, match[0], (key) => signature(key, seconds, body));
}

export const day = v.pipe(
  v.string(),
  v.check(isLocalDate),
  v.transform((text): LocalDate => localDate(text)),
);

const noticeSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('payment'),
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    reference: v.pipe(v.string(), v.uuid()),
    paymentId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    paidOn: day,
    currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
  }),
  v.strictObject({
    kind: v.literal('reversal'),
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    reference: v.pipe(v.string(), v.uuid()),
    paymentId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    on: day,
  }),
  v.strictObject({
    kind: v.literal('payout'),
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    reference: v.pipe(v.string(), v.uuid()),
    result: v.picklist(['paid', 'returned']),
    amount: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
    on: day,
    reason: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  v.strictObject({
    kind: v.literal('jointLogin'),
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    reference: v.pipe(v.string(), v.uuid()),
    partner: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
    reason: v.picklist(['unavailable', 'rejected', 'noAccount', 'expired']),
  }),
  v.strictObject({
    kind: v.literal('receipt'),
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    reference: v.pipe(v.string(), v.uuid()),
    result: v.picklist(['delivered', 'bounced']),
  }),
]);

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The header with the signature of a webhook. */
function signatureHeader(name: GatewayName): string {
  return name === 'sandbox' ? 'x-sandbox-signature' : 'x-gateway-signature';
}

/** Reads the webhooks of the sandbox's provider or of a gateway with the same protocol. */
export function gatewayWebhooks(name: GatewayName, secret: Secret): WebhookReader {
  return {
    provider: name,
    async read(body, headers, now) {
      if (!isGenuine(secret, headers[signatureHeader(name)], body, now)) return 'forged';
      const parsed = v.safeParse(noticeSchema, parse(body));
      if (!parsed.success) return 'malformed';
      const notice = parsed.output;
      return (
        notice.kind === 'payout' ? { ...notice, reason: notice.reason } : notice
      ) satisfies ProviderEvent;
    },
  };
}
