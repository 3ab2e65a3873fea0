import * as v from 'valibot';
import { empty, filled, idOf, nothing, reasonText, shownIdOf, text, whole } from '../../../fields/fields.ts';
import { newPasskey, passkeyCreation } from '../../account/passkey.ts';
import { actionCalls } from '../../action-calls.ts';
import { brandCall, staffCall } from '../../staff-call.ts';

const roleInBrand = v.object({ role: v.string(), brand: v.string() });

/** The people with a role in the brand, and those without any; in `*`: everybody, also after their employment. */
export const listStaff = brandCall({
  name: 'listStaff',
  cells: 'home',
  path: '/staff/list',
  right: 'staff.read',
  input: nothing,
  output: v.object({
    staff: v.array(
      v.object({
        staffId: shownIdOf<'staff'>(),
        name: v.string(),
        email: v.string(),
        state: v.picklist(['invited', 'active', 'ended']),
        /** For an invited person: what became of the mail with the link. `none`: an operator's command printed the link. */
        mail: v.optional(v.picklist(['none', 'queued', 'sent', 'rejected', 'expired'])),
        roles: v.array(roleInBrand),
        passkeys: whole,
        /** Live sessions. */
        sessions: whole,
        /** ISO 8601, rounded to the minute; empty: never. */
        lastSeenAt: v.string(),
      }),
    ),
  }),
});

/** Roles with their rights and limits. */
export const listRoles = brandCall({
  name: 'listRoles',
  cells: 'home',
  path: '/staff/roles',
  right: 'staff.read',
  input: nothing,
  output: v.object({
    roles: v.array(
      v.object({
        role: v.string(),
        summary: v.string(),
        rights: v.array(v.string()),
        limits: v.array(
          v.object({
            action: v.string(),
            brand: v.string(),
            /** Cents; absent: no limit. */
            maxPerItem: v.optional(whole),
            maxPerDay: v.optional(whole),
            /** From this amount on a second person is needed, in cents; 0: always; absent: never. */
            secondPersonFrom: v.optional(whole),
          }),
        ),
      }),
    ),
  }),
});

/** Creates a member of staff without a role. A mail to their address has the link by which they register a passkey. */
export const inviteStaff = staffCall({
  name: 'inviteStaff',
  cells: 'reference',
  path: '/staff/invite',
  right: 'staff.invite',
  input: v.strictObject({ name: filled(80), email: v.pipe(text(200), v.email()) }),
  output: v.object({
    staffId: shownIdOf<'staff'>(),
    /** Until when the link is valid, in ISO 8601. */
    expiresAt: v.string(),
  }),
  rejections: ['emailTaken', 'noMail'],
});

const invitationToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** Starts the registration of an invited person's passkey. */
export const invitationOptions = staffCall({
  name: 'invitationOptions',
  path: '/staff/invitation-options',
  session: 'none',
  input: v.strictObject({ token: invitationToken }),
  output: v.object({ name: v.string(), email: v.string(), publicKey: passkeyCreation }),
  rejections: ['invitationUnusable'],
});

/** Registers the passkey, uses the invitation up and opens a session. */
export const acceptInvitation = staffCall({
  name: 'acceptInvitation',
  cells: 'reference',
  path: '/staff/accept-invitation',
  session: 'none',
  input: v.strictObject({ token: invitationToken, passkey: newPasskey }),
  output: empty,
  rejections: ['invitationUnusable', 'passkeyRefused'],
});

/** Signs a person out everywhere. */
export const endStaffSessions = staffCall({
  name: 'endStaffSessions',
  path: '/staff/end-sessions',
  right: 'staff.endSessions',
  input: v.strictObject({ staffId: idOf<'staff'>() }),
  output: v.object({ ended: whole }),
});

/** Ends a person's employment: sessions, passkeys, invitations, roles and waiting requests end at once. */
export const endEmployment = staffCall({
  name: 'endEmployment',
  cells: 'reference',
  path: '/staff/end-employment',
  right: 'staff.endEmployment',
  input: v.strictObject({ staffId: idOf<'staff'>(), reason: reasonText(500) }),
  output: empty,
  rejections: ['ownEmployment', 'alreadyEnded', 'needsTwo'],
});

/** The same of an administrator, which two persons do: one who could end the other would be alone with the console. */
export const endAdministrator = actionCalls({
  name: 'endAdministrator',
  cells: 'reference',
  path: '/staff/end-administrator',
  action: 'staff.endEmployment',
  right: 'staff.endEmployment',
  scope: 'all',
  request: { staffId: idOf<'staff'>() },
  rejections: ['concernsYou', 'alreadyEnded'],
});

/** The roles that a person shall have in the brand of the call. */
const wantedRoles = v.strictObject({
  staffId: idOf<'staff'>(),
  roles: v.pipe(v.array(filled(40)), v.maxLength(20)),
});

const roleRejections = ['concernsYou', 'unknownRole', 'nothingChanges', 'alreadyEnded'] as const;

/** The effect of an assignment of roles. `digest` identifies it: `requestRoles` sends it back. */
export const previewRoles = brandCall({
  name: 'previewRoles',
  cells: 'home',
  path: '/staff/preview-roles',
  right: 'staff.assignRoles',
  action: 'staff.assignRoles',
  input: wantedRoles,
  output: v.object({
    digest: v.string(),
    before: v.array(v.string()),
    after: v.array(v.string()),
    /** Rights that the person gains and loses in the brand. */
    gained: v.array(v.string()),
    lost: v.array(v.string()),
    needsSecondPerson: v.boolean(),
  }),
  rejections: roleRejections,
});

/** Requests the assignment. Another person approves it. */
export const requestRoles = brandCall({
  name: 'requestRoles',
  cells: 'reference',
  path: '/staff/ask-roles',
  right: 'staff.assignRoles',
  action: 'staff.assignRoles',
  input: v.strictObject({ ...wantedRoles.entries, digest: text(64), reason: reasonText(500) }),
  output: v.object({ approvalId: shownIdOf<'approval'>(), expiresAt: v.string() }),
  rejections: [...roleRejections, 'changed', 'alreadyRequested'],
});
