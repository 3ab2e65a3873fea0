import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../database/connect.ts';
import type { FieldCipher } from './field-cipher.ts';

/** What is compared between borrowers, and the text of a contract. Each kind has digests of its own: none says anything about another. */
export type MatchKind = 'document' | 'account' | 'device' | 'phone' | 'contract';

/**
 * Keyed digests that find the same document, account, device or number at another borrower. The key is random, made once for
 * an installation and kept encrypted with the data key: turning the data key encrypts it anew and leaves every digest as it
 * is, so nothing has to be decrypted to compare, and digests outlive the values that they were made of.
 */
export interface Matcher {
  /** `value`: normalised by the caller. 32 bytes; equal for equal kind, brand and value alone. */
  digest(kind: MatchKind, brand: string, value: string): Buffer;
}

const keyBytes = 32;

/** Reads the installation's match key, or makes it. Throws where no data key opens it. */
export async function loadMatcher(db: Db, cipher: FieldCipher): Promise<Matcher> {
  const fresh = randomBytes(keyBytes).toString('hex');
  await db
    .insertInto('match_key')
    .values({ encrypted: cipher.encrypt(fresh) })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute();
  const { encrypted } = await db.selectFrom('match_key').select('encrypted').executeTakeFirstOrThrow();
  const key = Buffer.from(cipher.decrypt(encrypted), 'hex');
  return {
    digest: (kind, brand, value) =>
      createHmac('sha256', key)
        .update(JSON.stringify([kind, brand, value]))
        .digest(),
  };
}
