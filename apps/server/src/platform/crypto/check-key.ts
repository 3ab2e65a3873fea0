import type { Db } from '../database/connect.ts';
import { ConfigError } from '../errors/config-error.ts';
import type { Seal } from './field-cipher.ts';

const known = 'the right key';
const otherKey =
  'DATA_KEY does not open what this database holds: put the key that it was sealed with behind a comma';

/** Does DATA_KEY open what this database holds? The first server leaves something to try. Throws ConfigError in one line. */
export async function checkDataKey(db: Db, seal: Seal): Promise<void> {
  // A database that is older than this check: whatever it holds is tried instead.
  const account = await db.selectFrom('bank_account').select('number_sealed').limit(1).executeTakeFirst();
  if (account && !opens(seal, account.number_sealed)) throw new ConfigError(otherKey);
  await db
    .insertInto('key_check')
    .values({ sealed: seal.seal(known) })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute();
  const { sealed } = await db.selectFrom('key_check').select('sealed').executeTakeFirstOrThrow();
  if (!opens(seal, sealed)) throw new ConfigError(otherKey);
}

function opens(seal: Seal, sealed: Buffer): boolean {
  try {
    seal.open(sealed);
    return true;
  } catch {
    return false;
  }
}
