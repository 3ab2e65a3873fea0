import * as v from 'valibot';

/** The protocol's version: a message of another one is refused. It counts up when an old side could not read a new one. */
export const protocolVersion = 1;

const isList = (value: unknown) => Array.isArray(value);

/** An object with these fields and no others; a list is not one. */
function closed<E extends v.ObjectEntries>(entries: E) {
  return v.pipe(
    v.unknown(),
    v.check((value) => !isList(value)),
    v.strictObject(entries),
  );
}

/** Names to values, where the contract does not know the names. */
function named<S extends v.GenericSchema>(values: S) {
  return v.pipe(
    v.unknown(),
    v.check((value) => !isList(value)),
    v.record(text(100), values),
  );
}

function text(longest: number) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(longest));
}

// Schemes that run code, read the device or start any activity of any app: never a page.
const noPage = /^(?:javascript|data|vbscript|file|blob|filesystem|content|intent|about|view-source):/i;
const nothing = closed({});
const address = v.pipe(
  text(2000),
  // Browsers leave out blanks and control characters inside a scheme, so an address that has any is refused whole.
  v.regex(/^[a-z][a-z0-9+.-]*:[!-~]+$/i),
  v.check((url) => !noPage.test(url)),
);
// Digits alone: '*' and '#' would let a page dial service codes.
const phone = v.pipe(v.string(), v.regex(/^\+?[0-9]{3,15}$/));

/** How long an answer may take, in milliseconds: the host answers at once, unless it has to ask the person first. */
const atOnce = 3_000;
const afterAsking = 10_000;

/**
 * Everything the web app may ask of the host (BRG-01 … BRG-11): the version it came with, how long its answer may take
 * in milliseconds, what it takes and what is answered.
 */
export const contract = {
  openPage: {
    since: 1,
    timeoutMs: atOnce,
    payload: closed({ url: address, title: v.optional(text(200)) }),
    answer: nothing,
  },
  closeWebView: { since: 1, timeoutMs: atOnce, payload: nothing, answer: nothing },
  goToPage: {
    since: 1,
    timeoutMs: atOnce,
    payload: closed({ page: text(100), param: v.optional(named(v.pipe(v.string(), v.maxLength(2000)))) }),
    answer: nothing,
  },
  goHome: { since: 1, timeoutMs: atOnce, payload: nothing, answer: nothing },
  goMine: { since: 1, timeoutMs: atOnce, payload: nothing, answer: nothing },
  forceLogin: {
    since: 1,
    timeoutMs: atOnce,
    payload: closed({ reason: v.optional(text(200)) }),
    answer: nothing,
  },
  callPhone: { since: 1, timeoutMs: afterAsking, payload: closed({ phone }), answer: nothing },
  rateApp: { since: 1, timeoutMs: afterAsking, payload: nothing, answer: nothing },
  confirmEvent: {
    since: 1,
    timeoutMs: atOnce,
    payload: closed({
      event: text(100),
      properties: v.optional(
        named(v.union([v.pipe(v.string(), v.maxLength(2000)), v.number(), v.boolean()])),
      ),
    }),
    answer: nothing,
  },
  startBankFlow: {
    since: 1,
    timeoutMs: afterAsking,
    payload: closed({ productId: text(64), orderId: v.optional(text(64)) }),
    answer: nothing,
  },
  endBankFlow: {
    since: 1,
    timeoutMs: atOnce,
    payload: closed({ result: v.picklist(['saved', 'cancelled']) }),
    answer: nothing,
  },
} as const;

export type Action = keyof typeof contract;
export type Payload<A extends Action> = v.InferOutput<(typeof contract)[A]['payload']>;
export type AnswerData<A extends Action> = v.InferOutput<(typeof contract)[A]['answer']>;

export const actions: readonly Action[] = Object.keys(contract).filter(isAction);

export function isAction(name: string): name is Action {
  return Object.prototype.hasOwnProperty.call(contract, name);
}

/** The payload as the contract has it, or undefined where the action does not take this one. */
export function payloadOf<A extends Action>(action: A, raw: unknown): Payload<A> | undefined {
  const parsed = v.safeParse(contract[action].payload, raw);
  return parsed.success ? parsed.output : undefined;
}

/** The answer's data as the contract has them, or undefined where this is no answer to the action. */
export function answerOf<A extends Action>(action: A, raw: unknown): AnswerData<A> | undefined {
  const parsed = v.safeParse(contract[action].answer, raw);
  return parsed.success ? parsed.output : undefined;
}
