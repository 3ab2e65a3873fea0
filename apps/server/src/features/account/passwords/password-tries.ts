import type { SelectQueryBuilder } from 'kysely';
import { isKnownHolder, proofOf } from '../../../messaging/code-caps.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import type { Database } from '../../../platform/database/schema/schema.ts';
import type { Proof } from '../../../platform/http/sessions/proof.ts';
import { newId } from '../../../platform/ids.ts';

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
  const recentTries = () => db.selectFrom('sign_in_try').select('id').where('at', '>', since);
  const ofNumber = recentTries()
    .where('brand', '=', brand)
    .where('phone', '=', phone)
    .where('known', '=', isKnown);
  if (await areMore(isKnown ? ofNumber.where('proof', '=', proof) : ofNumber, maxTries.phone)) return false;
  if (isKnown) return true;
  const fromAddress = recentTries().where('address', '=', address).where('known', '=', false);
  return !(await areMore(fromAddress, maxTries.address));
}

/**
 * Reports whether there are more than `max` tries. Reads no further, so that a flood of tries does not make
 * each of them slower.
 */
async function areMore(tries: SelectQueryBuilder<Database, 'sign_in_try', { id: string }>, max: number) {
  const found = await tries.offset(max).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Deletes the tries that the right password clears: those of strangers, and those of this device. */
export async function deleteTries(
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
