/** What every call answers (NET-01). `field` names the input field that a refusal is about; `id` is on faults of ours. */
export interface Envelope<Data> {
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
  readonly data: Data;
  readonly field?: string;
  readonly id?: string;
}

/** Codes that any call may answer beside its own refusals. */
export const commonCodes = {
  /** HTTP 401: no session, an unknown or expired one, or one of another device. */
  notSignedIn: '-2',
  /** HTTP 400: something the web app can never send. */
  badRequest: '40000',
  /** HTTP 404: it does not exist, or it is not yours. The two are not told apart. */
  notFound: '40400',
  /** HTTP 409: the idempotency key was used with another body, or its first use is still running. */
  conflict: '40900',
  /** HTTP 429, with Retry-After. */
  tooMany: '42900',
  /** HTTP 500: a fault of ours, with an id that the log bears too. */
  fault: '50000',
  /** HTTP 503: something we depend on is away; trying again later helps. */
  unavailable: '50300',
} as const;

/** True exactly when the code parses to the integer 0: `0`, `00` (NET-01). */
export function isSuccessCode(code: string): boolean {
  return /^0+$/.test(code);
}
