import http from 'node:http';
import https from 'node:https';
import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { safeMessage } from '../../platform/logs/safe-message.ts';
import { observeProvider, outcomeOfStatus } from '../../platform/metrics/provider-answers.ts';
import { traceparentOf } from '../../platform/tracing/trace.ts';
import type { SmsPort } from '../ports/sms.ts';

/** More than any answer of a provider. */
const maxBytes = 100_000;

/**
 * The HTTP request that sends a text message. Its parts may contain `{{phone}}` (E.164), `{{digits}}` (the same without the
 * plus), `{{text}}` and `{{reference}}` (our id, the same for a retry).
 */
export const smsRequestSchema = v.strictObject({
  url: v.pipe(v.string(), v.regex(/^https?:\/\//, 'must be an http or https address')),
  method: v.optional(v.picklist(['GET', 'POST']), 'POST'),
  headers: v.optional(
    v.record(
      v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the name of a header')),
      v.pipe(v.string(), v.regex(/^[ -~]*$/, 'must be one line of printable ASCII')),
    ),
    {},
  ),
  body: v.optional(v.string(), ''),
});
export type SmsRequest = v.InferOutput<typeof smsRequestSchema>;

type Values = Readonly<Record<string, string>>;

function fillTemplate(template: string, values: Values, encode: (text: string) => string): string {
  return template.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : encode(value);
  });
}

/** Encodes text for the inside of a JSON string. */
const encodeForJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Placeholders that have no value. The start checks them, so that they are not found only at the first message. */
export function unknownPlaceholders(request: SmsRequest): string[] {
  const placeholders = new Set(['phone', 'digits', 'text', 'reference']);
  const all = [request.url, request.body, ...Object.values(request.headers)].join(' ');
  return [...all.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = '']) =>
    placeholders.has(name) ? [] : [name],
  );
}

/** Encodes text for a header, which cannot contain line breaks or non-ASCII letters. */
const encodeForHeader = (text: string) => (/^[ -~]*$/.test(text) ? text : encodeURIComponent(text));

/** An idle connection is closed before most servers close it: a message into a closed one would be lost for a minute. */
const agentOptions = { keepAlive: true, timeout: 4_000 };
const plain = new http.Agent(agentOptions);
const secure = new https.Agent(agentOptions);

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * The status of an answer that arrived whole, so that a truncated one is detected. By `node:http`, since a strategy sends many: `fetch`
 * takes more than twice its processor time.
 */
function statusOf(url: URL, { method, headers, body, signal }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const options = { method, headers, signal, agent: isSecure ? secure : plain };
    const sending = (isSecure ? https : http).request(url, options, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > maxBytes) answer.destroy(new Error('its answer is too large'));
      });
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

/**
 * Sends messages through any provider that accepts one HTTP request per message. `request` is called for every message.
 * Throws Unavailable unless the provider answers completely, in time and with success. Redirects are not followed.
 */
export function httpSms(request: () => SmsRequest, timeoutMs = 10_000): SmsPort {
  return {
    // The configured request sends a text: a code that was requested by call must not arrive as a text.
    canCall: false,
    async send({ reference, phone, text, voice }) {
      if (voice) throw new Unavailable('text messages: no provider for voice calls is configured');
      const { url, method, headers, body } = request();
      const values = { reference, phone, digits: phone.replace(/\D/g, ''), text };
      const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
      const encode = type?.includes('json') ? encodeForJson : encodeURIComponent;
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const address = new URL(fillTemplate(url, values, encodeURIComponent));
        const target = { provider: 'texts', host: address.hostname, outcomeOf: outcomeOfStatus };
        const filled = Object.entries(headers).map(([name, value]): [string, string] => [
          name,
          fillTemplate(value, values, encodeForHeader),
        ]);
        const status = await observeProvider(target, (trace) =>
          statusOf(address, {
            method,
            headers: { ...Object.fromEntries(filled), traceparent: traceparentOf(trace) },
            body: method === 'POST' ? fillTemplate(body, values, encode) : undefined,
            signal,
          }),
        );
        if (status < 200 || status > 299) throw new Error(`answered ${status}`);
      } catch (error) {
        throw new Unavailable(
          `text messages: ${safeMessage(signal.aborted ? signal.reason : error, 'no answer')}`,
        );
      }
    },
  };
}
