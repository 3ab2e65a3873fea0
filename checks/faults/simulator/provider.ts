import { randomUUID } from 'node:crypto';
import { signature } from '@hiram/server/src/providers/gateway/webhooks.ts';
import { type ProviderOutage, startProviderApi } from './provider-api.ts';
import {
  type AcceptedPayout,
  type CapturedPayment,
  createProviderState,
  type ProviderState,
} from './provider-state.ts';
import { createOutbox, type Outbox, postWebhook, signed } from './provider-webhooks.ts';
import type { Random } from './random.ts';

/** A payment of a code. */
interface Payment {
  /** Cents. It may differ from the code's amount. */
  readonly amount: number;
  readonly paidOn: string;
  /** The business day from which the provider reports it. */
  readonly reportFrom: string;
  /** The number of reports after the first. */
  readonly copies: number;
  readonly reversedOn: string | undefined;
}

/** The simulated provider of payments, payouts and text messages. */
export interface Provider {
  readonly url: string;
  readonly secret: string;
  readonly webhookSecret: string;
  readonly payments: ReadonlyMap<string, CapturedPayment>;
  readonly payouts: ReadonlyMap<string, AcceptedPayout>;
  /** Payments of which a server has accepted a webhook. */
  readonly acknowledged: ReadonlySet<string>;
  /** Our ids of the received text messages. */
  readonly texts: ReadonlySet<string>;
  /** The newest one-time code that was sent to a number. */
  codeSentTo(phone: string): string | undefined;
  /** Set it to start an outage, and to undefined to end it. */
  outage: ProviderOutage | undefined;
  /** The number of webhooks that no server has accepted yet. */
  readonly unreported: number;
  /** Pays a code. The servers get its webhook from `reportFrom` on. Throws for a code that was never issued. */
  pay(payCode: string, payment: Payment): void;
  /** Ends every pending payout: `isReturned` says for which accounts the money comes back. */
  decidePayouts(today: string, isReturned: (accountNumber: string) => boolean): void;
  /** Sends the webhooks that are due by `today`, with copies and in random order, to the servers that `origin` names. */
  tell(today: string, origin: () => string): Promise<void>;
  /** Sends webhooks that must change nothing: with a wrong signature, an unknown reference or a wrong result. */
  sendFalseWebhooks(today: string, origin: () => string): Promise<void>;
  close(): Promise<void>;
}

const secret = 'simulated-provider-secret';
const webhookSecret = 'simulated-webhook-secret';

/**
 * Starts a provider that keeps true records and is unreliable: requests fail or lose their answers, webhooks arrive late,
 * repeatedly and in any order, and some webhooks are false. `hasStatements`: it also answers statements.
 */
export async function startProvider(chance: Random, hasStatements = false): Promise<Provider> {
  const state = createProviderState(hasStatements);
  const outbox = createOutbox(webhookSecret, chance);
  const api = await startProviderApi(state, { secret, chance, outage: () => provider.outage });
  const provider: Provider = {
    outage: undefined,
    url: api.url,
    secret,
    webhookSecret,
    payments: state.payments,
    payouts: state.payouts,
    acknowledged: outbox.acknowledged,
    texts: state.texts,
    codeSentTo: (phone) => state.smsCodes.get(phone),
    get unreported() {
      return outbox.size;
    },
    pay: (payCode, payment) => pay(state, outbox, payCode, payment),
    decidePayouts(today, isReturned) {
      for (const payout of state.payouts.values()) {
        if (payout.state !== 'pending') continue;
        payout.state = isReturned(payout.accountNumber) ? 'returned' : 'paid';
        payout.on = today;
        outbox.add(payoutWebhook(payout, today), { sendFrom: today, copies: chance.between(0, 2) });
      }
    },
    tell: (today, origin) => outbox.deliver(today, origin),
    sendFalseWebhooks: (today, origin) => sendFalseWebhooks(state, chance, { today, origin }),
    close: () => api.close(),
  };
  return provider;
}

/** Records a payment, and its reversal if it has one, with their webhooks. */
function pay(state: ProviderState, outbox: Outbox, payCode: string, payment: Payment): void {
  const { amount, paidOn, reportFrom, copies, reversedOn } = payment;
  const code = state.codesByPayCode.get(payCode);
  if (!code) throw new Error(`no code ${payCode} was issued`);
  const { reference } = code;
  const paymentId = `pay_${randomUUID()}`;
  state.payments.set(paymentId, { paymentId, reference, amount, paidOn, reversedOn });
  const body = { kind: 'payment', reference, paymentId, amount, paidOn };
  outbox.add({ ...body, id: `msg_${paymentId}` }, { sendFrom: reportFrom, copies, paymentId });
  // Some providers report one payment by two webhooks with different ids.
  if (copies > 1)
    outbox.add({ ...body, id: `again_${paymentId}` }, { sendFrom: reportFrom, copies: 0, paymentId });
  if (reversedOn)
    outbox.add(
      { kind: 'reversal', id: `back_${paymentId}`, reference, paymentId, on: reversedOn },
      { sendFrom: reversedOn, copies: 1 },
    );
}

const payoutWebhook = (payout: AcceptedPayout, today: string) => ({
  kind: 'payout',
  id: `msg_${payout.id}`,
  reference: payout.reference,
  result: payout.state,
  on: today,
  ...(payout.state === 'returned' ? { reason: 'no such account' } : {}),
});

async function sendFalseWebhooks(
  state: ProviderState,
  chance: Random,
  { today, origin }: { readonly today: string; readonly origin: () => string },
): Promise<void> {
  const [payment] = chance.shuffled([...state.payments.values()]);
  const [payout] = chance.shuffled([...state.payouts.values()].filter((item) => item.state !== 'pending'));
  const falseId = () => `false_${randomUUID()}`;
  const invented = { kind: 'payment', id: falseId(), paymentId: falseId(), paidOn: today };
  const foreign = JSON.stringify({ ...invented, reference: randomUUID(), amount: 100_000 });
  await postWebhook(origin(), foreign, signed(foreign, webhookSecret));
  if (payment) {
    const forged = JSON.stringify({ ...invented, reference: payment.reference, amount: 1 });
    const status = await postWebhook(
      origin(),
      forged,
      signature('another secret', Date.now() / 1000, forged),
    );
    if (status === 200) throw new Error('a webhook with a forged signature was accepted');
  }
  if (payout) {
    const { reference, state: result } = payout;
    const opposite = result === 'paid' ? 'returned' : 'paid';
    const body = JSON.stringify({ kind: 'payout', id: falseId(), reference, result: opposite, on: today });
    await postWebhook(origin(), body, signed(body, webhookSecret));
  }
}
