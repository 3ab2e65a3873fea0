import type { Db } from '../database/connect.ts';
import { ConfigError } from '../errors/config-error.ts';
import type { FieldCipher } from './field-cipher.ts';

const known = 'the right key';
const otherKey =
  'DATA_KEY does not open what this database holds: put the key that it was encrypted with behind a comma';

/** Does DATA_KEY open what this database holds? The first server leaves something to try. Throws ConfigError in one line. */
export async function checkDataKey(db: Db, cipher: FieldCipher): Promise<void> {
  // A database that is older than this check: whatever it holds is tried instead.
  const account = await db.selectFrom('bank_account').select('number_encrypted').limit(1).executeTakeFirst();
  if (account && !opens(cipher, account.number_encrypted)) throw new ConfigError(otherKey);
  await db
    .insertInto('key_check')
    .values({ encrypted: cipher.encrypt(known) })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute();
  const { encrypted } = await db.selectFrom('key_check').select('encrypted').executeTakeFirstOrThrow();
  if (!opens(cipher, encrypted)) throw new ConfigError(otherKey);
}

function opens(cipher: FieldCipher, encrypted: Buffer): boolean {
  try {
    cipher.decrypt(encrypted);
    return true;
  } catch {
    return false;
  }
}
