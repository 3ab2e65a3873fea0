import * as v from 'valibot';
import {
  type Action,
  answerSchema,
  type BridgeError,
  eventSchema,
  type Hello,
  helloSchema,
  isAction,
  isPayload,
  type Message,
  type Payload,
  parseJson,
  protocolVersion,
  timeoutOf,
} from './contract.ts';
import { type FallbackSettings, fallsBack, type Navigation, webFallbacks } from './fallbacks.ts';
import type { Transport } from './transports/transport.ts';

/** Every request ends in one of these; there is no third way and no waiting for ever. */
export type Result =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>>; readonly by: 'host' | 'web' }
  | { readonly ok: false; readonly error: BridgeError };

export interface Bridge {
  /** Asks the host; where there is none, or it cannot, the web does it itself. Never rejects, always settles. */
  request<A extends Action>(
    action: A,
    payload: Payload<A>,
    options?: { signal?: AbortSignal },
  ): Promise<Result>;
  /** Does the host say that it can? False before it was asked, and outside any host. */
  supports(action: Action): boolean;
  /** Is there a host to ask at all? */
  readonly inHost: boolean;
  /** The host's back button. The latest handler that answers true has taken it; without one the web view goes back. */
  onBack(handler: () => boolean): () => void;
  /** Answers that came too late, twice, or for nothing we asked. */
  readonly dropped: number;
}

export interface BridgeOptions {
  readonly transport: Transport | undefined;
  readonly navigation: Navigation;
  readonly settings: FallbackSettings;
  /** When the page goes away, whatever waits is told so. */
  readonly onPageHide?: (listener: () => void) => void;
  readonly random?: () => number;
  readonly timeoutMs?: (action: Action | 'hello') => number;
}

/** Messages that may wait until the host is ready. More at once is a fault in the page, not patience. */
const longestQueue = 32;
const helloMs = 2_000;

interface Waiting {
  readonly settle: (result: Result) => void;
}

export function createBridge(options: BridgeOptions): Bridge {
  const { transport, navigation, settings } = options;
  const random = options.random ?? Math.random;
  const timeoutMs = options.timeoutMs ?? ((action) => (action === 'hello' ? helloMs : timeoutOf(action)));
  const fallbacks = webFallbacks(navigation, settings);
  // A nonce and a random start: an answer to the page before a reload is never taken for ours.
  const nonce = Math.floor(random() * 36 ** 8)
    .toString(36)
    .padStart(8, '0');
  let counter = Math.floor(random() * 1e9);
  const waiting = new Map<string, Waiting>();
  const backHandlers: (() => boolean)[] = [];
  let hello: Hello | undefined;
  let dropped = 0;
  let queued = 0;
  let gone = false;

  function ask(
    action: Message['action'],
    payload: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return new Promise((resolve) => {
      if (!transport) return resolve({ ok: false, error: 'not_in_host' });
      if (gone) return resolve({ ok: false, error: 'page_gone' });
      counter += 1;
      const id = `${nonce}-${counter}`;
      const finish = (result: Result) => {
        if (!waiting.delete(id)) return;
        clearTimeout(timer);
        if (signal) signal.removeEventListener('abort', cancel);
        resolve(result);
      };
      const cancel = () => finish({ ok: false, error: 'cancelled' });
      const timer = setTimeout(() => finish({ ok: false, error: 'timeout' }), timeoutMs(action));
      waiting.set(id, { settle: finish });
      if (signal) {
        if (signal.aborted) return cancel();
        signal.addEventListener('abort', cancel);
      }
      try {
        transport.send(JSON.stringify({ v: protocolVersion, id, action, payload } satisfies Message));
      } catch {
        finish({ ok: false, error: 'host_error' });
      }
    });
  }

  function receive(json: unknown): void {
    const message = parseJson(json);
    const event = v.safeParse(eventSchema, message);
    if (event.success) {
      if (event.output.event === 'back') goBack();
      else if (!hello) shaking = shake();
      return;
    }
    const answer = v.safeParse(answerSchema, message);
    const known = answer.success ? waiting.get(answer.output.id) : undefined;
    if (answer.success && known) {
      known.settle(
        answer.output.ok
          ? { ok: true, data: answer.output.data ?? {}, by: 'host' }
          : { ok: false, error: answer.output.error },
      );
      return;
    }
    // A malformed answer to something we asked settles it; anything else is nobody's.
    const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined;
    const broken = typeof id === 'string' && !answer.success ? waiting.get(id) : undefined;
    if (broken) broken.settle({ ok: false, error: 'invalid_response' });
    else dropped += 1;
  }

  function goBack(): void {
    for (let index = backHandlers.length - 1; index >= 0; index -= 1) if (backHandlers[index]?.()) return;
    if (!navigation.back()) void ask('closeWebView', {});
  }

  async function shake(): Promise<void> {
    const result = await ask('hello', {});
    const parsed = result.ok ? v.safeParse(helloSchema, result.data) : undefined;
    if (parsed?.success) hello = parsed.output;
  }

  if (transport) transport.listen(receive);
  let shaking = transport ? shake() : Promise.resolve();
  if (options.onPageHide)
    options.onPageHide(() => {
      gone = true;
      for (const one of [...waiting.values()]) one.settle({ ok: false, error: 'page_gone' });
    });

  return {
    async request(action, payload, more = {}) {
      if (!isAction(action) || !isPayload(action, payload)) return { ok: false, error: 'invalid_payload' };
      if (queued >= longestQueue) return { ok: false, error: 'host_error' };
      queued += 1;
      await shaking;
      queued -= 1;
      const supported = !hello || hello.actions.indexOf(action) >= 0;
      const result: Result = supported
        ? await ask(action, { ...payload }, more.signal)
        : { ok: false, error: 'unsupported' };
      if (result.ok || !fallsBack(result.error)) return result;
      fallbacks[action](payload);
      return { ok: true, data: {}, by: 'web' };
    },
    inHost: transport !== undefined,
    supports: (action) => hello !== undefined && hello.actions.indexOf(action) >= 0,
    onBack(handler) {
      backHandlers.push(handler);
      return () => {
        const index = backHandlers.indexOf(handler);
        if (index >= 0) backHandlers.splice(index, 1);
      };
    },
    get dropped() {
      return dropped;
    },
  };
}
