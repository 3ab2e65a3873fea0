import type { Call, SentInput, WireOutput } from '@hiram/contract/call';
import { type Context, headerPairs } from '@hiram/contract/context';
import type { Envelope } from '@hiram/contract/envelope';

export interface Answer<Data> extends Envelope<Data> {
  readonly status: number;
  readonly headers: Headers;
}

export interface SendOptions {
  readonly key?: string;
  readonly form?: boolean;
  readonly headers?: Record<string, string>;
}

/** Sends a call as its page would. Returns the envelope with the status and the headers. */
export type Send = <C extends Call>(
  call: C,
  input: SentInput<C> | Record<string, unknown>,
  context?: Context,
  options?: SendOptions,
) => Promise<Answer<WireOutput<C>>>;

export function sendTo(origin: string): Send {
  return async (call, input, context = {}, options = {}) => {
    const query = new URLSearchParams({ ...context });
    const fields = Object.fromEntries(
      Object.entries<unknown>(input as Record<string, unknown>).filter(([, value]) => value !== undefined),
    );
    if (call.method === 'GET')
      for (const [field, value] of Object.entries(fields)) query.set(field, String(value));
    const isForm = options.form ?? call.encoding === 'form';
    const body = isForm ? new URLSearchParams(fields as Record<string, string>) : JSON.stringify(fields);
    const response = await fetch(`${origin}/api${call.path}?${query}`, {
      method: call.method,
      headers: headersOf(call, isForm, context, options),
      ...(call.method === 'POST' ? { body } : {}),
    });
    const envelope: Envelope<never> = JSON.parse(await response.text());
    return { ...envelope, status: response.status, headers: response.headers };
  };
}

function headersOf(
  call: Call,
  isForm: boolean,
  context: Context,
  options: SendOptions,
): Record<string, string> {
  const headers: Record<string, string> = { 'x-requested-with': 'XMLHttpRequest', ...options.headers };
  const pairs = isForm ? headerPairs.form : headerPairs.json;
  for (const [header, field] of Object.entries(pairs)) if (context[field]) headers[header] = context[field];
  if (options.key) headers['idempotency-key'] = options.key;
  if (call.method === 'POST')
    headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return headers;
}
