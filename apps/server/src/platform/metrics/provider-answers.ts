import { channel } from 'node:diagnostics_channel';
import { endSpan, newTrace, traceparentOf } from '../tracing/trace.ts';

/**
 * The outcome of a request to a provider: its HTTP status class, `denied` (the provider rejects our key), or `none` (no
 * answer).
 */
export type ProviderOutcome = '2xx' | '3xx' | '4xx' | '5xx' | 'denied' | 'none';
export const providerOutcomes: readonly ProviderOutcome[] = ['2xx', '3xx', '4xx', '5xx', 'denied', 'none'];

export interface ProviderAnswered {
  readonly provider: string;
  readonly outcome: ProviderOutcome;
}

const answers = channel('hiram.provider-answers');

function outcomeOf(status: number): ProviderOutcome {
  if (status === 401 || status === 403) return 'denied';
  if (status >= 500 || status === 429) return '5xx';
  if (status >= 400) return '4xx';
  return status >= 300 ? '3xx' : '2xx';
}

/** `fetch` within the trace that runs now, which publishes the request's outcome. Throws as `fetch` does. */
export async function fetchFrom(provider: string, url: string, init: RequestInit): Promise<Response> {
  const trace = newTrace();
  const startedAt = Date.now();
  const end = (outcome: ProviderOutcome) => {
    answers.publish({ provider, outcome } satisfies ProviderAnswered);
    endSpan(trace, {
      name: `provider ${provider}`,
      kind: 'client',
      startedAt,
      ms: Date.now() - startedAt,
      isFailed: outcome === 'none' || outcome === '5xx' || outcome === 'denied',
      // Never the path: a template of text messages has phone numbers in it.
      attributes: { 'server.address': new URL(url).hostname, 'hiram.provider': provider, outcome },
    });
  };
  try {
    const headers = new Headers(init.headers);
    headers.set('traceparent', traceparentOf(trace));
    const response = await fetch(url, { ...init, headers });
    end(outcomeOf(response.status));
    return response;
  } catch (error) {
    end('none');
    throw error;
  }
}

function isAnswered(message: unknown): message is ProviderAnswered {
  return typeof message === 'object' && message !== null && 'provider' in message && 'outcome' in message;
}

/** Calls the listener for each request to a provider of this process. Returns the function that unsubscribes it. */
export function onProviderAnswer(listener: (answered: ProviderAnswered) => void): () => void {
  const listen = (message: unknown) => {
    if (isAnswered(message)) listener(message);
  };
  answers.subscribe(listen);
  return () => void answers.unsubscribe(listen);
}
