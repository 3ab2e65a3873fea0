import type { StaffId, StaffSessionId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { staffIs } from '../../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/connection/connect.ts';
import { NotSignedIn } from '../../../platform/errors/rejection.ts';
import { newToken, tokenHash } from '../../../platform/http/sessions/session.ts';
import { newId } from '../../../platform/ids.ts';

/** A session's lifetime, whatever its person does. */
const sessionMs = 8 * 3_600_000;
/** A session locks after this time in which its person did nothing. */
const idleLockMs = 15 * 60_000;
/** Resolution of a session's last use, so that not every call writes. A session locks earlier by at most this time. */
const useResolutionMs = 10_000;

/** The session of a signed-in member of staff. */
export interface StaffSession {
  readonly id: StaffSessionId;
  readonly token: string;
  readonly tokenHash: Buffer;
  readonly staffId: StaffId;
  readonly name: string;
  readonly email: string;
  readonly isLocked: boolean;
  /** The passkey that opened it; undefined: the lender's directory or a click in a sandbox. */
  readonly keyId: string | undefined;
  /** True if the lender's directory opened it. Such a session moves no money. */
  readonly isByDirectory: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly locksAt: Date;
}

interface NewSession {
  readonly staffId: StaffId;
  readonly keyId: string | undefined;
  readonly isByDirectory?: boolean;
  readonly now: Date;
}

/** Opens a session and returns its token of 256 random bits. The database stores the token's digest. */
export async function openStaffSession(
  db: Db,
  { staffId, keyId, isByDirectory = false, now }: NewSession,
): Promise<string> {
  const token = newToken();
  const until = new Date(now.getTime() + sessionMs);
  await inTransaction(db, (trx) =>
    sql`select open_staff_session(${tokenHash(token)}, ${newId()}, ${staffId}, ${keyId ?? null}, ${isByDirectory},
      ${now}, ${until}) from installation`.execute(trx),
  );
  return token;
}

/**
 * The session of a token, also a locked one. Throws NotSignedIn if it is unknown, expired or revoked, if its passkey was
 * removed or if its person's employment has ended.
 */
export async function readStaffSession(db: Db, token: string | undefined, now: Date): Promise<StaffSession> {
  if (token === undefined) throw new NotSignedIn('no session');
  const hash = tokenHash(token);
  const row = await db
    .selectFrom('staff_session as own')
    .innerJoin('staff', 'staff.id', 'own.staff_id')
    .leftJoin('staff_key as key', 'key.id', 'own.key_id')
    .select(['own.id', 'own.staff_id', 'own.key_id', 'own.expires_at', 'own.used_at'])
    .select(['own.by_directory', 'own.created_at'])
    .select(['own.locked_at', 'own.revoked_at', 'staff.name', 'staff.email', 'staff.ended_at'])
    .select('key.revoked_at as key_revoked_at')
    .where('own.token_hash', '=', hash)
    .executeTakeFirst();
  if (!row || row.revoked_at || row.expires_at <= now) throw new NotSignedIn('unknown or expired session');
  if (row.ended_at || row.key_revoked_at) throw new NotSignedIn('a session of somebody who may not sign in');
  staffIs(row.staff_id);
  const locksAt = new Date(Math.min(row.used_at.getTime() + idleLockMs, row.expires_at.getTime()));
  return {
    id: row.id,
    token,
    tokenHash: hash,
    staffId: row.staff_id,
    name: row.name,
    email: row.email,
    isLocked: row.locked_at !== null || locksAt <= now,
    keyId: row.key_id ?? undefined,
    isByDirectory: row.by_directory,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    locksAt,
  };
}

/** The people with a session that is open and not locked. */
export async function signedInStaff(db: Db, now: Date): Promise<ReadonlySet<StaffId>> {
  const rows = await db
    .selectFrom('staff_session')
    .select('staff_id')
    .distinct()
    .where('expires_at', '>', now)
    .where('used_at', '>', new Date(now.getTime() - idleLockMs))
    .where('locked_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.staff_id));
}

/** Stores when the person of an unlocked session last used a page of it. */
export async function markUsed(db: Db, session: StaffSession, usedAt: Date): Promise<void> {
  if (session.locksAt.getTime() - idleLockMs + useResolutionMs > usedAt.getTime()) return;
  await inTransaction(db, (trx) =>
    trx
      .updateTable('staff_session')
      .set({ used_at: usedAt })
      .where('token_hash', '=', session.tokenHash)
      .where('used_at', '<', usedAt)
      .where('locked_at', 'is', null)
      .execute(),
  );
}

export async function lockSession(db: Db, session: StaffSession, now: Date): Promise<void> {
  await inTransaction(db, (trx) =>
    trx
      .updateTable('staff_session')
      .set({ locked_at: now })
      .where('token_hash', '=', session.tokenHash)
      .where('locked_at', 'is', null)
      .execute(),
  );
}

/** Unlocks a session by the passkey of its person that has just signed. */
export async function unlockSession(db: Db, session: StaffSession, keyId: string, now: Date): Promise<void> {
  await inTransaction(db, (trx) =>
    sql`select unlock_staff_session(${session.tokenHash}, ${keyId}, ${now}) from installation`.execute(trx),
  );
}

/** Ends live sessions: one, or all of a person. Returns their number. */
export async function endStaffSessionsOf(
  db: Db,
  whose: { readonly staffId: StaffId } | { readonly tokenHash: Buffer },
  now: Date,
): Promise<number> {
  const result = await inTransaction(db, (trx) => {
    const query = trx.updateTable('staff_session').set({ revoked_at: now }).where('revoked_at', 'is', null);
    const ofOne =
      'staffId' in whose
        ? query.where('staff_id', '=', whose.staffId)
        : query.where('token_hash', '=', whose.tokenHash);
    return ofOne.where('expires_at', '>', now).executeTakeFirstOrThrow();
  });
  return Number(result.numUpdatedRows);
}

/** The live sessions of a person, the last used first. `current`: the session of the caller. */
export async function liveSessionsOf(
  db: Db,
  staffId: StaffId,
  { now, current }: { readonly now: Date; readonly current: StaffSession },
) {
  const rows = await db
    .selectFrom('staff_session as own')
    .leftJoin('staff_key as key', 'key.id', 'own.key_id')
    .select(['own.id', 'own.created_at', 'own.used_at', 'own.locked_at', 'key.name'])
    .where('own.staff_id', '=', staffId)
    .where('own.revoked_at', 'is', null)
    .where('own.expires_at', '>', now)
    .orderBy('own.used_at', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    sessionId: row.id,
    openedBy: row.name ?? '',
    createdAt: row.created_at.toISOString(),
    usedAt: row.used_at.toISOString(),
    isLocked: row.locked_at !== null || row.used_at.getTime() + idleLockMs <= now.getTime(),
    isCurrent: row.id === current.id,
  }));
}
