import { Unavailable } from '../platform/errors/rejection.ts';
import { safeMessage } from '../platform/logs/safe-message.ts';
import { fetchFrom } from '../platform/metrics/provider-answers.ts';

/** How long a provider has to answer before we say that it is away. */
const timeoutMs = 10_000;
/** More than any answer that we ask for. */
const maxBytes = 2_000_000;

export interface ProviderAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * One HTTP request to a provider with Basic authentication by its secret key, JSON both ways, no redirects. Answers of 2xx
 * and 4xx are given back; Unavailable is thrown where none comes in time, half of one comes, or the provider is troubled
 * (5xx, 429) or does not know our key (401, 403): asking again later may help.
 */
export async function askProvider(request: {
  readonly provider: string;
  readonly url: string;
  readonly secretKey: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: object;
}): Promise<ProviderAnswer> {
  const away = (why: string) => new Unavailable(`${request.provider}: ${why}`);
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
    const text = await response.text();
    const { status } = response;
    if (status >= 500 || [401, 403, 408, 425, 429].includes(status)) throw away(`answered ${status}`);
    if (text.length > maxBytes) throw away('answered far too much');
    return { status, body: JSON.parse(text) };
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    throw away(safeMessage(error, 'no answer'));
  }
}
