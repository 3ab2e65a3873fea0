import * as v from 'valibot';
import { empty, idOf, nothing, shownIdOf, whole } from '../../fields/fields.ts';
import { actionCalls } from '../action-calls.ts';
import { staffCall } from '../staff-call.ts';
import { newPasskey, passkeyAssertion, passkeyCreation } from './passkey.ts';

/** Six digits of an authenticator app. */
const code = v.pipe(v.string(), v.regex(/^[0-9]{6}$/));

/**
 * Starts to set up an authenticator app, whose codes serve a recovery alone. One of the own passkeys must sign, except in a
 * sandbox's session that was opened by a click. It replaces an earlier one when its first code is confirmed.
 */
export const startTotp = staffCall({
  name: 'startTotp',
  path: '/staff/start-totp',
  input: v.strictObject({ passkey: v.optional(passkeyAssertion) }),
  output: v.object({
    /** In base 32, for typing. */
    secret: v.string(),
    /** The QR code of the secret: modules of one side, and the path of the dark ones in an SVG of that size. */
    qr: v.object({ size: whole, path: v.string() }),
  }),
  rejections: ['passkeyRefused'],
});

/** Confirms by a first code that the authenticator app has the secret. */
export const confirmTotp = staffCall({
  name: 'confirmTotp',
  path: '/staff/confirm-totp',
  input: v.strictObject({ code }),
  output: empty,
  rejections: ['codeRefused'],
});

/** Lets a person who lost every passkey register a new one. A second person always approves it. */
export const recoverStaff = actionCalls({
  name: 'recoverStaff',
  cells: 'reference',
  path: '/staff/recover',
  action: 'staff.recover',
  right: 'staff.recover',
  scope: 'all',
  request: { staffId: idOf<'staff'>() },
  rejections: ['concernsYou', 'noTotp', 'alreadyEnded'],
});

/** Recoveries of the last thirty days, newest first. */
export const listRecoveries = staffCall({
  name: 'listRecoveries',
  path: '/staff/recoveries',
  right: 'staff.read',
  input: nothing,
  output: v.object({
    recoveries: v.array(
      v.object({
        approvalId: shownIdOf<'approval'>(),
        staffId: shownIdOf<'staff'>(),
        name: v.string(),
        requestedBy: v.string(),
        approvedBy: v.string(),
        state: v.picklist(['approved', 'handedOver', 'used', 'ended']),
        /** True if the caller requested it, and takes its link. */
        isMine: v.boolean(),
        /** ISO 8601. */
        at: v.string(),
      }),
    ),
  }),
});

/** The link of an approved recovery, once, for the person who requested it. They hand it over. */
export const recoveryLink = staffCall({
  name: 'recoveryLink',
  path: '/staff/recovery-link',
  right: 'staff.recover',
  input: v.strictObject({ approvalId: idOf<'approval'>() }),
  output: v.object({
    url: v.string(),
    /** ISO 8601. */
    expiresAt: v.string(),
  }),
  rejections: ['linkTaken'],
});

const recoveryToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** Starts the registration of a new passkey by a recovery's link and a code. Five wrong codes end the recovery. */
export const recoveryOptions = staffCall({
  name: 'recoveryOptions',
  path: '/staff/recovery-options',
  session: 'none',
  input: v.strictObject({ token: recoveryToken, code }),
  output: v.object({ publicKey: passkeyCreation }),
  rejections: ['recoveryUnusable', 'codeRefused'],
});

/** Registers the passkey in the place of all former ones. It opens no session: the person signs in with it. */
export const registerRecovered = staffCall({
  name: 'registerRecovered',
  cells: 'reference',
  path: '/staff/register-recovered',
  session: 'none',
  input: v.strictObject({ token: recoveryToken, passkey: newPasskey }),
  output: empty,
  rejections: ['recoveryUnusable', 'passkeyRefused'],
});
