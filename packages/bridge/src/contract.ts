import * as v from 'valibot';

/** The version of the protocol. Messages of other versions are rejected. It increases with every incompatible change. */
export const protocolVersion = 1;

const isList = (value: unknown) => Array.isArray(value);

/** An object with exactly these fields. Rejects lists. */
function closed<E extends v.ObjectEntries>(entries: E) {
  return v.pipe(
    v.unknown(),
    v.check((value) => !isList(value)),
    v.strictObject(entries),
  );
}

/** A record with any names. Rejects lists. */
function named<S extends v.GenericSchema>(values: S) {
  return v.pipe(
    v.unknown(),
    v.check((value) => !isList(value)),
    v.record(text(100), values),
  );
}

function text(maxLength: number) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength));
}

// Schemes that run code, read the device or start other apps' activities are never pages.
const blockedSchemes =
  /^(?:javascript|data|vbscript|file|blob|filesystem|content|intent|about|view-source):/i;
const noFields = closed({});
const address = v.pipe(
  text(2000),
  // Browsers ignore blanks and control characters inside a scheme, so an address with any is rejected.
  v.regex(/^[a-z][a-z0-9+.-]*:[!-~]+$/i),
  v.check((url) => !blockedSchemes.test(url)),
);
// Digits only: with '*' and '#' a page could dial service codes.
const phone = v.pipe(v.string(), v.regex(/^\+?[0-9]{3,15}$/));

/** Time-outs in milliseconds: for actions that the host does immediately, and for actions that ask the person first. */
const immediateMs = 3_000;
const confirmationMs = 10_000;

/**
 * The actions that the web app can request from the host (BRG-01 … BRG-11): first protocol version, time-out in milliseconds,
 * schema of the payload and schema of the answer.
 */
export const contract = {
  openPage: {
    since: 1,
    timeoutMs: immediateMs,
    payload: closed({ url: address, title: v.optional(text(200)) }),
    answer: noFields,
  },
  closeWebView: { since: 1, timeoutMs: immediateMs, payload: noFields, answer: noFields },
  goToPage: {
    since: 1,
    timeoutMs: immediateMs,
    payload: closed({ page: text(100), param: v.optional(named(v.pipe(v.string(), v.maxLength(2000)))) }),
    answer: noFields,
  },
  goHome: { since: 1, timeoutMs: immediateMs, payload: noFields, answer: noFields },
  goMine: { since: 1, timeoutMs: immediateMs, payload: noFields, answer: noFields },
  forceLogin: {
    since: 1,
    timeoutMs: immediateMs,
    payload: closed({ reason: v.optional(text(200)) }),
    answer: noFields,
  },
  callPhone: { since: 1, timeoutMs: confirmationMs, payload: closed({ phone }), answer: noFields },
  rateApp: { since: 1, timeoutMs: confirmationMs, payload: noFields, answer: noFields },
  confirmEvent: {
    since: 1,
    timeoutMs: immediateMs,
    payload: closed({
      event: text(100),
      properties: v.optional(
        named(v.union([v.pipe(v.string(), v.maxLength(2000)), v.number(), v.boolean()])),
      ),
    }),
    answer: noFields,
  },
  startBankFlow: {
    since: 1,
    timeoutMs: confirmationMs,
    payload: closed({ productId: text(64), orderId: v.optional(text(64)) }),
    answer: noFields,
  },
  endBankFlow: {
    since: 1,
    timeoutMs: immediateMs,
    payload: closed({ result: v.picklist(['saved', 'cancelled']) }),
    answer: noFields,
  },
} as const;

export type Action = keyof typeof contract;
export type Payload<A extends Action> = v.InferOutput<(typeof contract)[A]['payload']>;
export type AnswerData<A extends Action> = v.InferOutput<(typeof contract)[A]['answer']>;

export const actions: readonly Action[] = Object.keys(contract).filter(isAction);

export function isAction(name: string): name is Action {
  return Object.prototype.hasOwnProperty.call(contract, name);
}

/** The validated payload, or undefined if it is not valid for the action. */
export function payloadOf<A extends Action>(action: A, raw: unknown): Payload<A> | undefined {
  const parsed = v.safeParse(contract[action].payload, raw);
  return parsed.success ? parsed.output : undefined;
}

/** The validated data of an answer, or undefined if they are not valid for the action. */
export function answerOf<A extends Action>(action: A, raw: unknown): AnswerData<A> | undefined {
  const parsed = v.safeParse(contract[action].answer, raw);
  return parsed.success ? parsed.output : undefined;
}
