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

/** The result of a request. Every request settles with one of these. */
export type Result =
  | {
      readonly ok: true;
      readonly data: Data;
      readonly by: 'host' | 'web';
      /** The error after which the web did the action itself. */
      readonly because?: BridgeError;
    }
  | { readonly ok: false; readonly error: BridgeError };

export interface Bridge {
  /**
   * Sends the action to the host. Without a host, or if the host cannot do it, the web does it. Never
   * rejects, always settles.
   */
  request<A extends Action>(
    action: A,
    payload: Payload<A>,
    options?: { signal?: AbortSignal },
  ): Promise<Result>;
  /** True if the host supports the action. False before the handshake and without a host. */
  supports(action: Action): boolean;
  /**
   * Resolves after the handshake or its time-out; immediately without a host. Earlier requests wait in the page and are lost if
   * the borrower leaves the page.
   */
  readonly handshakeDone: Promise<void>;
  /** True if the page has a host. */
  readonly inHost: boolean;
  /** The host's answer to `hello`; undefined before the handshake. */
  readonly host: Hello | undefined;
  /**
   * Handles the host's back button. Handlers run latest first until one returns true. If none does, the page goes back; without a
   * page to go back to, the host gets `handled: false`. Returns a function that removes the handler.
   */
  onBack(handler: () => boolean): () => void;
  /** Number of rejected texts: late, repeated or unrelated answers, and invalid messages. */
  readonly dropped: number;
}

export interface BridgeOptions {
  readonly transport: Transport | undefined;
  readonly navigation: Navigation;
  readonly settings: FallbackSettings;
  /** Subscribes to the page's `pagehide` event. Waiting requests then settle with `page_gone`. */
  readonly onPageHide?: (listener: () => void) => void;
  /** Called when the host says that the borrower has a new message. */
  readonly onMessage?: () => void;
  /** Called with every rejected text and its reason. */
  readonly onRefused?: (reason: Rejection, json: unknown) => void;
  readonly random?: () => number;
  /** Time-outs in milliseconds. Default: those of the contract. */
  readonly timeoutMs?: (action: Action | 'hello') => number;
}

/** The highest number of requests that wait for the handshake. More indicate an error in the page. */
const maxQueue = 32;
const helloMs = 2_000;

/** Creates the web side of the bridge. A page creates one bridge: two bridges would reject each other's answers. */
export function createBridge(options: BridgeOptions): Bridge {
  const { transport, navigation, settings } = options;
  const exchange = transport && createExchange(transport, options.random ?? Math.random);
  const timeoutMs =
    options.timeoutMs ?? ((action) => (action === 'hello' ? helloMs : contract[action].timeoutMs));
  const fallbacks = webFallbacks(navigation, settings);
  const backHandlers: (() => boolean)[] = [];
  /** Requests that wait for the handshake; undefined after it. */
  let queue: Set<(error?: BridgeError) => void> | undefined = new Set();
  let hello: Hello | undefined;
  let hellos = 0;
  let dropped = 0;
  let resolveHandshake: () => void = () => undefined;
  const handshakeDone = new Promise<void>((resolve) => {
    resolveHandshake = resolve;
  });
  if (!transport) resolveHandshake();

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
        // A host that did not answer `hello` may answer nothing, so the web waits only briefly.
        const maxWait = hello ? question.timeoutMs : Math.min(question.timeoutMs, timeoutMs('hello'));
        id = exchange.ask({ ...question, timeoutMs: maxWait, settle });
      };
      signal?.addEventListener('abort', cancel);
      if (!queue) send();
      else if (queue.size < maxQueue) queue.add(send);
      else settle({ ok: false, error: 'host_error' });
    });
  }

  /** Sends the waiting requests, or settles them with `error`. */
  function releaseQueue(error?: BridgeError): void {
    const sends = queue;
    queue = undefined;
    sends?.forEach((send) => {
      send(error);
    });
    resolveHandshake();
  }

  function sendHello(): void {
    hellos += 1;
    const helloNumber = hellos;
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
        if (reply.ok || helloNumber === hellos) releaseQueue();
      },
    });
  }

  function receive(json: unknown): void {
    const raw = readObject(json);
    const rejection = !raw ? 'malformed' : 'event' in raw ? handleEvent(raw) : exchange?.accept(raw);
    if (!rejection) return;
    dropped += 1;
    options.onRefused?.(raw && raw.v !== protocolVersion ? 'wrong_version' : rejection, json);
  }

  function handleEvent(raw: Data): Rejection | undefined {
    const event = v.safeParse(eventSchema, raw);
    if (!event.success) return hostEvents.some((name) => name === raw.event) ? 'malformed' : 'unknown_event';
    if (event.output.event === 'back') answerBack(event.output.id);
    else if (event.output.event === 'ready') sendHello();
    else options.onMessage?.();
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
      // This runs also if a handler throws: the host then goes back itself.
      transport?.send(
        JSON.stringify({ v: protocolVersion, id, ok: true, data: { handled } } satisfies Answer),
      );
    }
  }

  transport?.listen(receive);
  sendHello();
  options.onPageHide?.(() => {
    // A page restored from the browser's back-forward cache may send requests again.
    releaseQueue('page_gone');
    exchange?.dropAll('page_gone');
  });

  return {
    async request(action, payload, { signal } = {}) {
      const validPayload = isAction(action) ? payloadOf(action, payload) : undefined;
      if (!validPayload) return { ok: false, error: 'invalid_payload' };
      const read = (data: unknown) => answerOf(action, data);
      const reply = await ask(
        { action, payload: { ...validPayload }, timeoutMs: timeoutMs(action), read },
        signal,
      );
      if (reply.ok) return { ...reply, by: 'host' };
      const { error, done } = reply;
      if (done || !fallsBack(error)) return { ok: false, error };
      try {
        const isDone = await fallbacks[action](validPayload);
        return isDone ? { ok: true, data: {}, by: 'web', because: error } : { ok: false, error };
      } catch {
        return { ok: false, error };
      }
    },
    handshakeDone,
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
