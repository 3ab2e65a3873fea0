import * as v from 'valibot';
import { protocolVersion } from './contract.ts';

/** The longest text that either side reads, in UTF-16 units. */
const maxLength = 65_536;

/** Errors of a host. */
export const hostErrors = ['unsupported', 'denied', 'host_error', 'invalid_payload'] as const;
export type HostError = (typeof hostErrors)[number];

/** All errors of a request: those of the host, and those of the web side. The list is complete. */
export const bridgeErrors = [
  ...hostErrors,
  'not_in_host',
  'timeout',
  'cancelled',
  'invalid_response',
  'page_gone',
] as const;
export type BridgeError = (typeof bridgeErrors)[number];

/** The reasons for which a text is rejected. A rejected text has no other effect (BRG-12). */
export type Rejection =
  | 'malformed'
  | 'wrong_version'
  | 'unknown_action'
  | 'unknown_event'
  | 'unknown_id'
  | 'invalid_payload'
  | 'invalid_response'
  | 'wrong_origin';

const version = v.literal(protocolVersion);
/** The sender's nonce and a counter. The answer has the same id. */
const id = v.pipe(v.string(), v.regex(/^[a-z0-9]{4,32}-[0-9]{1,15}$/));
const anyObject = v.custom<Readonly<Record<string, unknown>>>(isObject);

/** Web → host. The action `hello` requests the host's capabilities. */
export const messageSchema = v.strictObject({ v: version, id, action: v.string(), payload: anyObject });
export interface Message extends v.InferOutput<typeof messageSchema> {}

/** The answer to a message, from either side. */
export const answerSchema = v.variant('ok', [
  v.strictObject({ v: version, id, ok: v.literal(true), data: v.optional(anyObject) }),
  v.strictObject({ v: version, id, ok: v.literal(false), error: v.picklist(hostErrors) }),
]);
export type Answer = v.InferOutput<typeof answerSchema>;

/**
 * The answer to `hello`: the host's capabilities. A newer host may send additional fields and the names of unknown actions; both
 * are accepted.
 */
export const helloSchema = v.object({
  protocol: version,
  platform: v.picklist(['android', 'ios', 'simulator']),
  appVersion: v.pipe(v.string(), v.maxLength(50)),
  actions: v.pipe(v.array(v.string()), v.maxLength(200)),
});
export interface Hello extends v.InferOutput<typeof helloSchema> {}

/**
 * Host → web: `back` is the host's back button, `ready` means that the host now receives messages, `message`
 * that the borrower has a new message. It says nothing of it: the page asks the server.
 */
export const hostEvents = ['back', 'ready', 'message'] as const;
export type HostEvent = (typeof hostEvents)[number];

/** `back` has an id of the host, because the web answers it. The others have no answer. */
export const eventSchema = v.variant('event', [
  v.strictObject({ v: version, id, event: v.literal('back') }),
  v.strictObject({ v: version, event: v.picklist(['ready', 'message']) }),
]);

/** The web's answer to `back`. `handled` is false if no handler handled it and the page could not go back. */
export const backSchema = v.strictObject({ handled: v.boolean() });

/** Parses a text. Undefined if it is not a JSON object, is too long, or has a name that every object inherits. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'string' || value.length > maxLength) return undefined;
  try {
    const parsed: unknown = JSON.parse(value, (key, item: unknown) => {
      // Inherited names (`__proto__`, `constructor`) are not fields of the contract but could pass as known ones.
      if (key in Object.prototype) throw new SyntaxError(key);
      return item;
    });
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The id of an otherwise invalid message, so that its sender gets an error instead of a time-out. */
export function idIn(raw: Readonly<Record<string, unknown>>): string | undefined {
  return v.is(id, raw.id) ? raw.id : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
