import type { signIn, signInOptions } from '@hiram/contract/console/session';
import { staffIs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { OpenStaffHandler } from '../access/serve-staff.ts';
import { assertionOptions, verifyPasskey } from '../access/sign-in/passkeys.ts';
import { openStaffSession } from '../access/sign-in/sessions.ts';

export const offerSignIn: OpenStaffHandler<typeof signInOptions> = async (_input, { context }) => ({
  publicKey: await assertionOptions(context, { purpose: 'signIn' }),
});

export const openSessionByPasskey: OpenStaffHandler<typeof signIn> = async ({ passkey }, request) => {
  const { context, db, now, setSession } = request;
  const token = await inTransaction(db, async (trx) => {
    const assertion = await verifyPasskey(context, trx, 'signIn', passkey);
    if (!assertion) return undefined;
    staffIs(assertion.staffId);
    return openStaffSession(trx, { staffId: assertion.staffId, keyId: assertion.keyId, now });
  });
  if (token === undefined) return reject('passkeyRefused');
  setSession(token);
  return {};
};
