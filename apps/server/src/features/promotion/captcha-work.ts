import { createHash, randomBytes } from 'node:crypto';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { tokenHash } from '../../platform/http/session.ts';
import { isUsageLeft, takeUsage, type Usage } from '../../platform/usage-limits.ts';

/**
 * A captcha's other way, for people who cannot see its picture: their device works out a sum. It asks nothing of eyes, ears
 * or memory, and it is no wall against robots, which count faster; what keeps them out is that few a day are taken, in all
 * and from one address.
 */
const bits = 16;
const lifeMs = 5 * 60_000;
export const challengeCaps = { address: 5, brand: 100 } as const;

/** What a finished sum counts for: each of them, also where one visitor finishes many. */
const usageOf = (brand: string, address: string, now: Date): Usage => ({
  brand,
  limits: [
    { kind: 'captcha work address', subject: address, max: challengeCaps.address },
    { kind: 'captcha work brand', subject: brand, max: challengeCaps.brand },
  ],
  now,
});

/** Sets a sum for the visitor. Undefined for an unknown sid, `tooMuchWork` where the day's number is used up. */
export async function createChallenge(
  db: Db,
  cipher: FieldCipher,
  visitor: { readonly brand: string; readonly sid: string; readonly address: string; readonly now: Date },
): Promise<{ challenge: string; bits: number } | 'tooMuchWork' | undefined> {
  const { brand, sid, address, now } = visitor;
  if (!(await isUsageLeft(db, cipher, usageOf(brand, address, now)))) return 'tooMuchWork';
  const challenge = randomBytes(16).toString('base64url');
  const set = await db
    .updateTable('visitor')
    .set({ work_challenge: challenge, work_expires_at: new Date(now.getTime() + lifeMs) })
    .where('sid_hash', '=', tokenHash(sid))
    .where('brand', '=', brand)
    .executeTakeFirst();
  return set.numUpdatedRows === 1n ? { challenge, bits } : undefined;
}

/** Takes a finished sum, once. True when it is right; the sum is used up either way. */
export async function consumeChallenge(
  db: Db,
  cipher: FieldCipher,
  work: {
    readonly brand: string;
    readonly sid: string;
    readonly nonce: string;
    readonly address: string;
    readonly now: Date;
  },
): Promise<'taken' | 'tooMuchWork' | 'wrongWork'> {
  const { brand, sid, nonce, address, now } = work;
  return inTransaction(db, async (trx) => {
    const kept = await trx
      .selectFrom('visitor')
      .select(['work_challenge', 'work_expires_at'])
      .where('sid_hash', '=', tokenHash(sid))
      .where('brand', '=', brand)
      .forUpdate()
      .executeTakeFirst();
    const right =
      kept?.work_challenge != null &&
      kept.work_expires_at != null &&
      kept.work_expires_at > now &&
      isSolved(kept.work_challenge, nonce);
    await trx
      .updateTable('visitor')
      .set({ work_challenge: null, work_expires_at: null, ...(right ? { worked_at: now, address } : {}) })
      .where('sid_hash', '=', tokenHash(sid))
      .where('brand', '=', brand)
      .execute();
    if (!right) return 'wrongWork';
    return (await takeUsage(trx, cipher, usageOf(brand, address, now))) ? 'taken' : 'tooMuchWork';
  });
}

/** Does the digest of both begin with so many zero bits? */
export function isSolved(challenge: string, nonce: string): boolean {
  const digest = createHash('sha256').update(challenge).update(nonce).digest();
  return digest.readUInt32BE(0) >>> (32 - bits) === 0;
}
