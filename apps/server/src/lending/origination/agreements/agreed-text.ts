import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context/app-context.ts';

/** The columns in which a text that a borrower agreed to is kept. */
interface KeptText {
  readonly html: string;
  readonly html_encrypted: Buffer | null;
  readonly sha256: Buffer;
}

type Keys = Pick<AppContext, 'cipher' | 'matcher'>;

/** The SHA-256 by which the borrower knows a text, as a hexadecimal number. */
export function textHash(html: string): string {
  return createHash('sha256').update(html).digest('hex');
}

/**
 * A text as it is kept: it names the borrower, so it is encrypted, and its digest is keyed. An unkeyed one would let a reader
 * of the database try names against it.
 */
export function encryptText({ cipher, matcher }: Keys, brand: string, html: string) {
  return {
    html: '',
    html_encrypted: cipher.encrypt(html),
    sha256: matcher.digest('contract', brand, html),
  } satisfies KeptText;
}

/**
 * A kept text, word for word. Rows of former versions, which name nobody, are plain under a plain SHA-256. Throws where the
 * text is not the one whose digest was kept.
 */
export function readText({ cipher, matcher }: Keys, brand: string, row: KeptText): string {
  const html = row.html_encrypted ? cipher.decrypt(row.html_encrypted) : row.html;
  const digest = row.html_encrypted
    ? matcher.digest('contract', brand, html)
    : createHash('sha256').update(html).digest();
  if (!digest.equals(row.sha256)) throw new Error('the text is not the one that was agreed to');
  return html;
}
