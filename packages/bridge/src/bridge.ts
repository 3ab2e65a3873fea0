import * as v from 'valibot';
import {
  type Action,
  answerOf,
  contract,
  isAction,
  type Payload,
  payloadOf,
  protocolVersion,
} from './contract.ts';
import { createExchange, type Data, type Question, type Reply } from './exchange.ts';
import { type FallbackSettings, fallsBack, type Navigation, webFallbacks } from './fallbacks.ts';
import {
  type Answer,
  type BridgeError,
  eventSchema,
  type Hello,
  helloSchema,
  hostEvents,
  type Rejection,
  readObject,
} from './message.ts';
import type { Transport } from './transports/transport.ts';

/** Every request ends in one of these; there is no third way and no waiting for ever. */
export type Result =
  | {
      readonly ok: true;
      readonly data: Data;
      readonly by: 'host' | 'web';
      /** Why the web did it itself. */
      readonly because?: BridgeError;
    }
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
  /**
   * Settles once the host has greeted the page, or has let its time pass; at once outside a host. What is asked before
   * waits in the page, and is lost where the page is left meanwhile.
   */
  readonly greeted: Promise<void>;
  /** Is there a host to ask at all? */
  readonly inHost: boolean;
  /** What the host said of itself; undefined until it did. */
  readonly host: Hello | undefined;
  /**
   * The host's back button. The latest handler that answers true has taken it; where none does, the page goes back;
   * where there is no page to go back to, the host is told so.
   */
  onBack(handler: () => boolean): () => void;
  /** Texts that were refused: answers that came too late, twice or to nothing we asked, and whatever else is no message. */
  readonly dropped: number;
}

export interface BridgeOptions {
  readonly transport: Transport | undefined;
  readonly navigation: Navigation;
  readonly settings: FallbackSettings;
  /** When the page goes away, whatever waits is told so. */
  readonly onPageHide?: (listener: () => void) => void;
  /** Told of every text that was refused, and by which name. */
  readonly onRefused?: (reason: Rejection, json: unknown) => void;
  readonly random?: () => number;
  /** In milliseconds. */
  readonly timeoutMs?: (action: Action | 'hello') => number;
}

/** Requests that may wait until the host is ready. More at once is a fault in the page, not patience. */
const maxQueue = 32;
const helloMs = 2_000;

/** The web side of the bridge. Speaks to the host once, here: two bridges in a page would refuse each other's answers. */
export function createBridge(options: BridgeOptions): Bridge {
  const { transport, navigation, settings } = options;
  const exchange = transport && createExchange(transport, options.random ?? Math.random);
  const timeoutMs =
    options.timeoutMs ?? ((action) => (action === 'hello' ? helloMs : contract[action].timeoutMs));
  const fallbacks = webFallbacks(navigation, settings);
  const backHandlers: (() => boolean)[] = [];
  /** Requests until the host has answered `hello`, or has let its time pass. */
  let queue: Set<(error?: BridgeError) => void> | undefined = new Set();
  let hello: Hello | undefined;
  let hellos = 0;
  let dropped = 0;
  let markGreeted: () => void = () => undefined;
  const greeted = new Promise<void>((resolve) => {
    markGreeted = resolve;
  });
  if (!transport) markGreeted();

  function ask(question: Omit<Question, 'settle'>, signal: AbortSignal | undefined): Promise<Reply> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve({ ok: false, error: 'cancelled' });
      if (!exchange) return resolve({ ok: false, error: 'not_in_host' });
      let id: string | undefined;
      const settle = (reply: Reply) => {
        signal?.removeEventListener('abort', cancel);
        resolve(reply);
      };
      const cancel = () => {
        queue?.delete(send);
        if (id === undefined) settle({ ok: false, error: 'cancelled' });
        else exchange.drop(id, 'cancelled');
      };
      const send = (error?: BridgeError) => {
        if (error) return settle({ ok: false, error });
        if (hello && hello.actions.indexOf(question.action) < 0)
          return settle({ ok: false, error: 'unsupported' });
        // A host that said nothing to `hello` may be deaf: nobody waits long before the web does it.
        const wait = hello ? question.timeoutMs : Math.min(question.timeoutMs, timeoutMs('hello'));
        id = exchange.ask({ ...question, timeoutMs: wait, settle });
      };
      signal?.addEventListener('abort', cancel);
      if (!queue) send();
      else if (queue.size < maxQueue) queue.add(send);
      else settle({ ok: false, error: 'host_error' });
    });
  }

  /** What waited goes out, or is told why it never will. */
  function release(error?: BridgeError): void {
    const sends = queue;
    queue = undefined;
    sends?.forEach((send) => {
      send(error);
    });
    markGreeted();
  }

  function shake(): void {
    hellos += 1;
    const mine = hellos;
    exchange?.ask({
      action: 'hello',
      payload: {},
      timeoutMs: timeoutMs('hello'),
      read(data) {
        const parsed = v.safeParse(helloSchema, data);
        if (parsed.success) hello = parsed.output;
        return parsed.success ? parsed.output : undefined;
      },
      settle(reply) {
        if (reply.ok || mine === hellos) release();
      },
    });
  }

  function receive(json: unknown): void {
    const raw = readObject(json);
    const rejection = !raw ? 'malformed' : 'event' in raw ? takeEvent(raw) : exchange?.take(raw);
    if (!rejection) return;
    dropped += 1;
    options.onRefused?.(raw && raw.v !== protocolVersion ? 'wrong_version' : rejection, json);
  }

  function takeEvent(raw: Data): Rejection | undefined {
    const event = v.safeParse(eventSchema, raw);
    if (!event.success) return hostEvents.some((name) => name === raw.event) ? 'malformed' : 'unknown_event';
    if (event.output.event === 'ready') shake();
    else answerBack(event.output.id);
    return undefined;
  }

  function answerBack(id: string): void {
    let handled = false;
    try {
      handled = backHandlers
        .slice()
        .reverse()
        .some((handler) => handler());
      handled = handled || navigation.back();
    } finally {
      // Also where a handler breaks: the host then knows that nobody took the step.
      transport?.send(
        JSON.stringify({ v: protocolVersion, id, ok: true, data: { handled } } satisfies Answer),
      );
    }
  }

  transport?.listen(receive);
  shake();
  options.onPageHide?.(() => {
    // The page may come back from the browser's cache, and may ask again then.
    release('page_gone');
    exchange?.dropAll('page_gone');
  });

  return {
    async request(action, payload, { signal } = {}) {
      const known = isAction(action) ? payloadOf(action, payload) : undefined;
      if (!known) return { ok: false, error: 'invalid_payload' };
      const read = (data: unknown) => answerOf(action, data);
      const reply = await ask({ action, payload: { ...known }, timeoutMs: timeoutMs(action), read }, signal);
      if (reply.ok) return { ...reply, by: 'host' };
      const { error, done } = reply;
      if (done || !fallsBack(error)) return { ok: false, error };
      try {
        const did = await fallbacks[action](known);
        return did ? { ok: true, data: {}, by: 'web', because: error } : { ok: false, error };
      } catch {
        return { ok: false, error };
      }
    },
    greeted,
    inHost: transport !== undefined,
    supports: (action) => hello !== undefined && hello.actions.indexOf(action) >= 0,
    get host() {
      return hello;
    },
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
