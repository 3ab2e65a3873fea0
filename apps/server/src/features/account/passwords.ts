import * as crypto from 'node:crypto';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { isGuessedFirst } from './common-passwords.ts';

const shortest = 8;
const longest = 200;
/**
 * Argon2id with 46 MiB, one pass, one lane; where the system's own Node is older than 24.7 and has none, scrypt with N 2¹⁷, r 8,
 * p 1 (128 MiB). Both are what OWASP's Password Storage Cheat Sheet states. Kept with each hash, so that they can grow.
 */
const argonCost = { memory: 47_104, passes: 1, parallelism: 1 } as const;
const scryptCost = { N: 2 ** 17, r: 8, p: 1 } as const;
const hasArgon = typeof crypto.argon2 === 'function';

/** What a password is judged by beside itself. */
export interface PasswordRules {
  /** The borrower's own number: it is no secret. */
  readonly phone: string;
  /** The lender's names. */
  readonly own: readonly string[];
  /** What the lender's list says that nobody may choose: breached ones, say. */
  readonly refused: ReadonlySet<string>;
}

/** May this be a password? Not one that is short, guessed first, on the lender's list, or the number itself. Any signs will do. */
export function isStrongEnough(password: string, { phone, own, refused }: PasswordRules): boolean {
  if (password.length < shortest || password.length > longest) return false;
  if (refused.has(password) || refused.has(password.toLowerCase())) return false;
  if (isGuessedFirst(password, own)) return false;
  return !phone.includes(password.replace(/\D/g, '') || '\u0000') || /\D/.test(password);
}

/** The key of a password under a hash's own function and cost. Throws where this Node lacks the function. */
function derive(password: string, [name = '', a, b, c, salt = '']: readonly string[]): Promise<Buffer> {
  const [message, nonce] = [password.slice(0, longest).normalize('NFC'), Buffer.from(salt, 'base64url')];
  const [first, second, third] = [Number(a), Number(b), Number(c)];
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key));
    if (name === 'scrypt') {
      const cost = { N: first, r: second, p: third };
      // Twice what it needs: 128 · N · r bytes.
      return scrypt(message, nonce, keyBytes, { ...cost, maxmem: 256 * first * second }, done);
    }
    if (!hasArgon)
      return reject(new Error('passwords were kept by argon2id, which needs Node 24.7 or newer'));
    const cost = { memory: first, passes: second, parallelism: third, tagLength: keyBytes };
    crypto.argon2('argon2id', { message, nonce, ...cost }, done);
  });
}

const keyBytes = 32;
/** What a new hash begins with: its function and cost. */
const present = hasArgon
  ? ['argon2id', argonCost.memory, argonCost.passes, argonCost.parallelism].join('$')
  : ['scrypt', scryptCost.N, scryptCost.r, scryptCost.p].join('$');

/** `argon2id$memory$passes$lanes$salt$key` or `scrypt$N$r$p$salt$key`; memory in KiB, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const head = `${present}$${randomBytes(16).toString('base64url')}`;
  return `${head}$${(await derive(password, head.split('$'))).toString('base64url')}`;
}

/** Was it made by another function or at another cost than hashes are now? */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(`${present}$`);
}

/** A hash that no password has: checked against where there is none, so that both take as long. */
const nobody = hashPassword(randomBytes(24).toString('base64url'));

/** Is it the password? Takes as long for a number that has none. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const parts = (hash ?? (await nobody)).split('$');
  const expected = Buffer.from(parts[5] ?? '', 'base64url');
  const given = await derive(password, parts);
  return expected.length === given.length && timingSafeEqual(expected, given) && Boolean(hash);
}
