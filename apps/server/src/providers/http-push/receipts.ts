import * as v from 'valibot';
import type { Secret } from '../../platform/crypto/secrets.ts';
import { isGenuine } from '../gateway/webhooks.ts';
import { checkSignatureHeader } from '../outside-checks/ask-signed.ts';
import type { WebhookReader } from '../ports/webhook.ts';

/** The path of receipts below `/api/webhook/`. */
export const receiptProvider = 'receipts';

/** The outcome of a message that was handed over. `reference` is our id of the delivery. */
const receiptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    kind: v.literal('receipt'),
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    reference: v.pipe(v.string(), v.uuid()),
    result: v.picklist(['delivered', 'bounced']),
  }),
);

/** Reads the lender's receipts of mails and push messages; a gateway reports its own of texts. */
export function receiptWebhooks(secret: Secret): WebhookReader {
  return {
    provider: receiptProvider,
    async read(body, headers, now) {
      if (!isGenuine(secret, headers[checkSignatureHeader], body, now)) return 'forged';
      const parsed = v.safeParse(receiptSchema, body.toString('utf8'));
      return parsed.success ? parsed.output : 'malformed';
    },
  };
}
