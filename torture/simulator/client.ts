import { setTimeout as pause } from 'node:timers/promises';
import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import type { Envelope } from '@hiram/contract/envelope';

/** Asks whichever server runs, as the web app does: again under the same key where no answer came. */
export type Ask = <C extends Call>(
  call: C,
  input: CallInput<C>,
  context?: Context,
  key?: string,
) => Promise<Envelope<CallOutput<C>>>;

const patienceMs = 60_000;
/** Something behind the server is away, or it was killed: asked again. */
export const passing: ReadonlySet<number> = new Set([0, 409, 429, 502, 503, 504]);

/** One try, as it ended: status 0 where no answer came. */
export interface Tried {
  readonly call: string;
  readonly status: number;
  readonly text: string;
  readonly ms: number;
  /** When it was asked, by `performance.now()`. */
  readonly began: number;
  /** The server that answered, where a load balancer says so. */
  readonly by?: string | undefined;
}

export function client(origin: () => string, watch: (tried: Tried) => void = () => undefined): Ask {
  return async (call, input, context = {}, key) => {
    const deadline = Date.now() + patienceMs;
    for (let tries = 1; ; tries += 1) {
      const query = new URLSearchParams({ ...context });
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      if (key) headers['idempotency-key'] = key;
      const tried = await once(`${origin()}/api${call.path}?${query}`, headers, JSON.stringify(input));
      watch({ call: call.name, ...tried });
      const { status, text } = tried;
      if (!passing.has(status)) {
        if (status >= 500) throw new Error(`${call.name} answered ${status}: ${text}`);
        // What the web app can never send: then it is this run that is wrong, or an answer that led it there.
        if (status === 400) throw new Error(`${call.name} ${JSON.stringify(input)}: ${text}`);
        return JSON.parse(text);
      }
      if (Date.now() > deadline) throw new Error(`${call.name} was never answered: ${status} ${text}`);
      await pause(Math.min(20 * tries, 500));
    }
  };
}

/** One POST; never throws: status 0 where no answer came within 30 s. */
export async function once(
  url: string,
  headers: Record<string, string>,
  body: string | FormData,
): Promise<Omit<Tried, 'call'>> {
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
