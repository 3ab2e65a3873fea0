import type * as calls from '@hiram/contract/account';
import { validate } from 'uuid';
import type { Handler } from '../../api/serve.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { endSessions, maxSessions, revokeSession, tokenHash } from '../../platform/http/sessions/session.ts';

/** Ends the caller's session. */
export const logOut: Handler<typeof calls.logout> = async (_input, { db, borrower, context, now }) => {
  await revokeSession(db, { token: context.sessionId ?? '' }, borrower.id, now);
  return {};
};

/** The devices on which the borrower is signed in. */
export const listDevices: Handler<typeof calls.devices> = async (
  _input,
  { db, brand, borrower, context, now },
) => {
  const ownHash = tokenHash(context.sessionId ?? '');
  const rows = await db
    .selectFrom('session')
    .leftJoin('device', (join) =>
      join
        .onRef('device.borrower_id', '=', 'session.borrower_id')
        .onRef('device.device_id', '=', 'session.device_id'),
    )
    .select(['session.id', 'session.token_hash', 'session.created_at', 'device.name', 'device.os_version'])
    .where('session.borrower_id', '=', borrower.id)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .orderBy('session.created_at', 'desc')
    .limit(maxSessions)
    .execute();
  return {
    list: rows.map((row) => ({
      id: row.id,
      name: [row.name, row.os_version].filter(Boolean).join(', '),
      current: row.token_hash.equals(ownHash),
      signedInAt: dayIn(brand.timeZone, row.created_at),
    })),
  };
};

/** Ends the session of one device, or of all others. */
export const signOutDevices: Handler<typeof calls.signOut> = async (
  { id, others },
  { db, borrower, context, now },
) => {
  if (others) await inTransaction(db, (trx) => endSessions(trx, borrower.id, now, context.sessionId ?? ''));
  // A malformed id gets the same answer as an unknown one.
  else if (id !== undefined && validate(id)) await revokeSession(db, { id }, borrower.id, now);
  return {};
};
