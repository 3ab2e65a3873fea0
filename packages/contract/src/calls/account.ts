import * as v from 'valibot';
import {
  dateText,
  empty,
  filled,
  flag,
  flagInput,
  idOf,
  nothing,
  password,
  shownIdOf,
  text,
  whole,
} from '../fields/fields.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object, strictObject } from '../wire/wire.ts';

const phone = filled(20);
const purpose = v.optional(v.picklist(['login', 'reset']));
const codeRejections = {
  malformedPhone: '60101',
  tooSoon: '60102',
  tooManyToday: '60103',
  /** Almost none of the last hour's codes was used, which is the pattern of an attack on text costs. */
  tooBusy: '60104',
  /**
   * Many codes went to this number or network today. The page repeats the call with the answer to a captcha,
   * as for registering (`getSid`).
   */
  captchaNeeded: '60105',
  wrongCaptcha: '101',
} as const;
const codeInput = strictObject({
  phone,
  purpose,
  /** [ours] After `captchaNeeded`: the visitor's id, to which the captcha belongs, and its text. */
  visitorId: named('sid', v.optional(text(64))),
  captchaText: named('capcode', v.optional(text(8))),
});

const codeSent = v.object({
  seconds: whole,
  /** [ours] Whether this lender offers codes by phone call. Absent: it does. */
  canCall: v.optional(flag),
});

/** Sends a one-time code by text message. The answer does not reveal whether the number is registered. */
export const smsCode = call({
  name: 'smsCode',
  path: '/v3/account/sms-code',
  caller: 'anyone',
  input: codeInput,
  output: codeSent,
  rejections: codeRejections,
});

/** Reads the same code out by phone call. Calls and text messages share their limits. */
export const voiceCode = call({
  name: 'voiceCode',
  path: '/v3/account/voice-code',
  caller: 'anyone',
  input: codeInput,
  output: codeSent,
  /** `noCalls`: the lender's message provider offers no phone calls. */
  rejections: { ...codeRejections, noCalls: '60106' },
});

/**
 * Signs in with a one-time code or a password. `sessionId` is then part of the common context. A first sign-in by code opens
 * the account.
 */
export const login = call({
  name: 'login',
  path: '/v3/account/login',
  caller: 'anyone',
  input: v.strictObject({
    phone,
    smsCode: v.optional(text(10)),
    password: v.optional(password),
    /** [ours] Whether the page stated that signing in accepts the privacy policy. Absent: no consent is recorded. */
    agreed: v.optional(flagInput),
  }),
  output: v.object({ sessionId: v.string() }),
  rejections: {
    malformedPhone: '60101',
    wrongCode: '60201',
    wrongPassword: '60202',
    tooManyTries: '60203',
  },
});

/** Sets a password with a code of purpose `reset`, ends every session, and signs in. */
export const resetPassword = call({
  name: 'resetPassword',
  path: '/v3/account/reset-password',
  caller: 'anyone',
  input: v.strictObject({
    phone,
    smsCode: filled(10),
    password,
    agreed: v.optional(flagInput),
  }),
  output: v.object({ sessionId: v.string() }),
  rejections: { malformedPhone: '60101', wrongCode: '60201', weakPassword: '60204' },
});

/** Replaces the password and ends every session except the caller's. */
export const changePassword = call({
  name: 'changePassword',
  path: '/v3/account/change-password',
  input: v.strictObject({ oldPassword: password, password }),
  output: empty,
  rejections: { wrongOldPassword: '60205', tooManyTries: '60203', weakPassword: '60204' },
});

export const logout = call({ name: 'logout', path: '/v3/account/logout', input: nothing, output: empty });

export const themes = ['light', 'dark', 'system'] as const;
const theme = v.picklist(themes);

export const profile = call({
  name: 'profile',
  path: '/v3/account/profile',
  input: nothing,
  output: v.object({
    phone: v.string(),
    certified: v.boolean(),
    hasPassword: v.boolean(),
    language: v.string(),
    theme,
    /** The day on which the account is deleted, `YYYY-MM-DD`; absent without a deletion request. */
    eraseOn: v.optional(v.string()),
    /** The code that a friend types to register (PROM-04), and the registration page. */
    invite: v.object({ code: v.string(), url: v.string() }),
    /** [ours] Who of the lender opened which of the borrower's data, newest first: by role and day, in the caller's language. */
    staffReads: v.array(v.object({ role: v.string(), openedOn: v.string(), dataName: v.string() })),
  }),
});
export type AccountProfile = InternalValue<typeof profile.output>;

/** Saves the borrower's language and theme for all devices. */
export const savePreferences = call({
  name: 'savePreferences',
  path: '/v3/account/preferences',
  input: v.strictObject({
    language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/))),
    theme: v.optional(theme),
  }),
  output: empty,
});

/** The devices on which the borrower is signed in. `current` 1 is the caller's device. */
export const devices = call({
  name: 'devices',
  path: '/v3/account/devices',
  input: nothing,
  output: v.object({
    list: v.array(
      v.object({ id: shownIdOf<'session'>(), name: v.string(), current: flag, signedInAt: dateText }),
    ),
  }),
});

/** Ends one session by its id, or all sessions except the caller's. */
export const signOut = call({
  name: 'signOut',
  path: '/v3/account/sign-out',
  input: v.strictObject({ id: v.optional(idOf<'session'>()), others: v.optional(flagInput) }),
  output: empty,
});

/** `anyHour`: to be asked for late money outside the law's hours, where the law knows this consent. */
export const consentKinds = ['privacy', 'marketing', 'location', 'contacts', 'anyHour'] as const;

/** The borrower's consents with their days and the versions of the texts. */
export const consents = call({
  name: 'consents',
  path: '/v3/account/consents',
  input: nothing,
  output: v.object({
    list: v.array(
      object({
        kind: v.picklist(consentKinds),
        title: v.string(),
        given: flag,
        /** `YYYY-MM-DD`; empty if the consent was never given. */
        since: v.string(),
        version: v.string(),
        /** True if the borrower may give or withdraw it. Otherwise it lasts as long as the account. */
        isOptional: named('free', flag),
      }),
    ),
  }),
});

/** Gives or withdraws an optional consent. A withdrawal deletes the data stored on its basis. */
export const setConsent = call({
  name: 'setConsent',
  path: '/v3/account/set-consent',
  input: v.strictObject({ kind: v.picklist(consentKinds), given: flagInput }),
  output: empty,
  rejections: { notFree: '60302' },
});

/** Requests the deletion of the account after a period in which the request can be withdrawn. Ends all sessions. */
export const deleteAccount = call({
  name: 'deleteAccount',
  path: '/v3/account/delete',
  input: nothing,
  output: v.object({ eraseOn: v.string() }),
  rejections: { loanUnderWay: '60401' },
});

/** Withdraws the request to delete the account. */
export const cancelAccountDeletion = call({
  name: 'keepAccount',
  path: '/v3/account/keep',
  input: nothing,
  output: empty,
});

/** A one-time ticket (60 s). A host opens a page with it, so that the session is not in the address. */
export const ticket = call({
  name: 'ticket',
  path: '/v3/account/ticket',
  input: nothing,
  output: v.object({ ticket: v.string(), seconds: whole }),
});

/** Exchanges a ticket for a new session, bound to the device that redeems it. */
export const redeemTicket = call({
  name: 'redeemTicket',
  path: '/v3/account/redeem-ticket',
  caller: 'anyone',
  input: v.strictObject({ ticket: text(100) }),
  output: v.object({ sessionId: v.string() }),
  rejections: { unknownTicket: '60301' },
});
