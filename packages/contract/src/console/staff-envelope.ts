import type { Right } from './rights.ts';

/** The answer of every call of the console. `field` is the rejected input field, `id` identifies a server error. */
export interface StaffEnvelope<Data> {
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
  readonly data: Data;
  readonly field?: string;
  readonly id?: string;
  /** The right that the caller lacks (HTTP 403). */
  readonly right?: Right;
}

/** Codes of any call of the console, in addition to its own rejections. */
export const staffCodes = {
  done: 'done',
  /** HTTP 401: no session, or one that ended. */
  notSignedIn: 'notSignedIn',
  /** HTTP 401: the session is locked; a passkey of the same person unlocks it. */
  locked: 'locked',
  /** HTTP 403: the caller lacks the right that `right` names. */
  missingRight: 'missingRight',
  /** HTTP 403: no role of the caller has a limit for the call's action. */
  noLimit: 'noLimit',
  /** HTTP 403: the session was opened by the lender's directory, and the call's action needs a passkey. */
  passkeyNeeded: 'passkeyNeeded',
  /** HTTP 403: the request does not come from a page of the console. */
  foreignOrigin: 'foreignOrigin',
  /** HTTP 400: input that the console's page never sends. */
  badRequest: 'badRequest',
  /** HTTP 404: it does not exist, or belongs to another brand. The answer does not distinguish them. */
  notFound: 'notFound',
  /** HTTP 429, with Retry-After. */
  tooMany: 'tooMany',
  /** HTTP 500: a server error. The answer and the log have the same id. */
  fault: 'fault',
  /** HTTP 503: a dependency is unavailable. */
  unavailable: 'unavailable',
} as const;
