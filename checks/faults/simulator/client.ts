import { setTimeout as pause } from 'node:timers/promises';
import type { Call, WireInput, WireOutput } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import type { Envelope } from '@hiram/contract/envelope';

/** Asks whichever server runs, as the web app does: again under the same key where no answer came. */
export type Ask = <C extends Call>(
  call: C,
  input: WireInput<C>,
  context?: Context,
  key?: string,
) => Promise<Envelope<WireOutput<C>>>;

const patienceMs = 60_000;
/** Something behind the server is away, or it was killed: asked again. */
const passing: ReadonlySet<number> = new Set([0, 409, 429, 502, 503, 504]);

/** One try, as it ended: status 0 where no answer came. */
export interface Attempt {
  readonly call: string;
  readonly status: number;
  readonly text: string;
  readonly ms: number;
  /** When it was asked, by `performance.now()`. */
  readonly began: number;
  /** The server that answered, where a load balancer says so. */
  readonly by?: string | undefined;
}

/** Whom a run asks. */
export interface CallOptions {
  readonly origin: () => string;
  readonly watch?: (tried: Attempt) => void;
  /** When the run is over nothing more is asked: who waits is told so at once, rather than after a minute. */
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
    // What the web app can never send: then it is this run that is wrong, or an answer that led it there.
    if (status === 400) throw new Error(`${call.name} ${body}: ${text}`);
    return JSON.parse(text);
  };
}

/** Asks again until what answers is no passing trouble. Throws where that takes a minute, and when the run is over. */
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
    if (!passing.has(tried.status)) return tried;
    if (Date.now() > deadline) throw new Error(`${call} was never answered: ${tried.status} ${tried.text}`);
    await pause(Math.min(20 * tries, 500));
  }
}

/** One POST; never throws: status 0 where no answer came within 30 s. */
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
