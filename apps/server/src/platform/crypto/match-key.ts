import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../database/connection/connect.ts';
import { ConfigError } from '../errors/config-error.ts';
import type { FieldCipher } from './field-cipher.ts';

/**
 * Kinds of values that are matched between borrowers, and the text of a contract. Digests of different kinds cannot be
 * compared.
 */
type MatchKind =
  | 'document'
  | 'account'
  | 'device'
  | 'address'
  | 'person'
  | 'phone'
  | 'contract'
  | 'decision'
  | 'sample';

/**
 * Keyed digests that find the same document, account, device or phone number at another borrower. The key is random, created
 * once per installation and stored encrypted with the data key. A rotation of the data key re-encrypts it and leaves every
 * digest as it is, so no value has to be decrypted for a comparison, and digests outlive the values they were made of.
 */
export interface Matcher {
  /** `value`: normalised by the caller. Returns 32 bytes, equal only for equal kind, brand and value. */
  digest(kind: MatchKind, brand: string, value: string): Buffer;
}

const keyBytes = 32;

/**
 * Reads the installation's match key, or creates it. `home`: the database of cell 0, whose key a new cell
 * takes, so that borrowers can move and are found again in every cell. Throws ConfigError if it has another,
 * and an error if no data key decrypts it.
 */
export async function loadMatcher(db: Db, cipher: FieldCipher, home?: Db): Promise<Matcher> {
  const shared = await home?.selectFrom('match_key').select('encrypted').executeTakeFirst();
  await db
    .insertInto('match_key')
    .values({ encrypted: shared?.encrypted ?? cipher.encrypt(randomBytes(keyBytes).toString('hex')) })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute();
  const { encrypted } = await db.selectFrom('match_key').select('encrypted').executeTakeFirstOrThrow();
  const stored = cipher.decrypt(encrypted);
  if (shared && stored !== cipher.decrypt(shared.encrypted))
    throw new ConfigError('its match key is not that of cell 0');
  const key = Buffer.from(stored, 'hex');
  return {
    digest: (kind, brand, value) =>
      createHmac('sha256', key)
        .update(JSON.stringify([kind, brand, value]))
        .digest(),
  };
}
