import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '@hiram/contract/context';
import type { BorrowerId, SessionId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { markToken } from '../../cells/marks.ts';
import { actorIs } from '../../database/actor.ts';
import { type Db, inTransaction } from '../../database/connection/connect.ts';
import { readPlanned } from '../../database/statements/statements.ts';
import { NotSignedIn } from '../../errors/rejection.ts';
import { includesProof, noProof, type Proof } from './proof.ts';
import { type SessionRow, sessionOnly, statementWithSession, type WithSession } from './session-statement.ts';

const dayMs = 86_400_000;
/** A session's lifetime without a new sign-in. */
const sessionDays = 30;
/** An unused session ends after this time. An app is rarely opened between two repayments. */
const idleDays = 14;
/** Resolution of a session's last use, so that not every call writes. */
const useResolutionMs = 60 * 60_000;
/** Live sessions of one borrower. The database ends the longest unused ones beyond it (`session_limit`). */
export const maxSessions = 50;

export interface Borrower {
  readonly id: BorrowerId;
  readonly brand: string;
  readonly phone: string;
}

/** A new opaque token of 256 bits, with the cell's mark before them. Only its hash is stored. */
export function newToken(): string {
  return markToken(randomBytes(32).toString('base64url'));
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Opens a session and returns its token. Without a device the session is bound to the first device that uses it. Without
 * `expiresAt` it has the lifetime of a sign-in.
 */
export async function openSession(
  db: Db,
  session: {
    borrowerId: BorrowerId;
    brand: string;
    deviceId: string | undefined;
    now: Date;
    expiresAt?: Date;
    /** When the holder proved the number by a one-time code. */
    codeAt?: Date | undefined;
    /** The id of the session whose ticket was redeemed for this one. */
    ticketSessionId?: string;
    /**
     * The holder's proof, to which the session is bound at once. Without one it is bound to the first page that is sent
     * with it.
     */
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
        given_by: session.ticketSessionId ?? null,
        code_at: session.codeAt ?? null,
        app_proof: app ?? null,
        page_proof: page[0] ?? null,
      })
      .execute();
  });
  return token;
}

/** The borrower of a session, what was read with it, and the sandbox's offset of the business day. */
interface ReadSession<Row> {
  readonly borrower: Borrower;
  readonly row: Row;
  readonly offsetDays: number;
}

/**
 * The borrower of a request's session. Throws NotSignedIn if the session is missing, unknown, expired, idle, revoked,
 * another device's, or bound to a proof that the request does not contain.
 */
export async function readSession<Row = unknown>(
  db: Db,
  { context, proof }: { readonly context: Context; readonly proof: Proof },
  { brand, now }: { readonly brand: string; readonly now: Date },
  {
    read = sessionOnly,
    values = [],
  }: { readonly read?: WithSession; readonly values?: readonly unknown[] } = {},
): Promise<ReadSession<Row>> {
  if (!context.sessionId) throw new NotSignedIn('no session');
  const hash = tokenHash(context.sessionId);
  const [found] = await readPlanned<SessionRow>(db, statementWithSession(read), [hash, ...values]);
  if (!found) throw new NotSignedIn('unknown or expired session');
  // The call gets its own columns, and none of the session.
  const {
    session_id,
    session_borrower,
    session_brand,
    session_phone,
    session_device,
    session_expires_at,
    session_used_at,
    session_revoked_at,
    session_app_proof: app_proof,
    session_page_proof: page_proof,
    session_offset_days,
    ...row
  } = found;
  if (session_revoked_at || session_expires_at <= now) throw new NotSignedIn('unknown or expired session');
  if (session_used_at.getTime() + idleDays * dayMs <= now.getTime()) throw new NotSignedIn('an idle session');
  if (session_brand !== brand) throw new NotSignedIn('a session of another brand');
  actorIs(session_id);
  if (session_device !== null && session_device !== context.deviceId)
    throw new NotSignedIn('a session of another device');
  await checkProof(db, hash, { app_proof, page_proof }, proof);
  if (session_device === null) await bindDevice(db, hash, context.deviceId);
  if (session_used_at.getTime() + useResolutionMs <= now.getTime()) await markSessionUsed(db, hash, now);
  const borrower = { id: session_borrower, brand: session_brand, phone: session_phone };
  return { borrower, row: row as Row, offsetDays: session_offset_days };
}

/** Stores when a session was last used, to the hour. */
export async function markSessionUsed(db: Db, hash: Buffer, now: Date): Promise<void> {
  await inTransaction(db, (trx) =>
    trx
      .updateTable('session')
      .set({ used_at: now })
      .where('token_hash', '=', hash)
      .where('used_at', '<', now)
      .execute(),
  );
}

/**
 * Accepts a request that contains the session's proof, and binds a session without a page to the request's page. An app's key
 * counts only if the sign-in brought it: somebody with the address alone could bring one later. Throws NotSignedIn for another
 * proof.
 */
async function checkProof(
  db: Db,
  hash: Buffer,
  { app_proof, page_proof }: { readonly app_proof: Buffer | null; readonly page_proof: Buffer | null },
  proof: Proof,
): Promise<void> {
  if (app_proof !== null && includesProof([proof.app], app_proof)) return;
  if (page_proof !== null) {
    if (includesProof(proof.page, page_proof)) return;
    throw new NotSignedIn('a session bound to another page');
  }
  const [page] = proof.page;
  if (page !== undefined) return bindPage(db, hash, page);
  if (app_proof !== null) throw new NotSignedIn('a session bound to an app');
}

/** The first of several parallel pages wins; binding the same page again changes nothing. */
async function bindPage(db: Db, hash: Buffer, proof: Buffer): Promise<void> {
  const bound = await inTransaction(db, (trx) =>
    trx
      .updateTable('session')
      .set({ page_proof: proof })
      .where('token_hash', '=', hash)
      .where((eb) => eb.or([eb('page_proof', 'is', null), eb('page_proof', '=', proof)]))
      .executeTakeFirstOrThrow(),
  );
  if (bound.numUpdatedRows === 0n) throw new NotSignedIn('a session bound to another holder');
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

/** Ends all of a borrower's sessions, except the one of the token `exceptToken`. */
export async function endSessions(
  trx: Db,
  borrowerId: BorrowerId,
  now: Date,
  exceptToken?: string,
): Promise<void> {
  let query = trx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('borrower_id', '=', borrowerId)
    .where('revoked_at', 'is', null);
  if (exceptToken !== undefined) query = query.where('token_hash', '<>', tokenHash(exceptToken));
  await query.execute();
}

/** Ends a session if it belongs to the borrower, and all sessions that were opened by its tickets. */
export async function revokeSession(
  db: Db,
  session: { readonly token: string } | { readonly id: SessionId },
  borrowerId: BorrowerId,
  now: Date,
): Promise<void> {
  const isSession =
    'id' in session ? sql`id = ${session.id}::uuid` : sql`token_hash = ${tokenHash(session.token)}`;
  await inTransaction(db, (trx) =>
    sql`with recursive ending as (
        select id from session where borrower_id = ${borrowerId} and ${isSession}
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
