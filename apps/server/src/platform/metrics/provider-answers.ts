import { channel } from 'node:diagnostics_channel';
import { endSpan, newTrace, type Trace } from '../tracing/trace.ts';

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

/** The meaning of an HTTP status. */
export function outcomeOfStatus(status: number): ProviderOutcome {
  if (status === 401 || status === 403) return 'denied';
  if (status >= 500 || status === 429) return '5xx';
  if (status >= 400) return '4xx';
  return status >= 300 ? '3xx' : '2xx';
}

interface ObservedRequest<Answer> {
  readonly provider: string;
  /** The host name that is asked. */
  readonly host: string;
  /** The meaning of an answer; absent: success. */
  readonly outcomeOf?: (answer: Answer) => ProviderOutcome;
  /** The meaning of an error; absent: no answer. */
  readonly outcomeOfError?: (error: unknown) => ProviderOutcome;
}

/**
 * Makes a request to a provider in a span of its own, and publishes its outcome. `ask` gets the span, to send it along. Throws as
 * `ask` does.
 */
export async function observeProvider<Answer>(
  { provider, host, outcomeOf = () => '2xx', outcomeOfError = () => 'none' }: ObservedRequest<Answer>,
  ask: (trace: Trace) => Promise<Answer>,
): Promise<Answer> {
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
      attributes: { 'server.address': host, 'hiram.provider': provider, outcome },
    });
  };
  try {
    const answer = await ask(trace);
    end(outcomeOf(answer));
    return answer;
  } catch (error) {
    end(outcomeOfError(error));
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
