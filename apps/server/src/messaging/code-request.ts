import type { Proof } from '../platform/http/sessions/proof.ts';

/** A code is valid only for the purpose that it was requested for. */
export const codePurposes = ['login', 'reset', 'register', 'account'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/**
 * The requester of a code. Only the requester can try the code, so that wrong tries of others do not use it up. A visitor of
 * the promotion page is identified by `visitor`, others by device and proof, or, without both, by address.
 */
export interface CodeRequester {
  readonly brand: string;
  readonly phone: string;
  readonly purpose: CodePurpose;
  readonly deviceId: string | undefined;
  readonly address: string;
  readonly proof: Proof;
  /** SHA-256 of the visitor's sid. */
  readonly visitor?: Buffer;
}

export interface CodeRequest extends CodeRequester {
  /** True if the code is read out in a call. It leaves a code that was sent as a text valid. */
  readonly voice?: boolean;
  /** True if a captcha was solved for this request. */
  readonly captcha: boolean;
  readonly now: Date;
}

/** The reasons why no code is sent. */
export type CodeRejection =
  | { readonly rejected: 'tooSoon'; readonly seconds: number }
  | { readonly rejected: 'tooManyToday' }
  /** Many codes were sent to the number, from the address or network or by the brand, or few are used: solve a captcha. */
  | { readonly rejected: 'captchaNeeded' }
  /** Few of the last codes for this purpose were used, and the caller's budget is used up. */
  | { readonly rejected: 'tooBusy' };
