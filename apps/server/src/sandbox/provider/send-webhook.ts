import { setTimeout as pause } from 'node:timers/promises';
import { signature } from '../../providers/gateway/webhooks.ts';

/** Milliseconds before a webhook that was answered with 503 is sent again, each time. */
const pausesMs = [100, 400, 1_500];

interface WebhookSenderOptions {
  readonly webhookSecret: string;
  readonly now: () => Date;
  readonly notifyUrl: () => string;
}

/**
 * Sends signed webhooks. One that is answered with 503, as while a borrower is on their way to another cell,
 * is sent again a few times, as a real provider does. It throws if the receiver does not accept it.
 */
export function webhookSender({ webhookSecret, now, notifyUrl }: WebhookSenderOptions) {
  return async (notice: object): Promise<void> => {
    const body = JSON.stringify(notice);
    const send = () =>
      fetch(notifyUrl(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-sandbox-signature': signature(webhookSecret, Math.floor(now().getTime() / 1000), body),
        },
        body,
        signal: AbortSignal.timeout(10_000),
      });
    let response = await send();
    for (const pauseMs of pausesMs) {
      if (response.status !== 503) break;
      await pause(pauseMs);
      response = await send();
    }
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
  };
}
