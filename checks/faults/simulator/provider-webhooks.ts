import { signature } from '@hiram/server/src/providers/gateway/webhooks.ts';
import type { Random } from './random.ts';

interface Webhook {
  readonly body: string;
  /** The business day from which it is sent. */
  readonly sendFrom: string;
  /** The number of deliveries after the first. */
  readonly copies: number;
  /** The payment that it reports, if it reports one. */
  readonly paymentId?: string;
}

export interface WebhookOptions {
  readonly sendFrom: string;
  readonly copies: number;
  readonly paymentId?: string;
}

/** The webhooks that no server has accepted yet. */
export interface Outbox {
  readonly size: number;
  /** Payments of which a server has accepted a webhook. */
  readonly acknowledged: ReadonlySet<string>;
  add(body: object, options: WebhookOptions): void;
  /**
   * Sends the webhooks that are due by `today`, with their copies and in random order. `origin` names the server of each
   * request. A webhook that a server answered with 200 leaves the outbox.
   */
  deliver(today: string, origin: () => string): Promise<void>;
}

/** The number of webhooks that are sent at the same time. */
const parallel = 6;

export const signed = (body: string, secret: string) =>
  signature(secret, Math.floor(Date.now() / 1000), body);

/** Sends one webhook. Returns the status of the answer; 0 if none came. */
export async function postWebhook(origin: string, body: string, sign: string): Promise<number> {
  try {
    const response = await fetch(`${origin}/api/webhook/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-signature': sign },
      body,
      signal: AbortSignal.timeout(15_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

export function createOutbox(secret: string, chance: Random): Outbox {
  const outbox: Webhook[] = [];
  const acknowledged = new Set<string>();
  return {
    acknowledged,
    get size() {
      return outbox.length;
    },
    add(body, options) {
      outbox.push({ body: JSON.stringify(body), ...options });
    },
    async deliver(today, origin) {
      const due = outbox.filter((webhook) => webhook.sendFrom <= today);
      const requests = chance.shuffled(due.flatMap((webhook) => Array(webhook.copies + 1).fill(webhook)));
      const accepted = new Set<Webhook>();
      const sendNext = async () => {
        for (let webhook = requests.pop(); webhook; webhook = requests.pop()) {
          const status = await postWebhook(origin(), webhook.body, signed(webhook.body, secret));
          if (status === 200) accepted.add(webhook);
        }
      };
      await Promise.all(Array.from({ length: parallel }, sendNext));
      for (const webhook of accepted) {
        if (webhook.paymentId !== undefined) acknowledged.add(webhook.paymentId);
        const index = outbox.indexOf(webhook);
        // A delivery that runs at the same time may have removed it already.
        if (index >= 0) outbox.splice(index, 1);
      }
    },
  };
}
