import * as v from 'valibot';
import { protocolVersion } from './contract.ts';
import {
  type Answer,
  answerSchema,
  type BridgeError,
  idIn,
  type Message,
  type Rejection,
} from './message.ts';
import type { Transport } from './transports/transport.ts';

export type Data = Readonly<Record<string, unknown>>;

export type Reply =
  | { readonly ok: true; readonly data: Data }
  /** `done`: the host reports success, but its data are invalid. */
  | { readonly ok: false; readonly error: BridgeError; readonly done?: boolean };

export interface Question {
  readonly action: string;
  readonly payload: Data;
  readonly timeoutMs: number;
  /** The validated data of the answer, or undefined if they are invalid. */
  readonly read: (data: unknown) => Data | undefined;
  readonly settle: (reply: Reply) => void;
}

export interface Exchange {
  /** Sends a question. It settles once: by its answer, by `drop`, or by its time-out. Returns its id. */
  ask(question: Question): string;
  drop(id: string, error: BridgeError): void;
  dropAll(error: BridgeError): void;
  /** Accepts an answer. Returns the reason if it is rejected. */
  accept(raw: Data): Rejection | undefined;
}

/** Creates an exchange: matches requests and answers by id over one transport. */
export function createExchange(transport: Transport, random: () => number): Exchange {
  // A random nonce and start value, so that an answer to the page before a reload matches no request.
  const nonce = (Math.floor(random() * 36 ** 8) + 36 ** 8).toString(36);
  let counter = Math.floor(random() * 1e9);
  const waiting = new Map<string, { settle: (reply: Reply) => void; read: Question['read'] }>();
  const settle = (id: string, reply: Reply) => {
    const pending = waiting.get(id);
    waiting.delete(id);
    pending?.settle(reply);
  };

  return {
    ask({ action, payload, timeoutMs, read, settle: onSettled }) {
      counter += 1;
      const id = `${nonce}-${counter}`;
      const timer = setTimeout(() => settle(id, { ok: false, error: 'timeout' }), timeoutMs);
      waiting.set(id, {
        read,
        settle(reply) {
          clearTimeout(timer);
          onSettled(reply);
        },
      });
      try {
        transport.send(JSON.stringify({ v: protocolVersion, id, action, payload } satisfies Message));
      } catch {
        settle(id, { ok: false, error: 'host_error' });
      }
      return id;
    },
    drop: (id, error) => settle(id, { ok: false, error }),
    dropAll(error) {
      for (const id of Array.from(waiting.keys())) settle(id, { ok: false, error });
    },
    accept(raw) {
      const id = idIn(raw);
      const pending = id === undefined ? undefined : waiting.get(id);
      const answer = v.safeParse(answerSchema, raw);
      if (id === undefined || !pending) return answer.success ? 'unknown_id' : 'malformed';
      const reply = answer.success ? readReply(answer.output, pending.read) : undefined;
      settle(id, reply ?? { ok: false, error: 'invalid_response', done: raw.ok === true });
      return reply ? undefined : 'invalid_response';
    },
  };
}

function readReply(answer: Answer, read: Question['read']): Reply | undefined {
  if (!answer.ok) return { ok: false, error: answer.error };
  const data = read(answer.data === undefined ? {} : answer.data);
  return data && { ok: true, data };
}
