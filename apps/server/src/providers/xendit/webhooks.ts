import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Secret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { aside, noticeOf } from '../payment-notice.ts';
import type { ProviderEvent, WebhookReader } from '../webhook.ts';
import type { AskXendit } from './client.ts';
import { payoutSchema } from './objects.ts';
import { standingOf } from './payouts.ts';
import { readXenditPayment } from './read-payment.ts';

const eventSchema = v.object({
  event: v.string(),
  data: v.object({ id: v.optional(v.string()), payment_id: v.optional(v.string()) }),
});

const isOurs = (reference: string) => v.is(v.pipe(v.string(), v.uuid()), reference);
const idPattern = /^[\w-]{1,100}$/;

function isGenuine(token: Secret, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const bytes = Buffer.from(given);
  // Every accepted token is compared, so that the time tells nothing.
  return token.accepted
    .map((one) => Buffer.from(one))
    .map((wanted) => wanted.length === bytes.length && timingSafeEqual(wanted, bytes))
    .some(Boolean);
}

/**
 * Xendit's webhooks bear a fixed token and no signature over the body: so nothing of the body is believed but which object
 * it is about, and that is read from Xendit before it counts.
 */
export function xenditWebhooks(ask: AskXendit, token: Secret): WebhookReader {
  async function payment(id: string): Promise<ProviderEvent> {
    const standing = await readXenditPayment(ask, id);
    return noticeOf(standing, id, 'xendit');
  }

  async function payout(id: string): Promise<ProviderEvent> {
    const { status, body } = await ask(`/v2/payouts/${id}`);
    if (status === 404) return aside('unknown', id);
    const found = v.safeParse(payoutSchema, body);
    if (!found.success) throw new Unavailable(`xendit answered ${status} to a question about a payout`);
    if (!isOurs(found.output.reference_id)) return aside('reference', id);
    const standing = standingOf(found.output);
    if (standing.state !== 'paid' && standing.state !== 'returned')
      throw new Unavailable('xendit does not yet say how the payout ended');
    return {
      kind: 'payout',
      id: `payout ${id} ${standing.state}`,
      reference: found.output.reference_id,
      result: standing.state,
      amount: standing.amount,
      currency: standing.currency,
      on: standing.on,
      reason: standing.state === 'returned' ? standing.reason : undefined,
    };
  }

  return {
    provider: 'xendit',
    async read(body, headers) {
      if (!isGenuine(token, headers['x-callback-token'])) return 'forged';
      let said: unknown;
      try {
        said = JSON.parse(body.toString('utf8'));
      } catch {
        return 'malformed';
      }
      const event = v.safeParse(eventSchema, said);
      if (!event.success) return 'malformed';
      const { event: what, data } = event.output;
      const about = what === 'payment.capture' ? data.payment_id : what.startsWith('payout.') ? data.id : '';
      if (about === '') return aside('event', `${what} ${data.id ?? data.payment_id ?? ''}`);
      if (about === undefined || !idPattern.test(about)) return 'malformed';
      return what === 'payment.capture' ? payment(about) : payout(about);
    },
  };
}
