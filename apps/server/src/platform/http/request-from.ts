import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { observeProvider, outcomeOfStatus } from '../metrics/provider-answers.ts';
import { traceparentOf } from '../tracing/trace.ts';

/** More than any answer about one message or check. */
const defaultMaxBytes = 100_000;

/** An idle connection is closed before most servers close it: a request into a closed one would be lost. */
const agentOptions = { keepAlive: true, timeout: 4_000 };
const plain = new http.Agent(agentOptions);
const secure = new https.Agent(agentOptions);

export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Milliseconds in which the whole answer comes. */
  readonly timeoutMs: number;
  /** An answer that is longer is an error. */
  readonly maxBytes?: number;
}

export interface WholeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Asks a provider on a kept connection, within the trace that runs now, and publishes the request's outcome.
 * Redirects are not followed. Throws unless the answer arrives whole and in time. By `node:http`, since a
 * strategy sends many messages: `fetch` takes more than twice its processor time.
 */
export function requestFrom(provider: string, url: string, request: ProviderRequest): Promise<WholeAnswer> {
  const address = new URL(url);
  const observed = {
    provider,
    host: address.hostname,
    outcomeOf: ({ status }: WholeAnswer) => outcomeOfStatus(status),
  };
  return observeProvider(observed, (trace) => exchange(address, request, traceparentOf(trace)));
}

function exchange(
  address: URL,
  { method, headers, body, timeoutMs, maxBytes = defaultMaxBytes }: ProviderRequest,
  traceparent: string,
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const isSecure = address.protocol === 'https:';
    const options = {
      method,
      headers: { ...headers, traceparent },
      agent: isSecure ? secure : plain,
    };
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const outgoing = (isSecure ? https : http).request(address, options, (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        parts.push(part);
        if (bytes > maxBytes) answer.destroy(new Error('its answer is too large'));
      });
      answer.on('end', () => {
        clearTimeout(timer);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) });
      });
      answer.on('error', fail);
    });
    // A timer of its own: an AbortSignal for each request takes a third of its processor time.
    const timer = setTimeout(() => {
      fail(new Error(`timeout: no whole answer in ${timeoutMs} ms`));
      outgoing.destroy();
    }, timeoutMs);
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}
