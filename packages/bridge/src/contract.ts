import * as v from 'valibot';

/** The protocol's version: a message of another one is refused. */
export const protocolVersion = 1;

const text = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max));
const nothing = v.strictObject({});

/** What the web app may ask of the host, each with its payload (BRG-01 … BRG-11). */
export const payloads = {
  openPage: v.strictObject({ url: text(2000), title: v.optional(text(200)) }),
  closeWebView: nothing,
  goToPage: v.strictObject({ page: text(100), param: v.optional(v.record(v.string(), v.string())) }),
  goHome: nothing,
  goMine: nothing,
  forceLogin: v.strictObject({ reason: v.optional(text(200)) }),
  callPhone: v.strictObject({ phone: v.pipe(v.string(), v.regex(/^\+?[0-9]{3,15}$/)) }),
  rateApp: nothing,
  confirmEvent: v.strictObject({
    event: text(100),
    properties: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
  }),
  startBankFlow: v.strictObject({ productId: text(64), orderId: v.optional(text(64)) }),
  endBankFlow: v.strictObject({ result: v.picklist(['saved', 'cancelled']) }),
} as const;

export type Action = keyof typeof payloads;
export type Payload<A extends Action> = v.InferOutput<(typeof payloads)[A]>;

export const actions = Object.keys(payloads).filter(isAction);

export function isAction(name: string): name is Action {
  return Object.prototype.hasOwnProperty.call(payloads, name);
}

/** How long an action may take to be answered, in milliseconds; the host asks the person only for some. */
export function timeoutOf(action: Action): number {
  return action === 'callPhone' || action === 'rateApp' || action === 'startBankFlow' ? 10_000 : 3_000;
}

const id = v.pipe(v.string(), v.regex(/^[a-z0-9]{4,32}-[0-9]{1,15}$/));

/** web → host */
export const messageSchema = v.strictObject({
  v: v.literal(protocolVersion),
  id,
  action: v.union([v.literal('hello'), v.picklist(Object.keys(payloads).filter(isAction))]),
  payload: v.record(v.string(), v.unknown()),
});
export type Message = v.InferOutput<typeof messageSchema>;

/** Why an action was not done. The list is closed: both sides know every word of it. */
export const bridgeErrors = [
  'not_in_host',
  'unsupported',
  'timeout',
  'cancelled',
  'denied',
  'host_error',
  'invalid_payload',
  'invalid_response',
  'page_gone',
] as const;
export type BridgeError = (typeof bridgeErrors)[number];

/** host → web, to a message */
export const answerSchema = v.variant('ok', [
  v.strictObject({
    v: v.literal(protocolVersion),
    id,
    ok: v.literal(true),
    data: v.optional(v.record(v.string(), v.unknown())),
  }),
  v.strictObject({
    v: v.literal(protocolVersion),
    id,
    ok: v.literal(false),
    error: v.picklist(bridgeErrors),
  }),
]);
export type Answer = v.InferOutput<typeof answerSchema>;

/** What the host can do: the answer to `hello`. */
export const helloSchema = v.object({
  protocol: v.literal(protocolVersion),
  platform: v.picklist(['android', 'ios', 'simulator']),
  appVersion: v.string(),
  actions: v.array(v.string()),
});
export type Hello = v.InferOutput<typeof helloSchema>;

/** host → web, unasked: `back` is the host's back button, `ready` says that the host listens now. */
export const eventSchema = v.strictObject({
  v: v.literal(protocolVersion),
  event: v.picklist(['back', 'ready']),
});
export type HostEvent = v.InferOutput<typeof eventSchema>['event'];

/** Is this payload what the action takes? */
export function isPayload<A extends Action>(action: A, payload: unknown): payload is Payload<A> {
  return v.is(payloads[action], payload);
}

export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
