import type { ApprovalId, StaffId } from '@hiram/contract/ids';
import { type Db, inTransaction } from '../../../platform/database/connection/connect.ts';
import type { ConsoleContext } from '../console-context.ts';

/** The validity of a challenge: long enough to find a security key, too short to be collected. */
export const challengeMs = 5 * 60_000;

export type ChallengePurpose = 'signIn' | 'unlock' | 'register' | 'approve' | 'changeKeys' | 'file' | 'post';

export interface Challenge {
  readonly purpose: ChallengePurpose;
  readonly staffId?: StaffId;
  readonly approvalId?: ApprovalId;
  readonly nonce?: Buffer;
}

/** Stores a challenge, so that it is used once. `bytes`: of 32 random bytes unless the challenge commits to something. */
export async function storeChallenge(
  { appContext }: ConsoleContext,
  { purpose, staffId, approvalId, nonce }: Challenge,
  bytes: Buffer,
): Promise<void> {
  const now = appContext.clock.now();
  await inTransaction(appContext.db, (trx) =>
    trx
      .insertInto('staff_challenge')
      .values({
        challenge: bytes,
        purpose,
        staff_id: staffId ?? null,
        approval_id: approvalId ?? null,
        nonce: nonce ?? null,
        expires_at: new Date(now.getTime() + challengeMs),
      })
      .execute(),
  );
}

/** Removes a challenge and returns it, or undefined if it is unknown, used, expired or for another purpose. */
export async function consumeChallenge(
  db: Db,
  challenge: string,
  purpose: ChallengePurpose,
  now: Date,
): Promise<Challenge | undefined> {
  const row = await inTransaction(db, (trx) =>
    trx
      .deleteFrom('staff_challenge')
      .where('challenge', '=', Buffer.from(challenge, 'base64url'))
      .where('purpose', '=', purpose)
      .returningAll()
      .executeTakeFirst(),
  );
  if (!row || row.expires_at <= now) return undefined;
  return {
    purpose,
    ...(row.staff_id === null ? {} : { staffId: row.staff_id }),
    ...(row.approval_id === null ? {} : { approvalId: row.approval_id }),
    ...(row.nonce === null ? {} : { nonce: row.nonce }),
  };
}
