import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context/app-context.ts';

/** The columns that store an agreed text. */
interface StoredText {
  readonly html: string;
  readonly html_encrypted: Buffer | null;
  readonly sha256: Buffer;
}

type Keys = Pick<AppContext, 'cipher' | 'matcher'>;

/** The SHA-256 of a text that the borrower sees, in hexadecimal. */
export function textHash(html: string): string {
  return createHash('sha256').update(html).digest('hex');
}

/**
 * The stored form of a text. The text names the borrower, so it is encrypted and its digest is keyed: an unkeyed digest would
 * let a reader of the database test names against it.
 */
export function encryptText({ cipher, matcher }: Keys, brand: string, html: string) {
  return {
    html: '',
    html_encrypted: cipher.encrypt(html),
    sha256: matcher.digest('contract', brand, html),
  } satisfies StoredText;
}

/**
 * Reads a stored text, unchanged. Rows of former versions name nobody: they are not encrypted, and their digest is a plain
 * SHA-256. Throws if the text does not match its digest.
 */
export function readText(
  {
    cipher,
    matcher,
  }: { readonly cipher: Pick<Keys['cipher'], 'decrypt'>; readonly matcher: Keys['matcher'] },
  brand: string,
  row: StoredText,
): string {
  const html = row.html_encrypted ? cipher.decrypt(row.html_encrypted) : row.html;
  const digest = row.html_encrypted
    ? matcher.digest('contract', brand, html)
    : createHash('sha256').update(html).digest();
  if (!digest.equals(row.sha256)) throw new Error('the text differs from the agreed text');
  return html;
}
