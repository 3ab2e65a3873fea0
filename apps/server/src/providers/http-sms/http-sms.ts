import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { requestFrom } from '../../platform/http/request-from.ts';
import { safeMessage } from '../../platform/logs/safe-message.ts';
import type { SmsPort } from '../ports/sms.ts';

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
      try {
        const filled = Object.entries(headers).map(([name, value]): [string, string] => [
          name,
          fillTemplate(value, values, encodeForHeader),
        ]);
        const { status } = await requestFrom('texts', fillTemplate(url, values, encodeURIComponent), {
          method,
          headers: Object.fromEntries(filled),
          body: method === 'POST' ? fillTemplate(body, values, encode) : undefined,
          timeoutMs,
        });
        if (status < 200 || status > 299) throw new Error(`answered ${status}`);
      } catch (error) {
        throw new Unavailable(`text messages: ${safeMessage(error, 'no answer')}`);
      }
    },
  };
}
