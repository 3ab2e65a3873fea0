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

/** One line of a host's log: what came, what was answered, what was refused and why. */
export interface LogEntry {
  readonly direction: 'in' | 'out' | 'refused';
  readonly text: string;
  readonly reason?: Rejection;
}

/** Does what the web asks. Throws `Denied` where the person said no; whatever else it throws is a fault of the host. */
export type Handle = <A extends Action>(
  action: A,
  payload: Payload<A>,
) => Promise<AnswerData<A> | undefined> | AnswerData<A> | undefined;

/** Thrown by a handler when the person said no: the web then does not do it in the host's place. */
export class Denied extends Error {
  override readonly name = 'Denied';
}

export interface HostOptions {
  /** Sends text to the page; the simulated host posts it to its frame. */
  readonly send: (json: string) => void;
  readonly platform: 'android' | 'ios' | 'simulator';
  readonly appVersion: string;
  /** Actions that this host does; the others are answered with `unsupported`. Asked anew for each message. */
  readonly supported?: readonly Action[] | (() => readonly Action[]);
  readonly handle: Handle;
  readonly onLog?: (entry: LogEntry) => void;
  /** What to do wrong, asked anew for each message. */
  readonly misbehave?: () => Misbehaviour;
}

export interface HostEndpoint {
  /** Takes one text from the page, already known to come from it. */
  receive(json: unknown): Promise<void>;
  /**
   * Tells the page of the back button, or that the host is ready. Answers whether the page took the step: false where
   * it has no page to go back to, breaks, or says nothing within a second; the host then takes the step itself.
   */
  emit(event: HostEvent): Promise<boolean>;
}

const backMs = 1_000;

/**
 * The host's side of the contract: every message is checked; an unknown or malformed one is refused by name and
 * nothing else happens (BRG-12).
 */
export function createHostEndpoint(options: HostOptions): HostEndpoint {
  const supported = () =>
    typeof options.supported === 'function' ? options.supported() : (options.supported ?? actions);
  const misbehave = options.misbehave ?? ((): Misbehaviour => ({}));
  const backs = new Map<string, (handled: boolean) => void>();
  // A start of its own: an answer to an earlier endpoint on the same frame is not taken for ours.
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

  /** The page's answer to `back`. Names why it was refused, where it was. */
  function takeAnswer(raw: unknown): Rejection | undefined {
    const parsed = v.safeParse(answerSchema, raw);
    if (!parsed.success) return 'malformed';
    const told = backs.get(parsed.output.id);
    if (!told) return 'unknown_id';
    const back = v.safeParse(backSchema, parsed.output.ok ? parsed.output.data : undefined);
    told(back.success && back.output.handled);
    return back.success ? undefined : 'invalid_response';
  }

  async function perform<A extends Action>(id: string, action: A, raw: unknown, text: string): Promise<void> {
    const payload = payloadOf(action, raw);
    if (!payload) return reject(text, 'invalid_payload', id);
    log('in', text);
    const { reject: refused } = misbehave();
    if (refused) return fail(id, refused);
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
        const rejection = takeAnswer(raw);
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
      const tell = (message: object) => {
        const text = JSON.stringify({ v: protocolVersion, event, ...message });
        log('out', text);
        options.send(text);
      };
      if (event !== 'back') {
        tell({});
        return Promise.resolve(true);
      }
      count += 1;
      const id = `host-${count}`;
      return new Promise((resolve) => {
        const told = (handled: boolean) => {
          clearTimeout(timer);
          backs.delete(id);
          resolve(handled);
        };
        const timer = setTimeout(() => told(false), backMs);
        backs.set(id, told);
        tell({ id });
      });
    },
  };
}
