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

/** How long we wait for the provider before we say that it is away. */
const timeoutMs = 10_000;
const toleranceSeconds = 300;
/** What a gateway that speaks this protocol is called in the ledger and in its webhook's address. */
export type GatewayName = 'sandbox' | 'gateway';

/** `t=<seconds>,v1=<hex>` over `<seconds>.<raw body>`, HMAC-SHA256 with the webhook's secret. */
export function signature(secret: string, seconds: number, body: string | Buffer): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

/** Is `header` the signature of `body` under an accepted secret, made within five minutes of now? */
export function isGenuine(secret: Secret, header: unknown, body: Buffer, now: Date): boolean {
  const match = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  if (!match?.[1] || !match[2]) return false;
  const seconds = Number(match[1]);
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds) return false;
  const given = Buffer.from(match[0]);
  return secret.accepted.some((one) => {
    const expected = Buffer.from(signature(one, seconds, body));
    return expected.length === given.length && timingSafeEqual(expected, given);
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

/** The header that bears the signature of a provider's message. */
export function signatureHeader(name: GatewayName): string {
  return name === 'sandbox' ? 'x-sandbox-signature' : 'x-gateway-signature';
}

/** Reads the webhooks of the sandbox's provider, or of a gateway that speaks as it does. */
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

/** The client side: real HTTP to a peer of its own. `secret` authenticates us there; our id makes repeats harmless. */
export function gatewayPorts(
  name: GatewayName,
  baseUrl: string,
  secret: Secret,
): Omit<Ports, 'files' | 'statements' | 'payouts' | 'payments' | 'decision'> & {
  readonly statement: StatementPort;
} {
  async function ask<Schema extends v.GenericSchema>(
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
        const issued = await ask(
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
        const sent = await ask(
          '/payouts',
          { reference, amount, currency, institution, accountNumber, holder },
          sentSchema,
        );
        return 'refused' in sent
          ? { state: 'refused', reason: sent.refused }
          : { state: 'accepted', reference: sent.id };
      },
      async standing({ reference }) {
        const standing = await ask('/payouts/standing', { reference }, standingSchema);
        return standing.state === 'returned' ? { ...standing, reason: standing.reason } : standing;
      },
    },
    statement: {
      name,
      async entries({ day }) {
        const entries: StatementEntry[] = [];
        let after: string | undefined;
        for (let pages = 0; pages < maxPages; pages += 1) {
          const page = await ask('/statement', { day, ...(after ? { after } : {}) }, statementSchema);
          for (const { on: at, ...one } of page.entries) {
            if (one.kind !== 'payout') entries.push({ ...one, at });
            else {
              const { id: providerReference, ...payout } = one;
              entries.push({ ...payout, providerReference, at });
            }
          }
          if (page.next === undefined || page.entries.length === 0) return entries;
          after = page.next;
        }
        throw new Unavailable('the provider’s statement does not end');
      },
      async payment(paymentId) {
        const standing = await ask('/payments/standing', { paymentId }, paymentStandingSchema);
        return standing.state === 'paid' || standing.state === 'reversed'
          ? { ...standing, paymentId }
          : standing;
      },
    },
    card: {
      name,
      async tokenise(card) {
        return (await ask('/cards', card, tokenSchema)).token;
      },
      async charge(request) {
        return ask('/charges', request, chargeSchema);
      },
      async sendCode(charge, phone) {
        await ask('/charges/code', { charge, phone }, acceptedSchema);
      },
      async confirm(charge, code) {
        return (await ask('/charges/confirm', { charge, code }, confirmedSchema)).state;
      },
    },
    sms: {
      canCall: true,
      async send(message) {
        await ask('/texts', message, acceptedSchema);
      },
    },
  };
}
