import * as v from 'valibot';
import { call } from './call.ts';
import { empty, filled, flag, flagInput, id, nothing, password, text, whole } from './fields.ts';

const phone = filled(20);
const purpose = v.optional(v.picklist(['login', 'reset']));
const codeRejections = {
  malformedPhone: '60101',
  tooSoon: '60102',
  tooManyToday: '60103',
  /** Hardly any of the last hour's codes was used: somebody sends them for what they cost. */
  tooBusy: '60104',
  /** Many codes went to this number or network today: again with a captcha's answer, `getSid` and its picture as for registering. */
  captchaNeeded: '60105',
  wrongCaptcha: '101',
} as const;
const codeInput = v.strictObject({
  phone,
  purpose,
  /** [ours] Where `captchaNeeded` was answered: whose captcha, and what it shows. */
  sid: v.optional(text(64)),
  capcode: v.optional(text(8)),
});

const codeSent = v.object({
  seconds: whole,
  /** [ours] 0: this lender's codes cannot be had by a call. Without it they can. */
  canCall: v.optional(flag),
});

/** Sends a one-time code by text. The answer does not tell whether the number is registered. */
export const smsCode = call({
  name: 'smsCode',
  path: '/v3/account/sms-code',
  caller: 'anyone',
  input: codeInput,
  output: codeSent,
  rejections: codeRejections,
});

/** The same code by a call that reads it out; it shares the caps of texts. */
export const voiceCode = call({
  name: 'voiceCode',
  path: '/v3/account/voice-code',
  caller: 'anyone',
  input: codeInput,
  output: codeSent,
  /** `noCalls`: whoever sends this lender's texts reads none out. */
  rejections: { ...codeRejections, noCalls: '60106' },
});

/**
 * Signs in with a one-time code or with a password; `sessionId` is then carried as the common context. A first sign-in by
 * code opens the account.
 */
export const login = call({
  name: 'login',
  path: '/v3/account/login',
  caller: 'anyone',
  input: v.strictObject({
    phone,
    smsCode: v.optional(text(10)),
    password: v.optional(password),
    /** [ours] 1: the page said before that signing in agrees to the privacy policy. Without it no consent is recorded. */
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

/** Sets another password for the one that stands, and ends every session but the caller's own. */
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
    /** The day on which the account is deleted, where that was asked for: `YYYY-MM-DD`. */
    eraseOn: v.optional(v.string()),
    /** What a friend types when they register (PROM-04), and the page where they do. */
    invite: v.object({ code: v.string(), url: v.string() }),
  }),
});
export type AccountProfile = v.InferOutput<typeof profile.output>;

/** Language and theme of the borrower, on every device. */
export const savePreferences = call({
  name: 'savePreferences',
  path: '/v3/account/preferences',
  input: v.strictObject({
    language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/))),
    theme: v.optional(theme),
  }),
  output: empty,
});

/** Where the borrower is signed in. `current` 1 is the caller's own. */
export const devices = call({
  name: 'devices',
  path: '/v3/account/devices',
  input: nothing,
  output: v.object({
    list: v.array(v.object({ id: v.string(), name: v.string(), current: flag, signedInAt: v.string() })),
  }),
});

/** Ends one session by its id, or all but the caller's own. */
export const signOut = call({
  name: 'signOut',
  path: '/v3/account/sign-out',
  input: v.strictObject({ id: v.optional(id), others: v.optional(flagInput) }),
  output: empty,
});

export const consentKinds = ['privacy', 'marketing', 'location', 'contacts'] as const;

/** What the borrower agreed to, when, and to which version of the text. */
export const consents = call({
  name: 'consents',
  path: '/v3/account/consents',
  input: nothing,
  output: v.object({
    list: v.array(
      v.object({
        kind: v.picklist(consentKinds),
        title: v.string(),
        given: flag,
        /** Days are `YYYY-MM-DD`; empty where it was never given. */
        since: v.string(),
        version: v.string(),
        /** 0: it comes with the account and goes with it. */
        free: flag,
      }),
    ),
  }),
});

/** Gives or withdraws a consent that is free. Withdrawing deletes what was kept on its ground. */
export const setConsent = call({
  name: 'setConsent',
  path: '/v3/account/set-consent',
  input: v.strictObject({ kind: v.picklist(consentKinds), given: flagInput }),
  output: empty,
  rejections: { notFree: '60302' },
});

/** Asks for the account to be deleted: after a while in which it can be taken back. Signs out everywhere. */
export const deleteAccount = call({
  name: 'deleteAccount',
  path: '/v3/account/delete',
  input: nothing,
  output: v.object({ eraseOn: v.string() }),
  rejections: { loanUnderWay: '60401' },
});

/** Takes the wish back. */
export const keepAccount = call({
  name: 'keepAccount',
  path: '/v3/account/keep',
  input: nothing,
  output: empty,
});

/** A one-time ticket (60 s) with which a host opens a page instead of putting the session into the address. */
export const ticket = call({
  name: 'ticket',
  path: '/v3/account/ticket',
  input: nothing,
  output: v.object({ ticket: v.string(), seconds: whole }),
});

/** Trades a ticket for a session of its own, bound to the device that trades it. */
export const redeemTicket = call({
  name: 'redeemTicket',
  path: '/v3/account/redeem-ticket',
  caller: 'anyone',
  input: v.strictObject({ ticket: text(100) }),
  output: v.object({ sessionId: v.string() }),
  rejections: { unknownTicket: '60301' },
});
