import type { PasskeyAssertion } from '@hiram/contract/console/passkey';
import type {
  addKey,
  addKeyOptions,
  changeKeysOptions,
  endMySession,
  endStaffSession,
  listSessions,
  myAccount,
  removeKey,
  renameKey,
} from '@hiram/contract/console/staff-account';
import type { StaffId, StaffSessionId } from '@hiram/contract/ids';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import {
  assertionOptions,
  registerPasskey,
  registrationOptions,
  verifyPasskey,
} from '../access/sign-in/passkeys.ts';
import { endStaffSessionsOf, liveSessionsOf, type StaffSession } from '../access/sign-in/sessions.ts';
import { lockStaff, passkeysOf } from '../access/sign-in/staff-store.ts';

/** The person's own passkeys, live sessions and authenticator app. */
export const showAccount: StaffHandler<typeof myAccount> = async (_input, { db, session, now }) => {
  const keys = await passkeysOf(db, session.staffId);
  const totp = await db
    .selectFrom('staff_totp')
    .select('set_up_at')
    .where('staff_id', '=', session.staffId)
    .executeTakeFirst();
  return {
    totpSetUpAt: totp?.set_up_at?.toISOString() ?? '',
    keys: keys.map((key) => ({
      keyId: key.id,
      name: key.name,
      isBackedUp: key.backed_up,
      createdAt: key.created_at.toISOString(),
      usedAt: key.used_at?.toISOString() ?? '',
    })),
    sessions: await liveSessionsOf(db, session.staffId, { now, current: session }),
  };
};

export const offerKeyChange: StaffHandler<typeof changeKeysOptions> = async (
  _input,
  { context, session },
) => ({
  publicKey: await assertionOptions(context, { purpose: 'changeKeys', staffId: session.staffId }),
});

/** The time after a sign-in by the directory in which a person without a passkey may register their first one. */
const firstKeyMs = 5 * 60_000;

async function mayAddFirst(db: Db, session: StaffSession, now: Date): Promise<boolean> {
  const { staffId, isByDirectory, createdAt } = session;
  if (!isByDirectory || createdAt.getTime() + firstKeyMs < now.getTime()) return false;
  const key = await db
    .selectFrom('staff_key')
    .select('id')
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return key === undefined;
}

/** Reports whether one of the person's passkeys signed. A sandbox's session that was opened by a click needs none. */
export async function isSignedByOwnKey(
  { context, session, now }: StaffRequest,
  db: Db,
  passkey: PasskeyAssertion | undefined,
): Promise<boolean> {
  if (passkey === undefined) {
    const isDemo = session.keyId === undefined && !session.isByDirectory;
    return (isDemo && context.appContext.config.sandbox) || (await mayAddFirst(db, session, now));
  }
  const assertion = await verifyPasskey(context, db, 'changeKeys', passkey);
  return assertion?.staffId === session.staffId;
}

/** Starts the registration of another passkey, after one of the person's own has signed. */
export const offerNewKey: StaffHandler<typeof addKeyOptions> = async ({ passkey }, staffRequest) => {
  const { context, db, session } = staffRequest;
  if (!(await isSignedByOwnKey(staffRequest, db, passkey))) return reject('passkeyRefused');
  return { publicKey: await registrationOptions(context, session) };
};

/** Its challenge was given to the person by `addKeyOptions` alone. */
export const registerNewKey: StaffHandler<typeof addKey> = async (
  { passkey, keyName },
  { context, db, session },
) => {
  const { staffId, token } = session;
  const keyId = await inTransaction(db, (trx) =>
    registerPasskey(context, trx, { staffId, keyName, by: 'session', token }, passkey),
  );
  return keyId === undefined ? reject('passkeyRefused') : {};
};

export const giveKeyName: StaffHandler<typeof renameKey> = async ({ keyId, keyName }, { db, session }) => {
  const { numUpdatedRows } = await inTransaction(db, (trx) =>
    trx
      .updateTable('staff_key')
      .set({ name: keyName })
      .where('id', '=', keyId)
      .where('staff_id', '=', session.staffId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  if (numUpdatedRows === 0n) throw new NotFound('no such passkey of the person');
  return {};
};

/** Removes a passkey, and not the last one: without any its person could not sign in again. */
export const removeOwnKey: StaffHandler<typeof removeKey> = async ({ keyId, passkey }, staffRequest) => {
  const { db, session, now } = staffRequest;
  const { staffId } = session;
  return inTransaction(db, async (trx) => {
    await lockStaff(trx, staffId);
    if (!(await isSignedByOwnKey(staffRequest, trx, passkey))) return reject('passkeyRefused');
    const keys = await passkeysOf(trx, staffId);
    if (!keys.some(({ id }) => id === keyId)) throw new NotFound('no such passkey of the person');
    if (keys.length === 1) return reject('lastPasskey');
    await trx.updateTable('staff_key').set({ revoked_at: now }).where('id', '=', keyId).execute();
    await trx
      .updateTable('staff_session')
      .set({ revoked_at: now })
      .where('key_id', '=', keyId)
      .where('revoked_at', 'is', null)
      .execute();
    return {};
  });
};

async function endOne(db: Db, staffId: StaffId, sessionId: StaffSessionId, now: Date): Promise<number> {
  const row = await db
    .selectFrom('staff_session')
    .select('token_hash')
    .where('id', '=', knownId(sessionId))
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  if (!row) throw new NotFound('no such session of the person');
  return endStaffSessionsOf(db, { tokenHash: row.token_hash }, now);
}

export const endOwnSession: StaffHandler<typeof endMySession> = async (input, { db, session, now }) => {
  await endOne(db, session.staffId, input.sessionId, now);
  return {};
};

export const showSessions: StaffHandler<typeof listSessions> = async ({ staffId }, { db, session, now }) => ({
  sessions: await liveSessionsOf(db, knownId(staffId), { now, current: session }),
});

export const endSessionOf: StaffHandler<typeof endStaffSession> = async (input, { db, now }) => ({
  ended: await endOne(db, knownId(input.staffId), input.sessionId, now),
});
