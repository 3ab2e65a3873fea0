import * as v from 'valibot';
import type { Secret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { requestFrom } from '../../platform/http/request-from.ts';
import { safeMessage } from '../../platform/logs/safe-message.ts';
import type { Ports } from '../ports/ports.ts';
import type { StatementEntry, StatementPort } from '../ports/statement.ts';
import { day, type GatewayName } from './webhooks.ts';

/** Timeout of a request, in milliseconds. */
const timeoutMs = 10_000;
/** More than a page of a statement. */
const maxBytes = 5_000_000;

const cents = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const issuedSchema = v.object({ id: v.string(), payCode: v.string(), qr: v.optional(v.string()) });

const acceptedSchema = v.object({ id: v.string() });

const sentSchema = v.union([acceptedSchema, v.object({ rejected: v.string() })]);

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
        currency: v.optional(v.string()),
        state: v.picklist(['paid', 'reversed']),
        on: day,
      }),
      v.object({
        kind: v.literal('refund'),
        refundId: v.string(),
        amount: cents,
        currency: v.optional(v.string()),
        on: day,
      }),
      v.object({
        kind: v.literal('payout'),
        id: v.string(),
        reference: v.string(),
        amount: cents,
        currency: v.optional(v.string()),
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
  v.object({ state: v.picklist(['captured', 'needsCode']), charge: v.string() }),
  v.object({ state: v.literal('declined') }),
]);

const confirmedSchema = v.object({ state: v.picklist(['captured', 'wrongCode', 'declined']) });

/** Asks the gateway by HTTP and returns its checked answer. Throws Unavailable without a usable one. */
type AskGateway = <Schema extends v.GenericSchema>(
  path: string,
  body: object,
  schema: Schema,
) => Promise<v.InferOutput<Schema>>;

type GatewayPorts = Pick<Ports, 'payment' | 'payout' | 'card' | 'sms' | 'mail'> & {
  readonly statement: StatementPort;
};

/** The client of a gateway, over HTTP. `secret` authenticates us; our ids make repeats idempotent. */
export function gatewayPorts(name: GatewayName, baseUrl: string, secret: Secret): GatewayPorts {
  const ask = askGateway(name, baseUrl, secret);
  return {
    payment: paymentPort(name, ask),
    payout: payoutPort(name, ask),
    statement: statementPort(name, ask),
    card: cardPort(name, ask),
    sms: {
      canCall: true,
      async send(message) {
        await ask('/texts', message, acceptedSchema);
      },
    },
    // The sandbox has a mailbox of its own; a lender's mail goes to an SMTP server.
    mail: name === 'sandbox' ? mailboxPort(ask) : undefined,
  };
}

function askGateway(name: GatewayName, baseUrl: string, secret: Secret): AskGateway {
  return async function ask<Schema extends v.GenericSchema>(
    path: string,
    body: object,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    try {
      const answer = await requestFrom(name, baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret.current}` },
        body: JSON.stringify(body),
        timeoutMs,
        maxBytes,
      });
      if (answer.status < 200 || answer.status > 299)
        throw new Error(`the provider answered ${answer.status}`);
      return v.parse(schema, JSON.parse(answer.body.toString('utf8')));
    } catch (error) {
      throw new Unavailable(`provider: ${safeMessage(error, 'no answer')}`);
    }
  };
}

function paymentPort(name: GatewayName, ask: AskGateway): GatewayPorts['payment'] {
  return {
    name,
    async issueCode({ reference, amount, currency, channel, expiresAt }) {
      const issued = await ask(
        '/codes',
        { reference, amount, currency, channel, expiresAt: expiresAt.toISOString() },
        issuedSchema,
      );
      return { providerReference: issued.id, payCode: issued.payCode, qr: issued.qr };
    },
  };
}

function mailboxPort(ask: AskGateway): NonNullable<GatewayPorts['mail']> {
  return {
    async send(mail) {
      const sent = await ask('/mails', mail, sentSchema);
      return 'rejected' in sent ? { state: 'rejected', reason: sent.rejected } : { state: 'accepted' };
    },
  };
}

function payoutPort(name: GatewayName, ask: AskGateway): GatewayPorts['payout'] {
  return {
    name,
    async send({ reference, amount, currency, institution, accountNumber, holder }) {
      const sent = await ask(
        '/payouts',
        { reference, amount, currency, institution, accountNumber, holder },
        sentSchema,
      );
      return 'rejected' in sent
        ? { state: 'rejected', reason: sent.rejected }
        : { state: 'accepted', reference: sent.id };
    },
    async queryState({ reference }) {
      const reported = await ask('/payouts/standing', { reference }, standingSchema);
      return reported.state === 'returned' ? { ...reported, reason: reported.reason } : reported;
    },
  };
}

function statementPort(name: GatewayName, ask: AskGateway): StatementPort {
  return {
    name,
    async entries({ day }) {
      const entries: StatementEntry[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages < maxPages; pages += 1) {
        const page = await ask('/statement', { day, ...(cursor ? { after: cursor } : {}) }, statementSchema);
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
      const reported = await ask('/payments/standing', { paymentId }, paymentStandingSchema);
      return reported.state === 'paid' || reported.state === 'reversed'
        ? { ...reported, paymentId }
        : reported;
    },
  };
}

function cardPort(name: GatewayName, ask: AskGateway): GatewayPorts['card'] {
  return {
    name,
    async tokenise(card) {
      return (await ask('/cards', card, tokenSchema)).token;
    },
    async charge(details) {
      return ask('/charges', details, chargeSchema);
    },
    async sendCode(charge, phone) {
      await ask('/charges/code', { charge, phone }, acceptedSchema);
    },
    async confirm(charge, code) {
      return (await ask('/charges/confirm', { charge, code }, confirmedSchema)).state;
    },
  };
}
