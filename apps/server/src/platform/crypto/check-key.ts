import type { Db } from '../database/connection/connect.ts';
import { ConfigError } from '../errors/config-error.ts';
import type { FieldCipher } from './field-cipher.ts';

const probeText = 'the right key';
const wrongKeyMessage =
  'DATA_KEY does not decrypt the data in this database: append the key that encrypted it, after a comma';

/**
 * Checks that DATA_KEY decrypts the data in this database. The first server stores a probe value to check against. Throws
 * ConfigError with a one-line message.
 */
export async function checkDataKey(db: Db, cipher: FieldCipher): Promise<void> {
  await db
    .insertInto('key_check')
    .values({ encrypted: cipher.encrypt(probeText) })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute();
  const { encrypted } = await db.selectFrom('key_check').select('encrypted').executeTakeFirstOrThrow();
  if (!canDecrypt(cipher, encrypted)) throw new ConfigError(wrongKeyMessage);
}

function canDecrypt(cipher: FieldCipher, encrypted: Buffer): boolean {
  try {
    cipher.decrypt(encrypted);
    return true;
  } catch {
    return false;
  }
}
