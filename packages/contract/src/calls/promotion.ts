import * as v from 'valibot';
import { empty, filled, text, whole } from '../fields/fields.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object, strictObject } from '../wire/wire.ts';

/**
 * The origin of a visitor, from the advertisement's link (PROM-01). Pages pass these parameters on, each of
 * at most 200 characters.
 */
export const trackingNames = ['page_id', 'user_from', 'client_type', 'utm_tag', 'app_from'] as const;

const tracked = v.optional(text(200));
const identity = { deviceId: tracked, appName: tracked };
const origin = {
  appFrom: named('app_from', tracked),
  userFrom: named('user_from', tracked),
  utmTag: named('utm_tag', tracked),
};
const page = {
  pageId: named('page_id', tracked),
  userFrom: origin.userFrom,
  clientType: named('client_type', tracked),
  pageType: named('page_type', v.optional(v.literal('1'))),
  utmTag: origin.utmTag,
  appFrom: origin.appFrom,
};
const visitorId = named('sid', filled(64));
const captchaText = named('capcode', filled(8));

/** The configuration of a landing page (PROM-01). It is data, never code. */
export const channelTemplate = call({
  name: 'channelTemplate',
  method: 'GET',
  encoding: 'query',
  path: '/channel-template',
  caller: 'anyone',
  input: v.strictObject({ templateId: v.optional(text(64)) }),
  output: v.object({
    id: v.string(),
    headline: v.string(),
    lead: v.string(),
    points: v.array(v.string()),
    picture: v.string(),
    buttonText: v.string(),
    /** Colour roles that differ from the brand's colours. */
    colours: v.object({ light: v.record(v.string(), v.string()), dark: v.record(v.string(), v.string()) }),
    /** An example computed from a product of the brand, which the law requires in an advertisement. Amounts in cents. */
    example: v.object({
      productName: v.string(),
      termDays: whole,
      periods: whole,
      /** Daily interest on the outstanding balance, in ppm. */
      dailyPpm: whole,
      /** The cost of a loan for several amounts of the product's range, smallest first. */
      costs: v.array(
        v.object({
          amount: whole,
          /** The payout after the fee. */
          netProceeds: whole,
          totalToRepay: whole,
          /** The first repayment. The last one may differ by cents of rounding. */
          repayment: whole,
          /** Interest and fee. */
          financeCharge: whole,
          /** The effective rate of interest and fee for 30 days on the payout, in ppm. */
          effectivePpm: whole,
        }),
      ),
      /** The index in `costs` of the amount shown first. */
      shown: whole,
    }),
    /** The fields of the form in order. */
    form: v.array(v.picklist(['mobile', 'imgValidate', 'smsCode', 'invite_code'])),
  }),
  rejections: { unknownTemplate: '60402' },
});
export type ChannelTemplate = InternalValue<typeof channelTemplate.output>;

/** Counts a visit of a landing page (PROM-02). A repeated call counts once. */
export const trackVisit = call({
  name: 'trackVisit',
  method: 'GET',
  encoding: 'query',
  path: '/track-visit',
  caller: 'anyone',
  input: strictObject({
    ...page,
  }),
  output: empty,
});

/** Counts a tap on a button of the landing page, with the number typed so far (PROM-12). */
export const trackClick = call({
  name: 'trackClick',
  method: 'GET',
  encoding: 'query',
  path: '/track-click',
  caller: 'anyone',
  input: strictObject({
    ...page,
    phone: v.optional(text(20)),
  }),
  output: empty,
});

/** The visitor's id for this page (PROM-03). A captcha, a code and a registration share one. */
export const getSid = call({
  name: 'getSid',
  method: 'GET',
  encoding: 'query',
  path: '/get-sid',
  caller: 'anyone',
  success: '0',
  input: v.strictObject({}),
  output: object({ visitorId: named('sid', v.string()) }),
});

/**
 * Requests a proof-of-work challenge as an accessible alternative to the captcha picture. A `nonce` solves it if the SHA-256 of
 * `challenge` followed by `nonce` begins with `bits` zero bits.
 */
export const requestCaptchaChallenge = call({
  name: 'askCaptchaWork',
  encoding: 'form',
  path: '/captcha-work',
  caller: 'anyone',
  success: '0',
  input: strictObject({ visitorId }),
  output: v.object({ challenge: v.string(), bits: whole }),
  rejections: { tooMuchWork: '60501' },
});

/** Exchanges a solved challenge for the answer of a new captcha, which is valid like a typed answer. */
export const solveCaptchaChallenge = call({
  name: 'proveCaptchaWork',
  encoding: 'form',
  path: '/captcha-proof',
  caller: 'anyone',
  success: '0',
  input: strictObject({ visitorId, nonce: filled(32) }),
  output: object({ captchaText: named('capcode', v.string()) }),
  rejections: { tooMuchWork: '60501', wrongWork: '60502' },
});

/**
 * Sends the registration code (PROM-09). Each captcha is valid for one attempt. The answer does not reveal
 * whether the number is registered.
 */
export const getSms = call({
  name: 'getSms',
  encoding: 'form',
  path: '/get-sms',
  caller: 'anyone',
  success: '0',
  input: strictObject({ phone: filled(20), captchaText, visitorId, ...identity, ...origin }),
  output: v.object({ seconds: whole }),
  rejections: {
    wrongCaptcha: '101',
    malformedPhone: '60101',
    tooSoon: '60102',
    tooManyToday: '60103',
    tooBusy: '60104',
  },
});

/**
 * Registers a visitor (PROM-13 to PROM-16). The visitorId with which a code was sent is the registration token of its number and
 * device; the captcha mattered for the code alone, so `captchaText` may be empty. `wrongCaptcha`: no code was sent with this
 * visitorId to this number from this device. `templateId` is the id of the landing configuration;
 * `merchantNumber` is 0.
 */
export const register = call({
  name: 'register',
  encoding: 'form',
  path: '/register',
  caller: 'anyone',
  success: '0',
  input: strictObject({
    phone: filled(20),
    captchaText: named('capcode', v.optional(text(8))),
    visitorId,
    ...identity,
    merchantNumber: v.optional(v.literal('0')),
    userName: tracked,
    smsCode: filled(10),
    inviteCode: named('invite_code', v.optional(text(32))),
    userFrom: origin.userFrom,
    templateId: named('id', tracked),
    appFrom: origin.appFrom,
    utmTag: origin.utmTag,
  }),
  output: empty,
  rejections: {
    wrongCaptcha: '-1',
    registered: '11',
    malformedPhone: '60101',
    wrongCode: '60201',
    unknownInvite: '60401',
  },
});
