import { setTimeout as pause } from 'node:timers/promises';
import type { Call, SentInput, WireOutput } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import type { Envelope } from '@hiram/contract/envelope';

/** Sends a call to a running server. Like the web app, it repeats the call with the same idempotency key if no answer comes. */
export type Ask = <C extends Call>(
  call: C,
  input: SentInput<C>,
  context?: Context,
  key?: string,
) => Promise<Envelope<WireOutput<C>>>;

/** Longer than two outages of half a minute, one right after the other: a call may miss the moment between them. */
const patienceMs = 100_000;
/** Statuses after which the call is repeated: no answer, or the server or something behind it is unavailable. */
const temporary: ReadonlySet<number> = new Set([0, 409, 429, 502, 503, 504]);

/** One try and its result. Status 0: no answer came. */
export interface Attempt {
  readonly call: string;
  readonly status: number;
  readonly text: string;
  readonly ms: number;
  /** When it was sent: `performance.now()`. */
  readonly began: number;
  /** The server that answered, if a load balancer names it. */
  readonly by?: string | undefined;
}

/** The destination of a run's calls. */
export interface CallOptions {
  readonly origin: () => string;
  readonly watch?: (tried: Attempt) => void;
  /** Aborts at the end of the run: calls that are being repeated then fail at once instead of after a minute. */
  readonly over?: AbortSignal;
}

export function client({ origin, watch, over }: CallOptions): Ask {
  return async (call, input, context = {}, key) => {
    const query = new URLSearchParams({ ...context });
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (key) headers['idempotency-key'] = key;
    const body = JSON.stringify(input);
    const { status, text } = await untilAnswered(
      call.name,
      () => once(`${origin()}/api${call.path}?${query}`, headers, body),
      { watch, over },
    );
    if (status >= 500) throw new Error(`${call.name} answered ${status}: ${text}`);
    // The web app never sends invalid input: either this run is wrong, or an earlier answer.
    if (status === 400) throw new Error(`${call.name} ${body}: ${text}`);
    return JSON.parse(text);
  };
}

/** Repeats a call until its answer is not a temporary failure. Throws after `patienceMs`, and at the end of the run. */
export async function untilAnswered(
  call: string,
  ask: () => Promise<Omit<Attempt, 'call'>>,
  { watch, over }: Omit<CallOptions, 'origin'>,
): Promise<Attempt> {
  const deadline = Date.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    over?.throwIfAborted();
    const tried = { call, ...(await ask()) };
    watch?.(tried);
    if (!temporary.has(tried.status)) return tried;
    if (Date.now() > deadline)
      throw new Error(`${call} got no answer in time: ${tried.status} ${tried.text}`);
    await pause(Math.min(20 * tries, 500));
  }
}

/** Sends one POST. Never throws: the status is 0 if no answer comes within 30 s. */
export async function once(
  url: string,
  headers: Record<string, string>,
  body: string | FormData,
): Promise<Omit<Attempt, 'call'>> {
  const started = performance.now();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const by = response.headers.get('x-answered-by') ?? undefined;
    return { status: response.status, text, ms: performance.now() - started, began: started, by };
  } catch {
    return { status: 0, text: 'no answer', ms: performance.now() - started, began: started };
  }
}
