import * as v from 'valibot';
import { empty, filled, idOf, nothing, shownIdOf, whole } from '../../fields/fields.ts';
import { staffCall } from '../staff-call.ts';
import { newPasskey, passkeyAssertion, passkeyCreation, passkeyRequest } from './passkey.ts';

const shownSession = v.object({
  sessionId: shownIdOf<'staffSession'>(),
  /** The name of the passkey that opened it; empty: none did. */
  openedBy: v.string(),
  /** ISO 8601. */
  createdAt: v.string(),
  usedAt: v.string(),
  isLocked: v.boolean(),
  /** True if it is the session of this call. */
  isCurrent: v.boolean(),
});

/** The caller's own passkeys and live sessions. */
export const myAccount = staffCall({
  name: 'myAccount',
  path: '/staff/my-account',
  input: nothing,
  output: v.object({
    keys: v.array(
      v.object({
        keyId: v.string(),
        name: v.string(),
        createdAt: v.string(),
        /** Empty: never. */
        usedAt: v.string(),
        /** True if the authenticator keeps copies of it on other devices. */
        isBackedUp: v.boolean(),
      }),
    ),
    sessions: v.array(shownSession),
    /** When an authenticator app was set up for a recovery, in ISO 8601; empty: never. */
    totpSetUpAt: v.string(),
  }),
});

/** Starts a change of the own passkeys: one of them must sign, so that a stolen session alone changes none. */
export const changeKeysOptions = staffCall({
  name: 'changeKeysOptions',
  path: '/staff/change-keys-options',
  input: nothing,
  output: v.object({ publicKey: passkeyRequest }),
});

/** A signature by one of the own passkeys. Absent only in a sandbox's session that was opened by a click. */
const signature = { passkey: v.optional(passkeyAssertion) };

/** Starts the registration of another passkey. */
export const addKeyOptions = staffCall({
  name: 'addKeyOptions',
  path: '/staff/add-key-options',
  input: v.strictObject(signature),
  output: v.object({ publicKey: passkeyCreation }),
  rejections: ['passkeyRefused'],
});

export const addKey = staffCall({
  name: 'addKey',
  cells: 'reference',
  path: '/staff/add-key',
  input: v.strictObject({ passkey: newPasskey, keyName: filled(40) }),
  output: empty,
  rejections: ['passkeyRefused'],
});

const keyId = v.pipe(v.string(), v.regex(/^[\w-]{1,1400}$/));

export const renameKey = staffCall({
  name: 'renameKey',
  cells: 'reference',
  path: '/staff/rename-key',
  input: v.strictObject({ keyId, keyName: filled(40) }),
  output: empty,
});

/** Removes a passkey and ends the sessions that it opened. The last one stays. */
export const removeKey = staffCall({
  name: 'removeKey',
  cells: 'reference',
  path: '/staff/remove-key',
  input: v.strictObject({ keyId, ...signature }),
  output: empty,
  rejections: ['passkeyRefused', 'lastPasskey'],
});

/** Ends one of the own sessions. */
export const endMySession = staffCall({
  name: 'endMySession',
  path: '/staff/end-my-session',
  input: v.strictObject({ sessionId: idOf<'staffSession'>() }),
  output: empty,
});

/** The live sessions of a person. */
export const listSessions = staffCall({
  name: 'listSessions',
  path: '/staff/sessions',
  right: 'staff.endSessions',
  input: v.strictObject({ staffId: idOf<'staff'>() }),
  output: v.object({ sessions: v.array(shownSession) }),
});

/** Ends one session of a person. */
export const endStaffSession = staffCall({
  name: 'endStaffSession',
  path: '/staff/end-session',
  right: 'staff.endSessions',
  input: v.strictObject({ staffId: idOf<'staff'>(), sessionId: idOf<'staffSession'>() }),
  output: v.object({ ended: whole }),
});
