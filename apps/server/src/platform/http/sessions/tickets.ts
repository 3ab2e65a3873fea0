import type { BorrowerId } from '@hiram/contract/ids';
import type { Db } from '../../database/connection/connect.ts';
import type { Proof } from './proof.ts';
import { markSessionUsed, newToken, openSession, tokenHash } from './session.ts';

const ticketSeconds = 60;

/** Issues a ticket for a live session. It can be redeemed once, within 60 s. */
export async function issueTicket(
  db: Db,
  token: string,
  now: Date,
): Promise<{ ticket: string; seconds: number }> {
  const ticket = newToken();
  await db
    .insertInto('ticket')
    .values({
      token_hash: tokenHash(ticket),
      session_hash: tokenHash(token),
      expires_at: new Date(now.getTime() + ticketSeconds * 1000),
    })
    .execute();
  // An app that opens pages by tickets uses its session, although it makes no call.
  await markSessionUsed(db, tokenHash(token), now);
  return { ticket, seconds: ticketSeconds };
}

/** Redeems a ticket for a session of the redeeming device; undefined if the ticket is unknown, used or expired. */
export async function redeem(
  db: Db,
  {
    ticket,
    brand,
    holder,
  }: {
    readonly ticket: string;
    readonly brand: string;
    readonly holder: { readonly deviceId: string | undefined; readonly proof: Proof };
  },
  now: Date,
): Promise<{ sessionId: string; borrowerId: BorrowerId } | undefined> {
  const used = await db
    .updateTable('ticket')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash(ticket))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('session_hash')
    .executeTakeFirst();
  if (!used) return undefined;
  const session = await db
    .selectFrom('session')
    .select(['id', 'borrower_id', 'expires_at', 'code_at'])
    .where('token_hash', '=', used.session_hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('brand', '=', brand)
    .executeTakeFirst();
  if (!session) return undefined;
  const { id: ticketSessionId, borrower_id: borrowerId, expires_at: expiresAt, code_at: codeAt } = session;
  // A ticket does not extend the session: otherwise a holder could renew a session for ever.
  const sessionId = await openSession(db, {
    borrowerId,
    brand,
    ...holder,
    now,
    expiresAt,
    codeAt: codeAt ?? undefined,
    ticketSessionId,
  });
  return { borrowerId, sessionId };
}
