import * as v from 'valibot';
import { protocolVersion } from './contract.ts';

/** Longest text that either side reads, in UTF-16 units. */
const maxText = 65_536;

/** Why a host did not do what it was asked. */
export const hostErrors = ['unsupported', 'denied', 'host_error', 'invalid_payload'] as const;
export type HostError = (typeof hostErrors)[number];

/** Why an action was not done: the host's reasons, and those that the web side finds itself. The list is closed. */
export const bridgeErrors = [
  ...hostErrors,
  'not_in_host',
  'timeout',
  'cancelled',
  'invalid_response',
  'page_gone',
] as const;
export type BridgeError = (typeof bridgeErrors)[number];

/** Why a text was not taken up. Every refusal has one of these names, and nothing but the refusal follows (BRG-12). */
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
/** The asking page's nonce and a count; the answer bears the same. */
const id = v.pipe(v.string(), v.regex(/^[a-z0-9]{4,32}-[0-9]{1,15}$/));
const open = v.custom<Readonly<Record<string, unknown>>>(isObject);

/** web → host. The action `hello` asks what the host can do. */
export const messageSchema = v.strictObject({ v: version, id, action: v.string(), payload: open });
export interface Message extends v.InferOutput<typeof messageSchema> {}

/** The answer to a message, whichever side asked. */
export const answerSchema = v.variant('ok', [
  v.strictObject({ v: version, id, ok: v.literal(true), data: v.optional(open) }),
  v.strictObject({ v: version, id, ok: v.literal(false), error: v.picklist(hostErrors) }),
]);
export type Answer = v.InferOutput<typeof answerSchema>;

/**
 * What the host can do: the answer to `hello`. A newer host may tell more, and name actions that we do not know; that
 * is no fault of it.
 */
export const helloSchema = v.object({
  protocol: version,
  platform: v.picklist(['android', 'ios', 'simulator']),
  appVersion: v.pipe(v.string(), v.maxLength(50)),
  actions: v.pipe(v.array(v.string()), v.maxLength(200)),
});
export interface Hello extends v.InferOutput<typeof helloSchema> {}

/** host → web, unasked: `back` is the host's back button, `ready` says that the host listens now. */
export const hostEvents = ['back', 'ready'] as const;
export type HostEvent = (typeof hostEvents)[number];

/** `back` bears an id of the host's, because it is answered; `ready` is only told. */
export const eventSchema = v.variant('event', [
  v.strictObject({ v: version, id, event: v.literal('back') }),
  v.strictObject({ v: version, event: v.literal('ready') }),
]);

/** The web's answer to `back`: false where neither a handler took the step nor a page was left to go back to. */
export const backSchema = v.strictObject({ handled: v.boolean() });

/** The object in this text, or undefined where there is none. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'string' || value.length > maxText) return undefined;
  try {
    const parsed: unknown = JSON.parse(value, (key, one: unknown) => {
      // Names that every object inherits (`__proto__`, `constructor`) are no field of ours and would pass for known ones.
      if (key in Object.prototype) throw new SyntaxError(key);
      return one;
    });
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The id in a text that is otherwise wrong, so that who asked need not wait for the time-out. */
export function idIn(raw: Readonly<Record<string, unknown>>): string | undefined {
  return v.is(id, raw.id) ? raw.id : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
