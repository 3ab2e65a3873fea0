import { type ContextName, contextNames, headerPairs, headerText } from '@hiram/contract/context';
import type { ServerCall } from '@hiram/visitor-pages/server-call';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Milliseconds after which a document ends without an answer. The page then sends the call itself. */
const maxWaitMs = 3_000;

/** The first call of a page, as its inline script would send it. */
export interface FirstCall {
  readonly name: string;
  /** JSON of the input under its wire names. */
  readonly input: string;
  readonly sessionId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer of a first call: the envelope as the page would receive it. */
export interface FirstAnswer {
  readonly status: number;
  readonly envelope: object;
}

/**
 * Reports whether a person opens the document by itself, in the app's web view or, in the sandbox, in any
 * browser. Only then does the server act for the page: not for a preview of a link, a prefetch, a frame, or a
 * link on another site. Engines that do not say (before 2020; Safari before 16.4) send the call themselves.
 */
export function isOpened(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  sandbox: boolean,
): boolean {
  const site = headers['sec-fetch-site'];
  return (
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    (site === 'none' || site === 'same-origin') &&
    headers['sec-purpose'] === undefined &&
    headers.purpose === undefined &&
    (sandbox || isWebView(String(headers['user-agent'] ?? '')))
  );
}

/** Android's web view says so; on iOS only a browser names Safari. */
function isWebView(userAgent: string): boolean {
  return /; wv\)/.test(userAgent) || (/iPhone|iPad/.test(userAgent) && !/Safari\//.test(userAgent));
}

const addressOf = (request: FastifyRequest) => new URL(request.url, 'http://page');

/** The values of the address, the last of a repeated name, as the inline script reads them. */
function valuesOf(request: FastifyRequest): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of addressOf(request).searchParams) if (value !== '') values[name] = value;
  if (values.product_id && !values.productId) values.productId = values.product_id;
  return values;
}

/**
 * The first call of the document that is requested, or undefined if its page would not call at once with the address's
 * session. `brandId`: the document's brand.
 */
export function firstCallOf(
  call: ServerCall,
  request: FastifyRequest,
  brandId: string,
): FirstCall | undefined {
  const values = valuesOf(request);
  const { sessionId } = values;
  // A ticket is exchanged by the page. A chosen language is known to the page.
  if (!sessionId || values.ticket || hasLanguageChoice(request)) return undefined;
  if (values.appName !== brandId) delete values.appName;
  const query = new URLSearchParams();
  const headers: Record<string, string> = { 'x-requested-with': 'XMLHttpRequest' };
  const context = (name: ContextName) => values[name];
  for (const name of contextNames) if (context(name)) query.set(name, context(name) ?? '');
  for (const [header, name] of Object.entries(headerPairs[call.encoding])) {
    const value = context(name);
    if (value !== undefined && headerText.test(value)) headers[header.toLowerCase()] = value;
  }
  const input: Record<string, string | number> = {};
  const sent: Record<string, string | number> = {};
  for (const [parameter, wire, masked, number, constant] of call.fields) {
    const value = constant ?? values[parameter];
    if (value === undefined) continue;
    input[wire] = number === 1 ? Number(value) : value;
    sent[masked] = number === 1 ? Number(value) : value;
  }
  const isJson = call.encoding === 'json';
  headers['content-type'] = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(sent)) form.set(name, String(value));
  return {
    name: call.name,
    input: JSON.stringify(input),
    sessionId,
    url: `${call.path}?${query}`,
    headers,
    body: isJson ? JSON.stringify(sent) : form.toString(),
  };
}

function hasLanguageChoice({ headers }: FastifyRequest): boolean {
  return /(?:^|; )(?:__Host-)?hiram_lang=/.test(headers.cookie ?? '');
}

/**
 * Sends the call through the app's own routes with the address, the cookie and the forwarded headers of the document's
 * request: the same session, proof, limits, log line and audit as if the page had sent it. Returns undefined if there is no
 * answer in time or if the visitor has left.
 */
export async function answerOf(
  app: FastifyInstance,
  request: FastifyRequest,
  call: FirstCall,
  prefix: string,
): Promise<FirstAnswer | undefined> {
  const { cookie, host, 'x-forwarded-for': forwardedFor } = request.headers;
  const ended = endOf(request);
  try {
    const answering = app.inject({
      method: 'POST',
      url: prefix + call.url,
      remoteAddress: request.raw.socket.remoteAddress ?? '',
      headers: {
        ...call.headers,
        ...(host === undefined ? {} : { host }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
      },
      payload: call.body,
      signal: ended.signal,
    });
    const answer = await Promise.race([answering, ended.promise]);
    const envelope: unknown = answer?.json();
    if (!answer || typeof envelope !== 'object' || envelope === null) return undefined;
    return { status: answer.statusCode, envelope };
  } catch {
    return undefined;
  } finally {
    ended.forget();
  }
}

/** Ends the waiting for an answer: after the longest wait, or when the visitor leaves. */
function endOf({ raw }: FastifyRequest) {
  const abort = new AbortController();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = () => {
    resolve(undefined);
    abort.abort();
  };
  const timer = setTimeout(end, maxWaitMs);
  raw.socket.once('close', end);
  return {
    promise,
    signal: abort.signal,
    forget() {
      clearTimeout(timer);
      raw.socket.off('close', end);
    },
  };
}
