import * as v from 'valibot';
import { accepts, type Secret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { ProviderEvent, WebhookReader } from '../ports/webhook.ts';
import { ignoredEvent, paymentEvent, payoutEvent, readJson } from '../provider-events.ts';
import type { AskXendit } from './client.ts';
import { payoutSchema } from './objects.ts';
import { payoutState } from './payouts.ts';
import { readXenditPayment } from './read-payment.ts';

const eventSchema = v.object({
  event: v.string(),
  data: v.object({ id: v.optional(v.string()), payment_id: v.optional(v.string()) }),
});

const isOurs = (reference: string) => v.is(v.pipe(v.string(), v.uuid()), reference);
const idPattern = /^[\w-]{1,100}$/;

/**
 * Reads Xendit's webhooks. They carry a fixed token and no signature of the body, so only the id of the object is taken from
 * the body; the object is read from Xendit before it counts.
 */
export function xenditWebhooks(ask: AskXendit, token: Secret): WebhookReader {
  async function payment(id: string): Promise<ProviderEvent> {
    const reported = await readXenditPayment(ask, id);
    return paymentEvent(reported, id, 'xendit');
  }

  async function payout(id: string): Promise<ProviderEvent> {
    const { status, body } = await ask(`/v2/payouts/${id}`);
    if (status === 404) return ignoredEvent('unknown', id);
    const parsed = v.safeParse(payoutSchema, body);
    if (!parsed.success) throw new Unavailable(`xendit answered ${status} to a query about a payout`);
    if (!isOurs(parsed.output.reference_id)) return ignoredEvent('reference', id);
    return payoutEvent(payoutState(parsed.output), parsed.output.reference_id, {
      provider: 'xendit',
      id: `payout ${id}`,
    });
  }

  return {
    provider: 'xendit',
    async read(body, headers) {
      if (!accepts(token, String(headers['x-callback-token'] ?? ''))) return 'forged';
      const event = v.safeParse(eventSchema, readJson(body));
      if (!event.success) return 'malformed';
      const { event: type, data } = event.output;
      const objectId =
        type === 'payment.capture' ? data.payment_id : type.startsWith('payout.') ? data.id : '';
      if (objectId === '') return ignoredEvent('event', `${type} ${data.id ?? data.payment_id ?? ''}`);
      if (objectId === undefined || !idPattern.test(objectId)) return 'malformed';
      return type === 'payment.capture' ? payment(objectId) : payout(objectId);
    },
  };
}
