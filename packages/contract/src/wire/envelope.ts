/** The answer of every call (NET-01). `field` is the rejected input field. `id` identifies a server error. */
export interface Envelope<Data> {
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
  readonly data: Data;
  readonly field?: string;
  readonly id?: string;
  /** For a rejection that ends by itself: the seconds until the same can be requested again. */
  readonly seconds?: number;
}

/** Codes of any call, in addition to its own rejections. */
export const commonCodes = {
  /** HTTP 401: no session, or a session that is unknown, expired or bound to another device. */
  notSignedIn: '-2',
  /** HTTP 400: input that the web app never sends. */
  badRequest: '40000',
  /** HTTP 404: the object does not exist or belongs to another borrower. The answer does not distinguish them. */
  notFound: '40400',
  /** HTTP 409: the idempotency key was used with a different body, or its first request is still running. */
  conflict: '40900',
  /** HTTP 429, with Retry-After. */
  tooMany: '42900',
  /** HTTP 500: a server error. The answer and the log have the same id. */
  fault: '50000',
  /** HTTP 503: a dependency is unavailable. The client may retry later. */
  unavailable: '50300',
} as const;

/** True if the code is the integer 0: `0`, `00` (NET-01). */
export function isSuccessCode(code: string): boolean {
  return /^0+$/.test(code);
}
