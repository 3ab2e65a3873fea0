import { createHash, randomBytes } from 'node:crypto';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { tokenHash } from '../../platform/http/sessions/session.ts';
import { countUsage, isUsageLeft, type Usage } from '../../platform/usage-limits.ts';

/**
 * Proof of work as an alternative to the captcha's picture, for people who cannot see it: the device solves a challenge. It
 * requires no eyes, ears or memory. It does not stop robots, which compute faster; the daily limits per address and in all do.
 */
const bits = 16;
const lifeMs = 5 * 60_000;
export const challengeCaps = { address: 5, brand: 100 } as const;

/** The usage of a solved challenge. Each one counts, also of one visitor. */
const usageOf = (brand: string, address: string, now: Date): Usage => ({
  brand,
  limits: [
    { kind: 'captcha work address', subject: address, max: challengeCaps.address },
    { kind: 'captcha work brand', subject: brand, max: challengeCaps.brand },
  ],
  now,
});

/** Creates a challenge for the visitor. Undefined for an unknown visitorId, `tooMuchWork` above the daily limit. */
export async function createChallenge(
  db: Db,
  cipher: FieldCipher,
  visitor: {
    readonly brand: string;
    readonly visitorId: string;
    readonly address: string;
    readonly now: Date;
  },
): Promise<{ challenge: string; bits: number } | 'tooMuchWork' | undefined> {
  const { brand, visitorId, address, now } = visitor;
  if (!(await isUsageLeft(db, cipher, usageOf(brand, address, now)))) return 'tooMuchWork';
  const challenge = randomBytes(16).toString('base64url');
  const updated = await db
    .updateTable('visitor')
    .set({ work_challenge: challenge, work_expires_at: new Date(now.getTime() + lifeMs) })
    .where('sid_hash', '=', tokenHash(visitorId))
    .where('brand', '=', brand)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n ? { challenge, bits } : undefined;
}

/** Checks a solved challenge, once: it is used up even if the solution is wrong. */
export async function consumeChallenge(
  db: Db,
  cipher: FieldCipher,
  work: {
    readonly brand: string;
    readonly visitorId: string;
    readonly nonce: string;
    readonly address: string;
    readonly now: Date;
  },
): Promise<'accepted' | 'tooMuchWork' | 'wrongWork'> {
  const { brand, visitorId, nonce, address, now } = work;
  return inTransaction(db, async (trx) => {
    const visitor = await trx
      .selectFrom('visitor')
      .select(['work_challenge', 'work_expires_at'])
      .where('sid_hash', '=', tokenHash(visitorId))
      .where('brand', '=', brand)
      .forUpdate()
      .executeTakeFirst();
    const isRight =
      visitor?.work_challenge != null &&
      visitor.work_expires_at != null &&
      visitor.work_expires_at > now &&
      isSolved(visitor.work_challenge, nonce);
    await trx
      .updateTable('visitor')
      .set({ work_challenge: null, work_expires_at: null, ...(isRight ? { worked_at: now, address } : {}) })
      .where('sid_hash', '=', tokenHash(visitorId))
      .where('brand', '=', brand)
      .execute();
    if (!isRight) return 'wrongWork';
    return (await countUsage(trx, cipher, usageOf(brand, address, now))) ? 'accepted' : 'tooMuchWork';
  });
}

/** Reports whether the SHA-256 of challenge and nonce starts with the required number of zero bits. */
export function isSolved(challenge: string, nonce: string): boolean {
  const digest = createHash('sha256').update(challenge).update(nonce).digest();
  return digest.readUInt32BE(0) >>> (32 - bits) === 0;
}
