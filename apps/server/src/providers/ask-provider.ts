import { Unavailable } from '../platform/errors/rejection.ts';
import { readBody } from '../platform/http/read-body.ts';
import { safeMessage } from '../platform/logs/safe-message.ts';
import { fetchFrom } from '../platform/metrics/provider-answers.ts';

/** Timeout of a request, in milliseconds. */
const timeoutMs = 10_000;
/** More than any expected answer. */
const maxBytes = 2_000_000;

export interface ProviderAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Sends one HTTP request to a provider with Basic authentication by its secret key, JSON both ways, without redirects.
 * Returns answers with status 2xx and 4xx. Throws Unavailable, where a retry may help: no answer in time, a truncated
 * answer, a fault of the provider (5xx, 408, 425, 429), or a rejected key (401, 403).
 */
export async function askProvider(request: {
  readonly provider: string;
  readonly url: string;
  readonly secretKey: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: object;
}): Promise<ProviderAnswer> {
  const unavailable = (reason: string) => new Unavailable(`${request.provider}: ${reason}`);
  try {
    const response = await fetchFrom(request.provider, request.url, {
      method: request.body ? 'POST' : 'GET',
      headers: {
        authorization: `Basic ${Buffer.from(`${request.secretKey}:`).toString('base64')}`,
        accept: 'application/json',
        ...(request.body ? { 'content-type': 'application/json' } : {}),
        ...request.headers,
      },
      ...(request.body ? { body: JSON.stringify(request.body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await readBody(response, maxBytes);
    const { status } = response;
    if (status >= 500 || [401, 403, 408, 425, 429].includes(status)) throw unavailable(`answered ${status}`);
    return { status, body: JSON.parse(new TextDecoder().decode(body)) };
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    throw unavailable(safeMessage(error, 'no answer'));
  }
}
