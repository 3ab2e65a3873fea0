import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import { type Context, callTimeoutMs, headerPairs, headerText, proofHeaders } from '@hiram/contract/context';
import { type Envelope, isSuccessCode } from '@hiram/contract/envelope';
import { isMasked } from '@hiram/contract/masked';
import { fromWire, ownName, toWire } from '@hiram/contract/wire';
import * as v from 'valibot';
import { pageKey } from '../../app/page/page-key.ts';
import { settings } from '../../app/settings/settings.ts';
import { type CallResult, NoAnswer, type SendOptions } from './call-result.ts';
import { takeFirstCall } from './first-call.ts';
import { loadMask, maskScope } from './mask.ts';
import { line } from './when-quiet.ts';

/** Files are sent with the JSON client's headers: complaints use it. */
function isSecondClient(encoding: Call['encoding']): boolean {
  return encoding === 'form' || encoding === 'query';
}

/**
 * The JSON client sends the first header pair, the form client the second (NET-03). Both send the context in the
 * query.
 */
function headersFor(encoding: Call['encoding'], context: Context): Record<string, string> {
  const headers: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest' };
  for (const [header, name] of Object.entries(
    isSecondClient(encoding) ? headerPairs.form : headerPairs.json,
  )) {
    const value = context[name];
    if (value && headerText.test(value)) headers[header] = value;
  }
  const key = pageKey();
  if (key) headers[proofHeaders.page] = key;
  return headers;
}

function formOf(input: unknown): URLSearchParams {
  const form = new URLSearchParams();
  if (typeof input === 'object' && input !== null)
    for (const [name, value] of Object.entries<unknown>({ ...input }))
      if (value !== undefined && value !== null) form.set(name, String(value));
  return form;
}

function filesOf(input: unknown): FormData {
  const form = new FormData();
  if (typeof input === 'object' && input !== null)
    for (const [name, value] of Object.entries<unknown>({ ...input }))
      if (value instanceof Blob) form.set(name, value, 'picture.jpg');
  return form;
}

function request(
  call: Call,
  input: unknown,
  context: Context,
): { url: string; init: RequestInit & { headers: Record<string, string> } } {
  const headers = headersFor(call.encoding, context);
  const query = formOf(context);
  const init = { method: call.method, headers, credentials: 'same-origin' as const };
  if (call.method === 'GET')
    formOf(input).forEach((value, name) => {
      query.set(name, value);
    });
  const search = query.toString();
  const url = settings.apiBase + call.path + (search ? `?${search}` : '');
  if (call.method === 'GET') return { url, init };
  if (call.encoding === 'json') {
    headers['Content-Type'] = 'application/json';
    return { url, init: { ...init, body: JSON.stringify(input) } };
  }
  // The browser sets the content type of a multipart body, with its boundary.
  if (call.encoding === 'multipart') return { url, init: { ...init, body: filesOf(input) } };
  headers['Content-Type'] = 'application/x-www-form-urlencoded';
  return { url, init: { ...init, body: formOf(input).toString() } };
}

/** Fetches and parses the body. Passes errors through (NET-03). Aborts after 60 s or when `signal` aborts. */
async function fetchBody(
  url: string,
  init: RequestInit,
  { signal, fetch: ask = fetch }: SendOptions,
): Promise<unknown> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  const timer = setTimeout(stop, callTimeoutMs);
  if (signal) signal.addEventListener('abort', stop);
  try {
    const response = await ask(url, { ...init, signal: abort.signal });
    return await response.json();
  } finally {
    clearTimeout(timer);
    if (signal) signal.removeEventListener('abort', stop);
  }
}

const envelopeSchema = v.object({
  success: v.boolean(),
  code: v.string(),
  message: v.string(),
  data: v.unknown(),
  field: v.optional(v.string()),
  seconds: v.optional(v.number()),
});

/** Sends one call. Throws NoAnswer if no envelope came back or if its data do not match the contract. */
export async function sendCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  context: Context,
  options: SendOptions = {},
): Promise<CallResult<CallOutput<C>>> {
  const mask =
    isMasked(call, 'input', maskScope) || isMasked(call, 'answer', maskScope) ? await loadMask() : undefined;
  let body: unknown;
  line.calls += 1;
  try {
    const wireInput = toWire(call.input as C['input'], input);
    const early = takeFirstCall(call.name, wireInput, context);
    if (early) {
      body = await early.body;
      // The server has read it, to render the first view.
      if (early.result) return early.result as CallResult<CallOutput<C>>;
    } else {
      const masked = mask && isMasked(call, 'input', maskScope) ? mask.input(call, wireInput) : wireInput;
      const { url, init } = request(call, masked, context);
      if (call.idempotent && options.idempotencyKey) init.headers['Idempotency-Key'] = options.idempotencyKey;
      body = await fetchBody(url, { ...init, keepalive: options.keepalive ?? false }, options);
    }
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'AbortError' && !options.signal?.aborted;
    // A body that is no JSON came from something in front of the server, such as a load balancer.
    const isServerFault = error instanceof SyntaxError;
    throw new NoAnswer(error instanceof Error ? error.message : 'no answer', { timedOut, isServerFault });
  } finally {
    line.calls -= 1;
    line.usedAt = Date.now();
  }
  const unmasked = mask && isMasked(call, 'answer', maskScope) ? mask.answer(call, body) : body;
  return readAnswer(call, unmasked);
}

/** If the API is on another origin, points the API's own addresses (`/api/…`) in an answer to it. */
function resolveApiAddresses(data: unknown): unknown {
  if (settings.apiBase.charAt(0) === '/') return data;
  if (typeof data === 'string')
    return data.slice(0, 5) === '/api/' ? new URL(data, settings.apiBase).href : data;
  if (Array.isArray(data)) return data.map(resolveApiAddresses);
  if (typeof data !== 'object' || data === null) return data;
  const resolved: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data)) resolved[name] = resolveApiAddresses(value);
  return resolved;
}

/** Reads the answer to a call. Throws NoAnswer if it is not as declared. */
export function readAnswer<C extends Call>(call: C, body: unknown): CallResult<CallOutput<C>> {
  const parsed = v.safeParse(envelopeSchema, body);
  if (!parsed.success) throw new NoAnswer('not an envelope', { isServerFault: true });
  const envelope: Envelope<unknown> = parsed.output;
  if (!envelope.success || !isSuccessCode(envelope.code))
    return {
      ok: false,
      code: envelope.code,
      message: envelope.message,
      ...(envelope.field === undefined ? {} : { field: ownName(call.input, envelope.field) }),
      ...(envelope.seconds === undefined ? {} : { seconds: envelope.seconds }),
    };
  const data = v.safeParse(call.output as C['output'], resolveApiAddresses(envelope.data));
  if (!data.success)
    throw new NoAnswer(`${call.name}: ${v.getDotPath(data.issues[0]) ?? 'data'} is not as declared`, {
      isServerFault: true,
    });
  return {
    ok: true,
    data: fromWire(call.output, data.output) as CallOutput<C>,
    code: envelope.code,
    message: envelope.message,
  };
}
