import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { isGuessedFirst } from './common-passwords.ts';

const shortest = 8;
const longest = 200;
/** About 32 MB and a tenth of a second each: dear to guess, cheap to check. Kept with the hash, so that it can grow. */
const cost = { N: 2 ** 15, r: 8, p: 1 } as const;
const memory = 64 * 1024 * 1024;

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

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, 32, { ...options, maxmem: memory }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `scrypt$N$r$p$salt$key`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** A hash that no password has: checked against where there is none, so that both take as long. */
const nobody = hashPassword(randomBytes(24).toString('base64url'));

/** Is it the password? Takes as long for a number that has none. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, n, r, p, salt = '', key = ''] = (hash ?? (await nobody)).split('$');
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password.slice(0, longest), Buffer.from(salt, 'base64url'), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(expected, given) && Boolean(hash);
}
