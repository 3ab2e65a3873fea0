import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '@hiram/contract/context';
import { sql } from 'kysely';
import { actorIs } from '../database/actor.ts';
import { type Db, inTransaction } from '../database/connect.ts';
import { NotSignedIn } from '../errors/rejection.ts';
import { isShown, noProof, type Proof } from './proof.ts';

const dayMs = 86_400_000;
/** How long a session lives without being renewed by a new sign-in. */
const sessionDays = 30;
/** One that nobody has used for so long ends before that: between two repayments an app is opened now and then. */
const idleDays = 14;
/** Its last use is kept this finely, so that not every call writes. */
const noteMs = 60 * 60_000;
/** Live sessions of one borrower; the database ends the ones that were unused for longest (`session_limit`). */
export const maxSessions = 50;

export interface Borrower {
  readonly id: string;
  readonly brand: string;
  readonly phone: string;
}

/** A new opaque token of 256 bits; only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Opens a session. Without a device it is bound to the first one that uses it; without an end it lives as long as any after
 * a sign-in.
 */
export async function openSession(
  db: Db,
  session: {
    borrowerId: string;
    brand: string;
    deviceId: string | undefined;
    now: Date;
    expiresAt?: Date;
    /** Whose ticket was traded for it, by the session's id. */
    givenBy?: string;
    /** What its holder showed: it is bound to that at once. Without any, to the first that comes with it. */
    proof?: Proof;
  },
): Promise<string> {
  const token = newToken();
  const { app, page } = session.proof ?? noProof;
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('session')
      .values({
        token_hash: tokenHash(token),
        borrower_id: session.borrowerId,
        brand: session.brand,
        device_id: session.deviceId ?? null,
        created_at: session.now,
        used_at: session.now,
        expires_at: session.expiresAt ?? new Date(session.now.getTime() + sessionDays * dayMs),
        given_by: session.givenBy ?? null,
        app_proof: app ?? null,
        page_proof: page[0] ?? null,
      })
      .execute();
  });
  return token;
}

/**
 * The borrower behind a context. Throws NotSignedIn for no session, an unknown, expired, idle or revoked one, another device's,
 * or one that is bound to a proof that was not shown.
 */
export async function readSession(
  db: Db,
  { context, proof }: { readonly context: Context; readonly proof: Proof },
  brand: string,
  now: Date,
): Promise<Borrower> {
  if (!context.sessionId) throw new NotSignedIn('no session');
  const hash = tokenHash(context.sessionId);
  const found = await db
    .selectFrom('session')
    .innerJoin('borrower', 'borrower.id', 'session.borrower_id')
    .select([
      'borrower.id',
      'borrower.brand',
      'borrower.phone',
      'session.id as session_id',
      'session.device_id',
      'session.expires_at',
      'session.used_at',
      'session.revoked_at',
      'session.app_proof',
      'session.page_proof',
    ])
    .where('session.token_hash', '=', hash)
    .executeTakeFirst();
  if (!found || found.revoked_at || found.expires_at <= now)
    throw new NotSignedIn('unknown or expired session');
  if (found.used_at.getTime() + idleDays * dayMs <= now.getTime()) throw new NotSignedIn('an idle session');
  if (found.brand !== brand) throw new NotSignedIn('a session of another brand');
  actorIs(found.session_id);
  if (found.device_id !== null && found.device_id !== context.deviceId)
    throw new NotSignedIn('a session of another device');
  await checkProof(db, hash, found, proof);
  if (found.device_id === null) await bindDevice(db, hash, context.deviceId);
  if (found.used_at.getTime() + noteMs <= now.getTime()) await noteUse(db, hash, now);
  return { id: found.id, brand: found.brand, phone: found.phone };
}

/** Keeps when a session was last used, to the hour. */
export async function noteUse(db: Db, hash: Buffer, now: Date): Promise<void> {
  await inTransaction(db, (trx) =>
    trx
      .updateTable('session')
      .set({ used_at: now })
      .where('token_hash', '=', hash)
      .where('used_at', '<', now)
      .execute(),
  );
}

/** Lets whoever shows the session's proof pass, and binds one that is free to the first proof that comes. */
async function checkProof(
  db: Db,
  hash: Buffer,
  { app_proof, page_proof }: { readonly app_proof: Buffer | null; readonly page_proof: Buffer | null },
  shown: Proof,
): Promise<void> {
  if (app_proof !== null && isShown([shown.app], app_proof)) return;
  if (page_proof !== null) {
    if (isShown(shown.page, page_proof)) return;
    throw new NotSignedIn('a session that another page holds');
  }
  if (app_proof === null && shown.app !== undefined) return bindProof(db, hash, 'app_proof', shown.app);
  const [page] = shown.page;
  if (page !== undefined) return bindProof(db, hash, 'page_proof', page);
  if (app_proof !== null) throw new NotSignedIn('a session that an app holds');
}

/** Of proofs that come at once the first has it; the same one again changes nothing. An app's key never joins a page's. */
async function bindProof(
  db: Db,
  hash: Buffer,
  column: 'app_proof' | 'page_proof',
  proof: Buffer,
): Promise<void> {
  const bound = await inTransaction(db, (trx) => {
    const query = trx
      .updateTable('session')
      .set({ [column]: proof })
      .where('token_hash', '=', hash)
      .where((eb) => eb.or([eb(column, 'is', null), eb(column, '=', proof)]));
    return (column === 'app_proof' ? query.where('page_proof', 'is', null) : query).executeTakeFirstOrThrow();
  });
  if (bound.numUpdatedRows === 0n) throw new NotSignedIn('a session that somebody else holds');
}

async function bindDevice(db: Db, hash: Buffer, deviceId: string | undefined): Promise<void> {
  if (!deviceId) return;
  const bound = await inTransaction(db, (trx) =>
    trx
      .updateTable('session')
      .set({ device_id: deviceId })
      .where('token_hash', '=', hash)
      .where((eb) => eb.or([eb('device_id', 'is', null), eb('device_id', '=', deviceId)]))
      .executeTakeFirstOrThrow(),
  );
  if (bound.numUpdatedRows === 0n) throw new NotSignedIn('a session of another device');
}

/** Ends all of a borrower's sessions, but the one of the token `but`. */
export async function endSessions(trx: Db, borrowerId: string, now: Date, but?: string): Promise<void> {
  let query = trx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('borrower_id', '=', borrowerId)
    .where('revoked_at', 'is', null);
  if (but !== undefined) query = query.where('token_hash', '<>', tokenHash(but));
  await query.execute();
}

/** Ends a session, where it is that borrower's, and whatever was opened by tickets of it. */
export async function revokeSession(
  db: Db,
  session: { readonly token: string } | { readonly id: string },
  borrowerId: string,
  now: Date,
): Promise<void> {
  const isIt =
    'id' in session ? sql`id = ${session.id}::uuid` : sql`token_hash = ${tokenHash(session.token)}`;
  await inTransaction(db, (trx) =>
    sql`with recursive ending as (
        select id from session where borrower_id = ${borrowerId} and ${isIt}
        union
        select given.id from session given join ending on given.given_by = ending.id
          where given.borrower_id = ${borrowerId}
      )
      update session set revoked_at = ${now}
        where borrower_id = ${borrowerId} and revoked_at is null and id in (select id from ending)`.execute(
      trx,
    ),
  );
}
