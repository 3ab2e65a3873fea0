import type { Db } from '../db/connect.ts';
import type { Proof } from '../http/proof.ts';
import { openSession, tokenHash } from '../http/session.ts';
import { newId } from '../lending/ids.ts';

const windowMs = 15 * 60_000;
/** Tries with a password in that time: for one number, and from one address, behind which many people may be. */
const caps = { phone: 5, address: 60 } as const;

/** Counts a try with a password before it is checked. False where there were too many. Counted in the database, so that every server counts the same. */
export async function mayTry(
  db: Db,
  attempt: { brand: string; phone: string; address: string; now: Date },
): Promise<boolean> {
  const { brand, phone, address, now } = attempt;
  await db.insertInto('sign_in_try').values({ id: newId(), brand, phone, address, at: now }).execute();
  const since = new Date(now.getTime() - windowMs);
  const counts = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('sign_in_try')
        .select((c) => c.fn.countAll<number>().as('n'))
        .where('brand', '=', brand)
        .where('phone', '=', phone)
        .where('at', '>', since)
        .as('phone'),
      eb
        .selectFrom('sign_in_try')
        .select((c) => c.fn.countAll<number>().as('n'))
        .where('address', '=', address)
        .where('at', '>', since)
        .as('address'),
    ])
    .executeTakeFirstOrThrow();
  return (counts.phone ?? 0) <= caps.phone && (counts.address ?? 0) <= caps.address;
}

/** After the right password the tries before it no longer count. */
export async function forgetTries(db: Db, brand: string, phone: string): Promise<void> {
  await db.deleteFrom('sign_in_try').where('brand', '=', brand).where('phone', '=', phone).execute();
}

/** Was the borrower never signed in on this device, but for the session that was just opened? */
export async function isNewDevice(
  db: Db,
  borrowerId: string,
  deviceId: string | undefined,
  sessionId: string,
): Promise<boolean> {
  if (deviceId === undefined) return true;
  const before = await db
    .selectFrom('session')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('device_id', '=', deviceId)
    .where('token_hash', '<>', tokenHash(sessionId))
    .limit(1)
    .executeTakeFirst();
  return before === undefined;
}

/** Opens a session for a number that was proven, and the account where there was none. */
export async function signIn(
  trx: Db,
  who: {
    brand: string;
    phone: string;
    deviceId: string | undefined;
    proof: Proof;
    termsVersion: string;
    now: Date;
  },
): Promise<{ borrowerId: string; sessionId: string }> {
  const { brand, phone, deviceId, proof, termsVersion, now } = who;
  await trx
    .insertInto('borrower')
    .values({ id: newId(), brand, phone, created_at: now })
    .onConflict((conflict) => conflict.columns(['brand', 'phone']).doNothing())
    .execute();
  const { id } = await trx
    .selectFrom('borrower')
    .select('id')
    .where('brand', '=', brand)
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('consent')
    .values({ borrower_id: id, kind: 'privacy', version: termsVersion, given_at: now })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'kind']).doNothing())
    .execute();
  return {
    borrowerId: id,
    sessionId: await openSession(trx, { borrowerId: id, brand, deviceId, proof, now }),
  };
}
