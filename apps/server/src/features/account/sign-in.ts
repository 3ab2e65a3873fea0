import { isKnownHolder, proofOf } from '../../messaging/code-caps.ts';
import type { Db } from '../../platform/database/connect.ts';
import type { Proof } from '../../platform/http/proof.ts';
import { openSession, tokenHash } from '../../platform/http/session.ts';
import { newId } from '../../platform/ids.ts';

const windowMs = 15 * 60_000;
/** Tries with a password in that time: for one number, and from one address, behind which many people may be. */
const caps = { phone: 5, address: 60 } as const;

interface Attempt {
  readonly brand: string;
  readonly phone: string;
  readonly address: string;
  readonly proof: Proof;
  readonly now: Date;
}

/**
 * Counts a try with a password before it is checked. False where there were too many: of strangers for this number, or from
 * this address; of the number's owner on a device of theirs only that device's own. Counted in the database, so that every
 * server counts the same.
 */
export async function canTry(db: Db, attempt: Attempt): Promise<boolean> {
  const { brand, phone, address, now } = attempt;
  const known = await isKnownHolder(db, attempt);
  const proof = proofOf(attempt) ?? null;
  await db
    .insertInto('sign_in_try')
    .values({ id: newId(), brand, phone, address, proof, known, at: now })
    .execute();
  const since = new Date(now.getTime() - windowMs);
  const counted = () => db.selectFrom('sign_in_try').where('at', '>', since);
  const ofNumber = counted().where('brand', '=', brand).where('phone', '=', phone).where('known', '=', known);
  const { tries } = await (known ? ofNumber.where('proof', '=', proof) : ofNumber)
    .select((eb) => eb.fn.countAll<number>().as('tries'))
    .executeTakeFirstOrThrow();
  if (tries > caps.phone) return false;
  if (known) return true;
  const { here } = await counted()
    .where('address', '=', address)
    .where('known', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('here'))
    .executeTakeFirstOrThrow();
  return here <= caps.address;
}

/** After the right password the tries before it no longer count: those that were counted as this one was. */
export async function forgetTries(
  db: Db,
  attempt: Pick<Attempt, 'brand' | 'phone' | 'proof'>,
): Promise<void> {
  const { brand, phone } = attempt;
  const proof = proofOf(attempt) ?? null;
  await db
    .deleteFrom('sign_in_try')
    .where('brand', '=', brand)
    .where('phone', '=', phone)
    .where((eb) => eb.or([eb('known', '=', false), eb('proof', '=', proof)]))
    .execute();
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
    /** The version of the privacy policy that was agreed to; undefined where nobody asked. */
    agreedTo: string | undefined;
    now: Date;
  },
): Promise<{ borrowerId: string; sessionId: string }> {
  const { brand, phone, deviceId, proof, agreedTo, now } = who;
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
  if (agreedTo !== undefined)
    await trx
      .insertInto('consent')
      .values({ borrower_id: id, kind: 'privacy', version: agreedTo, given_at: now })
      .onConflict((conflict) => conflict.columns(['borrower_id', 'kind']).doNothing())
      .execute();
  return {
    borrowerId: id,
    sessionId: await openSession(trx, { borrowerId: id, brand, deviceId, proof, now }),
  };
}
