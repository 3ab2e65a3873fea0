import * as v from 'valibot';
import { calendarDay, empty, nothing, shownIdOf, whole } from '../../fields/fields.ts';
import { taskKinds } from '../../shapes/task-kind.ts';
import { shippedRoles } from '../rights.ts';
import { staffCall } from '../staff-call.ts';
import { passkeyAssertion, passkeyRequest } from './passkey.ts';

/** Starts a sign-in: a challenge for any discoverable passkey of this origin. */
export const signInOptions = staffCall({
  name: 'signInOptions',
  path: '/session/sign-in-options',
  session: 'none',
  input: nothing,
  output: v.object({ publicKey: passkeyRequest }),
});

/** Opens a session and sets its cookie. */
export const signIn = staffCall({
  name: 'signIn',
  path: '/session/sign-in',
  session: 'none',
  input: v.strictObject({ passkey: passkeyAssertion }),
  output: empty,
  rejections: ['passkeyRefused'],
});

/** Opens a session of a demo member of staff without a passkey. */
export const signInDemo = staffCall({
  name: 'signInDemo',
  path: '/session/sign-in-demo',
  session: 'none',
  sandboxOnly: true,
  /** `isColleague`: a second person with the role, who approves what the first one requests. */
  input: v.strictObject({ role: v.picklist(shippedRoles), isColleague: v.optional(v.boolean()) }),
  output: empty,
});

/** The demo members of staff, one for each role, with what waits for them in all brands. */
export const demoPeople = staffCall({
  name: 'demoPeople',
  path: '/session/demo-people',
  session: 'none',
  sandboxOnly: true,
  input: nothing,
  output: v.object({
    /** The business day of the first brand, ISO 8601. */
    today: calendarDay,
    people: v.array(
      v.object({
        role: v.picklist(shippedRoles),
        name: v.string(),
        /** Tasks that the role could do, at most 1000. */
        count: whole,
        /** Of these, how many are past what was promised. */
        over: whole,
        /**
         * The first task of their Work, and when it is due (ISO 8601). `until`: the end of a time in which nobody can approve
         * that has begun.
         */
        first: v.optional(
          v.object({ kind: v.picklist(taskKinds), dueAt: v.string(), until: v.optional(v.string()) }),
        ),
      }),
    ),
  }),
});

/** Moves the sandbox's business day forward: the work of the days between is done. */
export const moveDemoClock = staffCall({
  name: 'moveDemoClock',
  path: '/session/move-demo-clock',
  session: 'none',
  sandboxOnly: true,
  input: v.strictObject({
    days: v.pipe(whole, v.minValue(1, 'is 0'), v.maxValue(31, 'is more than a month')),
  }),
  output: v.object({ today: calendarDay }),
  rejections: ['tooFarAhead'],
});

/** Ends the session. */
export const signOut = staffCall({
  name: 'signOut',
  path: '/session/sign-out',
  session: 'locked',
  input: nothing,
  output: empty,
});

/** The signed-in person, with their rights by brand. */
export const me = staffCall({
  name: 'me',
  path: '/session/me',
  session: 'locked',
  input: nothing,
  output: v.object({
    staffId: shownIdOf<'staff'>(),
    name: v.string(),
    email: v.string(),
    locked: v.boolean(),
    /** True if the person has a passkey in use; without one, in a sandbox, nothing is signed. */
    hasPasskey: v.boolean(),
    /** ISO 8601: when the session ends whatever happens, and when it locks without activity. */
    expiresAt: v.string(),
    locksAt: v.string(),
    roles: v.array(v.object({ role: v.string(), brand: v.string() })),
    /** The rights in each brand; `*`: in all brands. A page may be older than its server: it does not know every right. */
    rights: v.array(v.object({ right: v.string(), brand: v.string() })),
    /** The lender's cells; absent: there is one. */
    cells: v.optional(v.array(v.number())),
    /** The brands of this server, with how their amounts and times are shown. */
    brands: v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        timeZone: v.string(),
        /** ISO 4217. */
        currency: v.string(),
        money: v.object({
          symbol: v.string(),
          group: v.string(),
          decimal: v.string(),
          grouping: v.picklist(['thousands', 'lakh']),
          whole: v.boolean(),
        }),
      }),
    ),
  }),
});

/** Locks the session at once. */
export const lock = staffCall({
  name: 'lock',
  path: '/session/lock',
  session: 'locked',
  input: nothing,
  output: empty,
});

/** Starts unlocking: a challenge for the passkeys of the session's person. */
export const unlockOptions = staffCall({
  name: 'unlockOptions',
  path: '/session/unlock-options',
  session: 'locked',
  input: nothing,
  output: v.object({ publicKey: passkeyRequest }),
});

export const unlock = staffCall({
  name: 'unlock',
  path: '/session/unlock',
  session: 'locked',
  input: v.strictObject({ passkey: passkeyAssertion }),
  output: empty,
  rejections: ['passkeyRefused'],
});
