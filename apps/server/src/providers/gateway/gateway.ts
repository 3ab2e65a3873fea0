import { createHmac, timingSafeEqual } from 'node:crypto';
import { isLocalDate, type LocalDate, localDate } from '@hiram/loan/local-date';
import * as v from 'valibot';
import type { Secret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { safeMessage } from '../../platform/logs/safe-message.ts';
import { fetchFrom } from '../../platform/metrics/provider-answers.ts';
import type { Ports } from '../ports.ts';
import type { StatementEntry, StatementPort } from '../statement.ts';
import type { ProviderEvent, WebhookReader } from '../webhook.ts';

/** Timeout of a request, in milliseconds. */
const timeoutMs = 10_000;
const toleranceSeconds = 300;
/** Names of gateways with this protocol, in the ledger and in webhook paths. */
export type GatewayName = 'sandbox' | 'gateway';

/** `t=<seconds>,v1=<hex>` over `<seconds>.<raw body>`, HMAC-SHA256 with the webhook's secret. */
export function signature(secret: string, seconds: number, body: string | Buffer): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

/** Whether `header` is the signature of `body` under an accepted secret, made within five minutes of now. */
export function isGenuine(secret: Secret, header: unknown, body: Buffer, now: Date): boolean {
  const match = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  if (!match?.[1] || !match[2]) return false;
  const seconds = Number(match[1]);
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds) return false;
  const received = Buffer.from(match[0]);
  return secret.accepted.some((key) => {
    const expected = Buffer.from(signature(key, seconds, body));
    return expected.length === received.length && timingSafeEqual(expected, received);
  });
}

const day = v.pipe(
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
    reason: v.picklist(['unavailable', 'refused', 'noAccount', 'expired']),
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
export function signatureHeader(name: GatewayName): string {
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

const cents = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const issuedSchema = v.object({ id: v.string(), payCode: v.string(), qr: v.optional(v.string()) });
const acceptedSchema = v.object({ id: v.string() });
const sentSchema = v.union([acceptedSchema, v.object({ refused: v.string() })]);
const standingSchema = v.variant('state', [
  v.object({ state: v.picklist(['pending', 'unknown']) }),
  v.object({
    state: v.literal('paid'),
    on: day,
    amount: v.optional(cents),
    currency: v.optional(v.string()),
  }),
  v.object({
    state: v.literal('returned'),
    on: day,
    amount: v.optional(cents),
    currency: v.optional(v.string()),
    reason: v.optional(v.string()),
  }),
]);
const paymentStandingSchema = v.variant('state', [
  v.object({ state: v.picklist(['pending', 'unknown']) }),
  v.object({ state: v.literal('paid'), reference: v.pipe(v.string(), v.uuid()), amount: cents, on: day }),
  v.object({ state: v.literal('reversed'), reference: v.pipe(v.string(), v.uuid()), on: day }),
]);
const statementSchema = v.object({
  entries: v.array(
    v.variant('kind', [
      v.object({
        kind: v.literal('payment'),
        paymentId: v.string(),
        reference: v.string(),
        amount: cents,
        state: v.picklist(['paid', 'reversed']),
        on: day,
      }),
      v.object({ kind: v.literal('refund'), refundId: v.string(), amount: cents, on: day }),
      v.object({
        kind: v.literal('payout'),
        id: v.string(),
        reference: v.string(),
        amount: cents,
        state: v.picklist(['pending', 'paid', 'returned']),
        on: day,
      }),
    ]),
  ),
  next: v.optional(v.string()),
});
const maxPages = 2_000;
const tokenSchema = v.object({ token: v.optional(v.string()) });
const chargeSchema = v.variant('state', [
  v.object({ state: v.picklist(['taken', 'needsCode']), charge: v.string() }),
  v.object({ state: v.literal('declined') }),
]);
const confirmedSchema = v.object({ state: v.picklist(['taken', 'wrongCode', 'declined']) });

/** The client of a gateway, over HTTP. `secret` authenticates us; our ids make repeats idempotent. */
export function gatewayPorts(
  name: GatewayName,
  baseUrl: string,
  secret: Secret,
): Omit<Ports, 'files' | 'statements' | 'payouts' | 'payments' | 'decision'> & {
  readonly statement: StatementPort;
} {
  async function request<Schema extends v.GenericSchema>(
    path: string,
    body: object,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    try {
      const response = await fetchFrom(name, baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret.current}` },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`the provider answered ${response.status}`);
      return v.parse(schema, await response.json());
    } catch (error) {
      throw new Unavailable(`provider: ${safeMessage(error, 'no answer')}`);
    }
  }
  return {
    payment: {
      name,
      async issueCode({ reference, amount, currency, channel, expiresAt }) {
        const issued = await request(
          '/codes',
          { reference, amount, currency, channel, expiresAt: expiresAt.toISOString() },
          issuedSchema,
        );
        return { providerReference: issued.id, payCode: issued.payCode, qr: issued.qr };
      },
    },
    payout: {
      name,
      async send({ reference, amount, currency, institution, accountNumber, holder }) {
        const sent = await request(
          '/payouts',
          { reference, amount, currency, institution, accountNumber, holder },
          sentSchema,
        );
        return 'refused' in sent
          ? { state: 'refused', reason: sent.refused }
          : { state: 'accepted', reference: sent.id };
      },
      async standing({ reference }) {
        const standing = await request('/payouts/standing', { reference }, standingSchema);
        return standing.state === 'returned' ? { ...standing, reason: standing.reason } : standing;
      },
    },
    statement: {
      name,
      async entries({ day }) {
        const entries: StatementEntry[] = [];
        let cursor: string | undefined;
        for (let pages = 0; pages < maxPages; pages += 1) {
          const page = await request(
            '/statement',
            { day, ...(cursor ? { after: cursor } : {}) },
            statementSchema,
          );
          for (const { on: at, ...entry } of page.entries) {
            if (entry.kind !== 'payout') entries.push({ ...entry, at });
            else {
              const { id: providerReference, ...payout } = entry;
              entries.push({ ...payout, providerReference, at });
            }
          }
          if (page.next === undefined || page.entries.length === 0) return entries;
          cursor = page.next;
        }
        throw new Unavailable('the provider’s statement does not end');
      },
      async payment(paymentId) {
        const standing = await request('/payments/standing', { paymentId }, paymentStandingSchema);
        return standing.state === 'paid' || standing.state === 'reversed'
          ? { ...standing, paymentId }
          : standing;
      },
    },
    card: {
      name,
      async tokenise(card) {
        return (await request('/cards', card, tokenSchema)).token;
      },
      async charge(details) {
        return request('/charges', details, chargeSchema);
      },
      async sendCode(charge, phone) {
        await request('/charges/code', { charge, phone }, acceptedSchema);
      },
      async confirm(charge, code) {
        return (await request('/charges/confirm', { charge, code }, confirmedSchema)).state;
      },
    },
    sms: {
      canCall: true,
      async send(message) {
        await request('/texts', message, acceptedSchema);
      },
    },
  };
}
