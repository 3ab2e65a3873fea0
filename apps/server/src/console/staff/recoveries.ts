import type {
  listRecoveries,
  recoveryLink,
  recoveryOptions,
  registerRecovered,
} from '@hiram/contract/console/staff-recovery';
import { staffIs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { newToken, tokenHash } from '../../platform/http/sessions/session.ts';
import { parseId } from '../../platform/ids.ts';
import type { OpenStaffHandler, StaffHandler } from '../access/serve-staff.ts';
import { challengeMs } from '../access/sign-in/challenges.ts';
import { registerPasskey, registrationOptions } from '../access/sign-in/passkeys.ts';
import { endStaffSessionsOf } from '../access/sign-in/sessions.ts';
import { useTotpCode } from './totp-codes.ts';

/** Wrong codes that end a recovery. */
const maxTries = 5;
const shownMs = 30 * 86_400_000;
const maxShown = 100;

/** The history of recoveries, for everybody who sees the staff. */
export const showRecoveries: StaffHandler<typeof listRecoveries> = async (_input, { db, session, now }) => {
  const rows = await db
    .selectFrom('staff_recovery')
    .innerJoin('staff', 'staff.id', 'staff_recovery.staff_id')
    .innerJoin('approval', 'approval.id', 'staff_recovery.approval_id')
    .innerJoin('staff as requester', 'requester.id', 'approval.requested_by')
    .innerJoin('staff as approver', 'approver.id', 'approval.approved_by')
    .selectAll('staff_recovery')
    .select([
      'staff.name',
      'approval.requested_by',
      'requester.name as requestedBy',
      'approver.name as approvedBy',
    ])
    .where('staff_recovery.created_at', '>', new Date(now.getTime() - shownMs))
    .orderBy('staff_recovery.created_at', 'desc')
    .limit(maxShown)
    .execute();
  return {
    recoveries: rows.map((row) => ({
      approvalId: row.approval_id,
      staffId: row.staff_id,
      name: row.name,
      requestedBy: row.requestedBy,
      approvedBy: row.approvedBy,
      isMine: row.requested_by === session.staffId,
      state: row.used_at
        ? ('used' as const)
        : row.revoked_at || row.expires_at <= now
          ? ('ended' as const)
          : row.handed_over_at
            ? ('handedOver' as const)
            : ('approved' as const),
      at: (row.used_at ?? row.created_at).toISOString(),
    })),
  };
};

/** The link of an approved recovery, for its requester alone. The database keeps its digest, so it is shown once. */
export const takeRecoveryLink: StaffHandler<typeof recoveryLink> = async ({ approvalId }, staffRequest) => {
  const { context, db, session, now } = staffRequest;
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('staff_recovery')
      .innerJoin('approval', 'approval.id', 'staff_recovery.approval_id')
      .select(['token_hash', 'staff_recovery.expires_at'])
      .where('approval_id', '=', parseId(approvalId))
      .where('approval.requested_by', '=', session.staffId)
      .where('revoked_at', 'is', null)
      .forUpdate('staff_recovery')
      .executeTakeFirst();
    if (!row || row.expires_at <= now) throw new NotFound('no recovery of the person');
    if (row.token_hash) return reject('linkTaken');
    const token = newToken();
    await trx
      .updateTable('staff_recovery')
      .set({ token_hash: tokenHash(token), handed_over_at: now })
      .where('approval_id', '=', approvalId)
      .execute();
    // The token is in the fragment, which no server and no log sees.
    return { url: `${context.origin()}/recovery#${token}`, expiresAt: row.expires_at.toISOString() };
  });
};

/** The recovery of a usable link, locked, with its person. */
function usableRecovery(trx: Db, token: string, now: Date) {
  return trx
    .selectFrom('staff_recovery')
    .innerJoin('staff', 'staff.id', 'staff_recovery.staff_id')
    .select(['approval_id', 'staff.id as staffId', 'staff.name', 'staff.email', 'tries', 'code_at'])
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('staff_recovery.expires_at', '>', now)
    .where('staff.ended_at', 'is', null)
    .forUpdate('staff_recovery')
    .executeTakeFirst();
}

/** Checks a code. A wrong one counts, also when it comes with others at once, and the last ends the recovery. */
export const offerRecovery: OpenStaffHandler<typeof recoveryOptions> = async (
  { token, code },
  { context, db, now },
) => {
  const checked = await inTransaction(db, async (trx) => {
    const recovery = await usableRecovery(trx, token, now);
    if (!recovery) return reject('recoveryUnusable');
    staffIs(recovery.staffId);
    const isAccepted = await useTotpCode(context, trx, { staffId: recovery.staffId, isPending: false }, code);
    const tries = recovery.tries + 1;
    await trx
      .updateTable('staff_recovery')
      .set(isAccepted ? { code_at: now } : { tries, ...(tries >= maxTries ? { revoked_at: now } : {}) })
      .where('approval_id', '=', recovery.approval_id)
      .execute();
    return isAccepted ? { recovery } : reject('codeRefused', { field: 'code' });
  });
  if (!('recovery' in checked)) return checked;
  return { publicKey: await registrationOptions(context, checked.recovery) };
};

/** Registers the passkey in the place of the lost ones, and ends every session of the person. */
export const registerByRecovery: OpenStaffHandler<typeof registerRecovered> = async (
  { token, passkey },
  { context, db, now },
) =>
  inTransaction(db, async (trx) => {
    const recovery = await usableRecovery(trx, token, now);
    if (!recovery?.code_at || recovery.code_at.getTime() + challengeMs < now.getTime())
      return reject('recoveryUnusable');
    const { staffId } = recovery;
    staffIs(staffId);
    const keyId = await registerPasskey(context, trx, { staffId, by: 'recovery', token }, passkey);
    if (keyId === undefined) return reject('passkeyRefused');
    await trx
      .updateTable('staff_key')
      .set({ revoked_at: now })
      .where('staff_id', '=', staffId)
      .where('id', '<>', keyId)
      .where('revoked_at', 'is', null)
      .execute();
    await endStaffSessionsOf(trx, { staffId }, now);
    await trx
      .updateTable('staff_recovery')
      .set({ used_at: now })
      .where('approval_id', '=', recovery.approval_id)
      .execute();
    return {};
  });
