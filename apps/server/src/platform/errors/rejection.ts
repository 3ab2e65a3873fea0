/**
 * A handler's answer to input that cannot be accepted. `reason` is one of the call's own reasons. The message is
 * `rejection.<reason>` of the catalogue unless `text` (already in the caller's language) is set.
 */
export interface Rejection<Reason extends string = string> {
  readonly rejected: Reason;
  readonly field?: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly text?: string;
  /** The seconds until the same can be asked for again. */
  readonly seconds?: number;
  /** The id of a message to use instead of the reason's own. */
  readonly textId?: string;
}

export function reject<Reason extends string>(
  reason: Reason,
  details: Omit<Rejection, 'rejected'> = {},
): Rejection<Reason> {
  return { rejected: reason, ...details };
}

export function isRejection(answer: object): answer is Rejection {
  return 'rejected' in answer;
}

/** The resource does not exist or is not the caller's: both get the same answer. */
export class NotFound extends Error {}

/** A malformed request that the web app never sends. `field` names the faulty field. */
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

/** Too many attempts. `seconds`: the delay before the next attempt. */
export class TooMany extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super(`try again in ${seconds} s`);
    this.seconds = seconds;
  }
}

/** A dependency is temporarily unavailable. */
export class Unavailable extends Error {}

/** A cell of the lender's does not answer. */
export class CellAway extends Unavailable {
  readonly cell: number;
  constructor(cell: number, options?: ErrorOptions) {
    super(`cell ${cell}`, options);
    this.cell = cell;
  }
}

/**
 * Something else must come first, and the sender repeats the request: a reversal that overtakes its payment. It is answered
 * like Unavailable. It is ordinary, so the log has a line of information without a stack.
 */
export class NotYet extends Unavailable {}
