import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { safeMessage } from '../../platform/logs/safe-message.ts';
import { fetchFrom } from '../../platform/metrics/provider-answers.ts';
import type { SmsPort } from '../sms.ts';

/** More than any answer to a message. */
const maxBytes = 100_000;

/**
 * How a provider of text messages is asked, whatever it is: an HTTP request whose parts may hold `{{phone}}` (E.164),
 * `{{digits}}` (the same without the plus), `{{text}}` and `{{reference}}` (ours, the same for a repeat).
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

function filled(template: string, values: Values, encode: (text: string) => string): string {
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : encode(value);
  });
}

/** What stands inside the quotes of a JSON text. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Names in a template that nothing fills: found at the start, not at the first message. */
export function unknownPlaceholders(request: SmsRequest): string[] {
  const known = new Set(['phone', 'digits', 'text', 'reference']);
  const all = [request.url, request.body, ...Object.values(request.headers)].join(' ');
  return [...all.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = '']) => (known.has(name) ? [] : [name]));
}

/** What a header may hold as it is: a message has line ends and letters that it may not. */
const inHeader = (text: string) => (/^[ -~]*$/.test(text) ? text : encodeURIComponent(text));

/** Reads an answer to its end, so that half of one is told from a whole one. */
async function readWhole(response: Response): Promise<void> {
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new Error('answered far too much');
  }
}

/**
 * Any provider that takes a message by one request, which is looked at anew for every message. Throws Unavailable when it
 * does not answer with success, wholly and in time; it is never followed to another address.
 */
export function httpSms(request: () => SmsRequest, timeoutMs = 10_000): SmsPort {
  return {
    // One request is described, for a text: a code that was asked for by call must not come as one.
    canCall: false,
    async send({ reference, phone, text, voice }) {
      if (voice) throw new Unavailable('text messages: nobody is set up who calls');
      const { url, method, headers, body } = request();
      const values = { reference, phone, digits: phone.replace(/\D/g, ''), text };
      const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
      const encode = type?.includes('json') ? inJson : encodeURIComponent;
      try {
        const response = await fetchFrom('texts', filled(url, values, encodeURIComponent), {
          method,
          headers: Object.entries(headers).map(([name, value]): [string, string] => [
            name,
            filled(value, values, inHeader),
          ]),
          ...(method === 'POST' ? { body: filled(body, values, encode) } : {}),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        await readWhole(response);
        if (!response.ok) throw new Error(`answered ${response.status}`);
      } catch (error) {
        throw new Unavailable(`text messages: ${safeMessage(error, 'no answer')}`);
      }
    },
  };
}
