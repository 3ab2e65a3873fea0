import { commonCodes } from '@hiram/contract/envelope';

/**
 * A call that returned an envelope. It succeeded if its code is zero (NET-01) and `success` is true (CMP-19, BANK-10).
 */
export type CallResult<Data> =
  | { readonly ok: true; readonly data: Data; readonly code: string; readonly message: string }
  | Rejection;

export interface Rejection {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  /** The seconds until the same can be asked for again. */
  readonly seconds?: number;
}

const temporaryCodes: readonly string[] = [commonCodes.tooMany, commonCodes.fault, commonCodes.unavailable];

/**
 * Reports whether the failure is temporary: the server, or a load balancer in its place, was not available. The action may
 * have been done all the same; the same request can be sent again later.
 */
export function isTemporary(answer: CallResult<unknown>): boolean {
  return !answer.ok && temporaryCodes.indexOf(answer.code) >= 0;
}

/** No envelope came back: a network failure, a time-out, or an answer that is not from this API (NET-06). */
export class NoAnswer extends Error {
  /** The call's whole time limit passed. An immediate retry would make the borrower wait as long again. */
  readonly timedOut: boolean;
  /** Something answered in place of this API, or it answered wrongly: the network is not to blame. */
  readonly isServerFault: boolean;
  constructor(message: string, { timedOut = false, isServerFault = false } = {}) {
    super(message);
    this.timedOut = timedOut;
    this.isServerFault = isServerFault;
  }
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Makes repeated sends of this attempt have one effect, if the call is idempotent; see `useSubmit`. */
  readonly idempotencyKey?: string;
  /** Lets the request outlive the page that is being left. */
  readonly keepalive?: boolean;
  /** Sends the request in place of `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Pick<Response, 'json'>>;
}
