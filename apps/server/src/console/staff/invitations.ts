import type { acceptInvitation, invitationOptions, inviteStaff } from '@hiram/contract/console/staff';
import { staffIs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { OpenStaffHandler, StaffHandler } from '../access/serve-staff.ts';
import {
  inviteByMail,
  invitedPerson,
  lockInvitedPerson,
  markInvitationUsed,
} from '../access/sign-in/invitations.ts';
import { registerPasskey, registrationOptions } from '../access/sign-in/passkeys.ts';
import { openStaffSession } from '../access/sign-in/sessions.ts';

/** Creates a member of staff without a role, and mails the link to their address. */
export const invitePerson: StaffHandler<typeof inviteStaff> = async (input, { context, db, session }) => {
  const { appContext } = context;
  if (!appContext.ports.mail) return reject('noMail');
  const person = { name: input.name.trim(), email: input.email, invitedBy: session.staffId };
  const mail = { origin: context.origin(), by: session.name };
  const invited = await inTransaction(db, (trx) => inviteByMail(trx, appContext, person, mail));
  if (!invited) return reject('emailTaken', { field: 'email' });
  return { staffId: invited.staffId, expiresAt: invited.expiresAt.toISOString() };
};

/** Starts the registration of an invited person's passkey. */
export const offerRegistration: OpenStaffHandler<typeof invitationOptions> = async (
  { token },
  { context, db, now },
) => {
  const person = await invitedPerson(db, token, now);
  if (!person) return reject('invitationUnusable');
  const { name, email } = person;
  return { name, email, publicKey: await registrationOptions(context, person) };
};

/** Registers the passkey, uses the invitation up and opens a session. */
export const acceptByPasskey: OpenStaffHandler<typeof acceptInvitation> = async (
  { token, passkey },
  { context, db, now, setSession },
) => {
  const result = await inTransaction(db, async (trx) => {
    const person = await lockInvitedPerson(trx, token, now);
    if (!person) return reject('invitationUnusable');
    staffIs(person.staffId);
    const keyId = await registerPasskey(
      context,
      trx,
      { staffId: person.staffId, by: 'invitation', token },
      passkey,
    );
    if (keyId === undefined) return reject('passkeyRefused');
    await markInvitationUsed(trx, token, now);
    return { session: await openStaffSession(trx, { staffId: person.staffId, keyId, now }) };
  });
  if (!('session' in result)) return result;
  setSession(result.session);
  return {};
};
