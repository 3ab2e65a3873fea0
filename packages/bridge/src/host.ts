import * as v from 'valibot';
import {
  type Action,
  type AnswerData,
  actions,
  answerOf,
  isAction,
  type Payload,
  payloadOf,
  protocolVersion,
} from './contract.ts';
import {
  type Answer,
  answerSchema,
  backSchema,
  type HostError,
  type HostEvent,
  idIn,
  messageSchema,
  type Rejection,
  readObject,
} from './message.ts';
import { type Misbehaviour, sendBadly } from './misbehave.ts';

/** An entry of a host's log: a received, sent or rejected text, with the reason of a rejection. */
export interface LogEntry {
  readonly direction: 'in' | 'out' | 'refused';
  readonly text: string;
  readonly reason?: Rejection;
}

/** Performs an action. Throws `Denied` if the person declined. Any other error becomes `host_error`. */
export type Handle = <A extends Action>(
  action: A,
  payload: Payload<A>,
) => Promise<AnswerData<A> | undefined> | AnswerData<A> | undefined;

/** Thrown by a handler when the person declined. The web then does not do the action itself. */
export class Denied extends Error {
  override readonly name = 'Denied';
}

export interface HostOptions {
  /** Sends a text to the page. */
  readonly send: (json: string) => void;
  readonly platform: 'android' | 'ios' | 'simulator';
  readonly appVersion: string;
  /** Supported actions; others are answered with `unsupported`. A function is called for each message. */
  readonly supported?: readonly Action[] | (() => readonly Action[]);
  readonly handle: Handle;
  readonly onLog?: (entry: LogEntry) => void;
  /** Deliberate errors of a simulated host. Called for each message. */
  readonly misbehave?: () => Misbehaviour;
}

export interface HostEndpoint {
  /** Receives one text. The caller has checked that it comes from the page. */
  receive(json: unknown): Promise<void>;
  /**
   * Sends an event to the page. Resolves to whether the page handled it: false if, at `back`, it has no
   * page to go back to, fails, or does not answer within a second. The host then goes back itself.
   */
  emit(event: HostEvent): Promise<boolean>;
}

const backMs = 1_000;

/**
 * The host's side of the contract: every message is checked; an unknown or malformed one is rejected with its
 * reason and has no other effect (BRG-12).
 */
export function createHostEndpoint(options: HostOptions): HostEndpoint {
  const supported = () =>
    typeof options.supported === 'function' ? options.supported() : (options.supported ?? actions);
  const misbehave = options.misbehave ?? ((): Misbehaviour => ({}));
  const pendingBacks = new Map<string, (handled: boolean) => void>();
  // A random start value, so that an answer to an earlier endpoint of the same frame matches no event.
  let count = Math.floor(Math.random() * 1e9);

  const log = (direction: LogEntry['direction'], text: string, reason?: Rejection) => {
    options.onLog?.({ direction, text, ...(reason ? { reason } : {}) });
  };
  const answer = (message: Answer) => {
    const text = JSON.stringify(message);
    log('out', text);
    sendBadly(options.send, text, misbehave());
  };
  const fail = (id: string, error: HostError) => answer({ v: protocolVersion, id, ok: false, error });
  const reject = (text: string, reason: Rejection, id?: string, error: HostError = 'invalid_payload') => {
    log('refused', text, reason);
    if (id !== undefined) fail(id, error);
  };

  /** Accepts the page's answer to `back`. Returns the reason if it is rejected. */
  function handleAnswer(raw: unknown): Rejection | undefined {
    const parsed = v.safeParse(answerSchema, raw);
    if (!parsed.success) return 'malformed';
    const settleBack = pendingBacks.get(parsed.output.id);
    if (!settleBack) return 'unknown_id';
    const back = v.safeParse(backSchema, parsed.output.ok ? parsed.output.data : undefined);
    settleBack(back.success && back.output.handled);
    return back.success ? undefined : 'invalid_response';
  }

  async function perform<A extends Action>(id: string, action: A, raw: unknown, text: string): Promise<void> {
    const payload = payloadOf(action, raw);
    if (!payload) return reject(text, 'invalid_payload', id);
    log('in', text);
    const { reject: simulatedError } = misbehave();
    if (simulatedError) return fail(id, simulatedError);
    if (supported().indexOf(action) < 0) return fail(id, 'unsupported');
    try {
      const data = answerOf(action, (await options.handle(action, payload)) ?? {});
      if (data) answer({ v: protocolVersion, id, ok: true, data: { ...data } });
      else fail(id, 'host_error');
    } catch (error) {
      fail(id, error instanceof Denied ? 'denied' : 'host_error');
    }
  }

  return {
    async receive(json) {
      const raw = readObject(json);
      const text = typeof json === 'string' ? json : '(not text)';
      if (!raw) return reject(text, 'malformed');
      if (raw.v !== protocolVersion) return reject(text, 'wrong_version', idIn(raw), 'unsupported');
      if ('ok' in raw) {
        const rejection = handleAnswer(raw);
        return rejection ? reject(text, rejection) : log('in', text);
      }
      const parsed = v.safeParse(messageSchema, raw);
      if (!parsed.success) return reject(text, 'malformed', idIn(raw));
      const { id, action, payload } = parsed.output;
      if (isAction(action)) return perform(id, action, payload, text);
      if (action !== 'hello') return reject(text, 'unknown_action', id, 'unsupported');
      if (Object.keys(payload).length > 0) return reject(text, 'invalid_payload', id);
      log('in', text);
      const { platform, appVersion } = options;
      const data = { protocol: protocolVersion, platform, appVersion, actions: [...supported()] };
      answer({ v: protocolVersion, id, ok: true, data });
    },
    emit(event) {
      const sendEvent = (message: object) => {
        const text = JSON.stringify({ v: protocolVersion, event, ...message });
        log('out', text);
        options.send(text);
      };
      if (event !== 'back') {
        sendEvent({});
        return Promise.resolve(true);
      }
      count += 1;
      const id = `host-${count}`;
      return new Promise((resolve) => {
        const settleBack = (handled: boolean) => {
          clearTimeout(timer);
          pendingBacks.delete(id);
          resolve(handled);
        };
        const timer = setTimeout(() => settleBack(false), backMs);
        pendingBacks.set(id, settleBack);
        sendEvent({ id });
      });
    },
  };
}
