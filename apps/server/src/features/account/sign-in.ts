import { isKnownHolder, proofOf } from '../../messaging/code-caps.ts';
import type { Db } from '../../platform/database/connect.ts';
import type { Proof } from '../../platform/http/proof.ts';
import { openSession, tokenHash } from '../../platform/http/session.ts';
import { newId } from '../../platform/ids.ts';

const windowMs = 15 * 60_000;
/** Maximum number of password tries in the window: for one phone number, and from one address, which many people may share. */
const maxTries = { phone: 5, address: 60 } as const;

interface Attempt {
  readonly brand: string;
  readonly phone: string;
  readonly address: string;
  readonly proof: Proof;
  readonly now: Date;
}

/**
 * Counts a password try before the password is checked, in the database, so that all servers share the counts. Returns false if
 * there were too many: by strangers for this number, or from this address. The number's owner on a known device has a separate
 * count for that device.
 */
export async function canTry(db: Db, attempt: Attempt): Promise<boolean> {
  const { brand, phone, address, now } = attempt;
  const isKnown = await isKnownHolder(db, attempt);
  const proof = proofOf(attempt) ?? null;
  await db
    .insertInto('sign_in_try')
    .values({ id: newId(), brand, phone, address, proof, known: isKnown, at: now })
    .execute();
  const since = new Date(now.getTime() - windowMs);
  const recentTries = () => db.selectFrom('sign_in_try').where('at', '>', since);
  const ofNumber = recentTries()
    .where('brand', '=', brand)
    .where('phone', '=', phone)
    .where('known', '=', isKnown);
  const { tries } = await (isKnown ? ofNumber.where('proof', '=', proof) : ofNumber)
    .select((eb) => eb.fn.countAll<number>().as('tries'))
    .executeTakeFirstOrThrow();
  if (tries > maxTries.phone) return false;
  if (isKnown) return true;
  const { triesFromAddress } = await recentTries()
    .where('address', '=', address)
    .where('known', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('triesFromAddress'))
    .executeTakeFirstOrThrow();
  return triesFromAddress <= maxTries.address;
}

/** Deletes the tries that the right password clears: those of strangers, and those of this device. */
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

/** Whether the borrower has never signed in on this device, apart from the session that was just opened. */
export async function isNewDevice(
  db: Db,
  borrowerId: string,
  deviceId: string | undefined,
  sessionId: string,
): Promise<boolean> {
  if (deviceId === undefined) return true;
  const earlierSession = await db
    .selectFrom('session')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('device_id', '=', deviceId)
    .where('token_hash', '<>', tokenHash(sessionId))
    .limit(1)
    .executeTakeFirst();
  return earlierSession === undefined;
}

/** Opens a session for a verified number, and creates the account if there is none. */
export async function signIn(
  trx: Db,
  request: {
    brand: string;
    phone: string;
    deviceId: string | undefined;
    proof: Proof;
    /** The agreed version of the privacy policy; undefined if the form did not ask. */
    agreedTo: string | undefined;
    now: Date;
  },
): Promise<{ borrowerId: string; sessionId: string }> {
  const { brand, phone, deviceId, proof, agreedTo, now } = request;
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
