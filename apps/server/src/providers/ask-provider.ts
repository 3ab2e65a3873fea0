import { Unavailable } from '../platform/errors/rejection.ts';
import { requestFrom } from '../platform/http/request-from.ts';
import { safeMessage } from '../platform/logs/safe-message.ts';

const timeoutMs = 10_000;
/** More than any expected answer. */
const maxBytes = 2_000_000;

export interface ProviderAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Statuses from 400 to 499 after which a retry may help, or of a rejected key. */
const temporary = [401, 403, 408, 425, 429];

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
    const { status, body } = await requestFrom(request.provider, request.url, {
      method: request.body ? 'POST' : 'GET',
      headers: {
        authorization: `Basic ${Buffer.from(`${request.secretKey}:`).toString('base64')}`,
        accept: 'application/json',
        ...(request.body && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      body: request.body && JSON.stringify(request.body),
      timeoutMs,
      maxBytes,
    });
    const isAnswer = (status >= 200 && status < 300) || (status >= 400 && status < 500);
    if (!isAnswer || temporary.includes(status)) throw unavailable(`answered ${status}`);
    return { status, body: JSON.parse(body.toString('utf8')) };
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    throw unavailable(safeMessage(error, 'no answer'));
  }
}
