import * as crypto from 'node:crypto';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { isEasilyGuessed } from './password-strength.ts';

const minLength = 8;
const maxLength = 200;
/**
 * Argon2id with 46 MiB, one pass and one lane; scrypt with N 2¹⁷, r 8 and p 1 (128 MiB) on Node older than 24.7, which has no
 * Argon2. Both follow OWASP's Password Storage Cheat Sheet. Each hash contains its parameters, so that they can be raised.
 */
const argonCost = { memory: 47_104, passes: 1, parallelism: 1 } as const;
const scryptCost = { N: 2 ** 17, r: 8, p: 1 } as const;
const hasArgon = typeof crypto.argon2 === 'function';

/** The data that a password must not resemble. */
export interface PasswordRules {
  /** The borrower's phone number, which is not secret. */
  readonly phone: string;
  /** The lender's names. */
  readonly own: readonly string[];
  /** The lender's list of forbidden passwords, for example breached ones. */
  readonly refused: ReadonlySet<string>;
}

/**
 * Reports whether a password is acceptable: 8 to 200 characters, not easily guessed, not on the lender's
 * list, and not digits of the phone number. All characters are allowed.
 */
export function isStrongEnough(password: string, { phone, own, refused }: PasswordRules): boolean {
  if (password.length < minLength || password.length > maxLength) return false;
  if (refused.has(password) || refused.has(password.toLowerCase())) return false;
  if (isEasilyGuessed(password, [...own, phone])) return false;
  return !phone.includes(password.replace(/\D/g, '') || '\u0000') || /\D/.test(password);
}

/** Derives the key of a password with a hash's function and parameters. Throws if this Node lacks the function. */
function derive(password: string, [name = '', a, b, c, salt = '']: readonly string[]): Promise<Buffer> {
  const [message, nonce] = [password.slice(0, maxLength).normalize('NFC'), Buffer.from(salt, 'base64url')];
  const [first, second, third] = [Number(a), Number(b), Number(c)];
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key));
    if (name === 'scrypt') {
      const cost = { N: first, r: second, p: third };
      // Twice the required 128 · N · r bytes.
      return scrypt(message, nonce, keyBytes, { ...cost, maxmem: 256 * first * second }, done);
    }
    if (!hasArgon)
      return reject(new Error('a password was hashed with argon2id, which needs Node 24.7 or newer'));
    const cost = { memory: first, passes: second, parallelism: third, tagLength: keyBytes };
    crypto.argon2('argon2id', { message, nonce, ...cost }, done);
  });
}

const keyBytes = 32;
/** The prefix of a new hash: function and parameters. */
const currentScheme = hasArgon
  ? ['argon2id', argonCost.memory, argonCost.passes, argonCost.parallelism].join('$')
  : ['scrypt', scryptCost.N, scryptCost.r, scryptCost.p].join('$');

/** `argon2id$memory$passes$lanes$salt$key` or `scrypt$N$r$p$salt$key`; memory in KiB, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const head = `${currentScheme}$${randomBytes(16).toString('base64url')}`;
  return `${head}$${(await derive(password, head.split('$'))).toString('base64url')}`;
}

/** Reports whether a hash uses another function or other parameters than new hashes. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(`${currentScheme}$`);
}

/** The hash of a random password, compared if a borrower has none, so that both cases take equally long. */
const dummyHash = hashPassword(randomBytes(24).toString('base64url'));

/** Reports whether the password matches the hash. Takes equally long without a hash. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const parts = (hash ?? (await dummyHash)).split('$');
  const expected = Buffer.from(parts[5] ?? '', 'base64url');
  const actual = await derive(password, parts);
  return expected.length === actual.length && timingSafeEqual(expected, actual) && Boolean(hash);
}
