import * as v from 'valibot';
import { refusalReasons } from '../../brands/refusal-reasons.ts';
import type { Secret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { readBody } from '../../platform/http/read-body.ts';
import { safeMessage } from '../../platform/logs/safe-message.ts';
import { fetchFrom } from '../../platform/metrics/provider-answers.ts';
import { isGenuine, signature } from '../gateway/webhooks.ts';
import type { ScoredApplication, ScorerPort } from '../ports/scorer.ts';

export interface ScorerSettings {
  readonly url: string;
  /** Signs our requests; the scorer signs its answers with it too. */
  readonly secret: Secret;
  readonly timeoutMs: number;
}

/** The header that carries the signature, both ways: `t=<seconds>,v1=<hex>` over `<seconds>.<raw body>`, HMAC-SHA256. */
const scorerSignatureHeader = 'x-hiram-signature';

/** More than any expected answer. */
const maxBytes = 100_000;

const answerSchema = v.object({
  reference: v.string(),
  outcome: v.picklist(['approve', 'refuse', 'refer']),
  reasons: v.optional(v.array(v.string()), []),
});

/**
 * The lender's scorer over HTTP (docs/scorer.md). Throws Unavailable if it does not answer in time, answers anything else,
 * or its answer is not signed for this application. The request is retried; it never counts as an approval.
 */
export function httpScorer(settings: ScorerSettings, now: () => Date): ScorerPort {
  return {
    async score(application) {
      const { outcome, reasons } = await ask(settings, application, now);
      if (outcome !== 'refuse') return { outcome };
      const known = refusalReasons.filter((reason) => reasons.includes(reason));
      return { outcome, reasons: known.length > 0 ? known : ['score'] };
    },
  };
}

async function ask(
  { url, secret, timeoutMs }: ScorerSettings,
  application: ScoredApplication,
  now: () => Date,
): Promise<v.InferOutput<typeof answerSchema>> {
  const body = JSON.stringify(application);
  const seconds = Math.floor(now().getTime() / 1000);
  try {
    const response = await fetchFrom('scorer', url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [scorerSignatureHeader]: signature(secret.current, seconds, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) throw new Error(`it answered ${response.status}`);
    const bytes = await readBody(response, maxBytes);
    if (!isGenuine(secret, response.headers.get(scorerSignatureHeader), bytes, now()))
      throw new Error('its answer is not signed');
    const answer = v.parse(answerSchema, JSON.parse(bytes.toString('utf8')));
    if (answer.reference !== application.reference) throw new Error('its answer is for another application');
    return answer;
  } catch (error) {
    throw new Unavailable(`scorer: ${safeMessage(error, 'no answer')}`);
  }
}
