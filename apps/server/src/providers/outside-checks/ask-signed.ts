import * as v from 'valibot';
import type { Secret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { requestFrom } from '../../platform/http/request-from.ts';
import { safeMessage } from '../../platform/logs/safe-message.ts';
import { isGenuine, signature } from '../gateway/webhooks.ts';

/** Where a service is, the secret that signs questions and answers, and the milliseconds in which it answers. */
export interface CheckSettings {
  readonly url: string;
  readonly secret: Secret;
  readonly timeoutMs?: number;
}

/** The header that carries the signature, both ways: `t=<seconds>,v1=<hex>` over `<seconds>.<raw body>`, HMAC-SHA256. */
export const checkSignatureHeader = 'x-hiram-signature';

/**
 * Asks a service by a signed POST (docs/checks-outside.md) and returns its checked answer. Throws Unavailable
 * if there is no answer in time, or one that is not status 200, not signed now, not of this schema or not to
 * this reference.
 */
export async function askSigned<
  const Schema extends v.GenericSchema<unknown, { readonly reference: string }>,
>(
  service: string,
  { url, secret, timeoutMs = 3_000 }: CheckSettings,
  {
    question,
    answer: schema,
    now,
  }: {
    readonly question: { readonly reference: string };
    readonly answer: Schema;
    readonly now: () => Date;
  },
): Promise<v.InferOutput<Schema>> {
  const body = JSON.stringify(question);
  const seconds = Math.floor(now().getTime() / 1000);
  try {
    const received = await requestFrom(service, url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [checkSignatureHeader]: signature(secret.current, seconds, body),
      },
      body,
      timeoutMs,
    });
    if (received.status !== 200) throw new Error(`it answered ${received.status}`);
    if (!isGenuine(secret, received.headers[checkSignatureHeader], received.body, now()))
      throw new Error('its answer is not signed');
    const answer = v.safeParse(schema, JSON.parse(received.body.toString('utf8')));
    // The field alone: the words of a failed check would repeat what the service said of a person.
    if (!answer.success)
      throw new Error(
        `its answer does not have the agreed form: ${v.getDotPath(answer.issues[0]) ?? 'the whole'}`,
      );
    if (answer.output.reference !== question.reference) throw new Error('its answer is to another question');
    return answer.output;
  } catch (error) {
    throw new Unavailable(`${service}: ${safeMessage(error, 'no answer')}`);
  }
}
