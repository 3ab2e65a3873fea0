import type { ActionName, Right } from '@hiram/contract/console/rights';

/** The caller lacks a right in the brand of the call. */
export class MissingRight extends Error {
  readonly right: Right;
  constructor(right: Right) {
    super(`the right ${right} is missing`);
    this.right = right;
  }
}

/** No role of the caller has a limit for the action. */
export class NoLimit extends Error {
  constructor(action: ActionName) {
    super(`no role has a limit for ${action}`);
  }
}

/** The session was opened without a passkey, and the action needs one. */
export class PasskeyNeeded extends Error {}

/** The session is locked: its person must unlock it with a passkey. */
export class SessionLocked extends Error {}

/** The request does not come from a page of the console. */
export class ForeignOrigin extends Error {}
