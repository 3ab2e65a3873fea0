import type { Proof } from '../platform/http/proof.ts';

/** A code serves what it was asked for, and nothing else. */
export const codePurposes = ['login', 'reset', 'register', 'account'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/**
 * Who asks for a code, and who tries it: a code can be tried by its asker alone, so that nobody's wrong tries elsewhere use
 * it up. The promotion page's visitor is known by `visitor`, anybody else by device and proof, or without both by address.
 */
export interface Asker {
  readonly brand: string;
  readonly phone: string;
  readonly purpose: CodePurpose;
  readonly deviceId: string | undefined;
  readonly address: string;
  readonly proof: Proof;
  /** SHA-256 of the visitor's sid. */
  readonly visitor?: Buffer;
}

export interface CodeRequest extends Asker {
  /** A captcha was read for it. */
  readonly captcha: boolean;
  readonly now: Date;
}
