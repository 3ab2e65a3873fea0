import type { unlock, unlockOptions } from '@hiram/contract/console/session';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { assertionOptions, verifyPasskey } from '../access/sign-in/passkeys.ts';
import { unlockSession } from '../access/sign-in/sessions.ts';

export const offerUnlock: StaffHandler<typeof unlockOptions> = async (_input, { context, session }) => ({
  publicKey: await assertionOptions(context, { purpose: 'unlock', staffId: session.staffId }),
});

export const unlockByPasskey: StaffHandler<typeof unlock> = async ({ passkey }, request) => {
  const { context, db, session, now } = request;
  const isUnlocked = await inTransaction(db, async (trx) => {
    const assertion = await verifyPasskey(context, trx, 'unlock', passkey);
    if (assertion?.staffId !== session.staffId) return false;
    await unlockSession(trx, session, assertion.keyId, now);
    return true;
  });
  return isUnlocked ? {} : reject('passkeyRefused');
};
