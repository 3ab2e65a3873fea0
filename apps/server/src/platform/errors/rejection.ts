/**
 * A handler's answer when a person typed or chose something that cannot be. `reason` is one of the call's own; the
 * message is `rejection.<reason>` of the catalogue unless `text` (already in the caller's language) is given.
 */
export interface Rejection<Reason extends string = string> {
  readonly rejected: Reason;
  readonly field?: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly text?: string;
  /** The id of another message than the reason's own. */
  readonly textId?: string;
}

export function reject<Reason extends string>(
  reason: Reason,
  more: Omit<Rejection, 'rejected'> = {},
): Rejection<Reason> {
  return { rejected: reason, ...more };
}

export function isRejection(answer: object): answer is Rejection {
  return 'rejected' in answer;
}

/** It does not exist, or it is not the caller's: the two are answered alike. */
export class NotFound extends Error {}

/** What the web app can never send; names the field. */
export class BadRequest extends Error {
  readonly field: string;
  constructor(field: string, problem: string) {
    super(problem);
    this.field = field;
  }
}

export class NotSignedIn extends Error {}

/** The idempotency key was used with another body. */
export class KeyConflict extends Error {}

/** Too many tries; `seconds` until another one makes sense. */
export class TooMany extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super(`try again in ${seconds} s`);
    this.seconds = seconds;
  }
}

/** Something we depend on is away for now. */
export class Unavailable extends Error {}
