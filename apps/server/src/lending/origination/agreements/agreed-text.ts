import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context/app-context.ts';

/** The columns that store an agreed text. */
interface StoredText {
  readonly html_encrypted: Buffer;
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
    html_encrypted: cipher.encrypt(html),
    sha256: matcher.digest('contract', brand, html),
  } satisfies StoredText;
}

/** Reads a stored text, unchanged. Throws if the text does not match its digest. */
export function readText(
  {
    cipher,
    matcher,
  }: { readonly cipher: Pick<Keys['cipher'], 'decrypt'>; readonly matcher: Keys['matcher'] },
  brand: string,
  row: StoredText,
): string {
  const html = cipher.decrypt(row.html_encrypted);
  const digest = matcher.digest('contract', brand, html);
  if (!digest.equals(row.sha256)) throw new Error('the text differs from the agreed text');
  return html;
}
