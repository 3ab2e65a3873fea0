import * as v from 'valibot';
import {
  type Action,
  type Answer,
  actions,
  type BridgeError,
  type HostEvent,
  isAction,
  isPayload,
  messageSchema,
  type Payload,
  parseJson,
  protocolVersion,
} from './contract.ts';

/** One line of a host's log: what came, what was answered, what was refused and why. */
export interface LogEntry {
  readonly direction: 'in' | 'out' | 'refused';
  readonly text: string;
  readonly reason?: 'malformed' | 'unknown_action' | 'invalid_payload' | 'wrong_origin';
}

export type Handle = <A extends Action>(
  action: A,
  payload: Payload<A>,
) => Promise<Readonly<Record<string, unknown>> | undefined> | Readonly<Record<string, unknown>> | undefined;

export interface HostOptions {
  /** Sends text to the page; the simulated host posts it to its frame. */
  readonly send: (json: string) => void;
  readonly platform: 'android' | 'ios' | 'simulator';
  readonly appVersion: string;
  /** Actions that this host does; the others are answered with `unsupported`. */
  readonly supported?: readonly Action[];
  readonly handle: Handle;
  readonly onLog?: (entry: LogEntry) => void;
}

export interface HostEndpoint {
  /** Takes one text from the page, already known to come from it. */
  receive(json: unknown): Promise<void>;
  /** Tells the page of the back button, or that the host is ready. */
  emit(event: HostEvent): void;
}

/** The host's side of the contract: every message is checked, an unknown or malformed one is refused and does nothing else (BRG-12). */
export function createHostEndpoint(options: HostOptions): HostEndpoint {
  const supported = options.supported ?? actions;
  const log = (entry: LogEntry) => options.onLog?.(entry);
  const answer = (message: Answer) => {
    const text = JSON.stringify(message);
    log({ direction: 'out', text });
    options.send(text);
  };
  const refuse = (id: string, error: BridgeError) => answer({ v: protocolVersion, id, ok: false, error });

  return {
    async receive(json) {
      const raw = parseJson(json);
      const text = typeof json === 'string' ? json : '(not text)';
      const parsed = v.safeParse(messageSchema, raw);
      if (!parsed.success) {
        const named =
          typeof raw === 'object' &&
          raw !== null &&
          'action' in raw &&
          typeof raw.action === 'string' &&
          raw.action !== 'hello' &&
          !isAction(raw.action);
        log({ direction: 'refused', text, reason: named ? 'unknown_action' : 'malformed' });
        const id =
          typeof raw === 'object' && raw !== null && 'id' in raw && typeof raw.id === 'string'
            ? raw.id
            : undefined;
        if (id !== undefined) refuse(id, named ? 'unsupported' : 'invalid_payload');
        return;
      }
      const { id, action, payload } = parsed.output;
      if (action === 'hello') {
        log({ direction: 'in', text });
        const data = {
          protocol: protocolVersion,
          platform: options.platform,
          appVersion: options.appVersion,
          actions: [...supported],
        };
        return answer({ v: protocolVersion, id, ok: true, data });
      }
      if (!isPayload(action, payload)) {
        log({ direction: 'refused', text, reason: 'invalid_payload' });
        return refuse(id, 'invalid_payload');
      }
      log({ direction: 'in', text });
      if (supported.indexOf(action) < 0) return refuse(id, 'unsupported');
      try {
        answer({ v: protocolVersion, id, ok: true, data: { ...(await options.handle(action, payload)) } });
      } catch {
        refuse(id, 'host_error');
      }
    },
    emit(event) {
      const text = JSON.stringify({ v: protocolVersion, event });
      log({ direction: 'out', text });
      options.send(text);
    },
  };
}
