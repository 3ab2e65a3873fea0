import * as v from 'valibot';
import { call } from './call.ts';
import { empty, filled, text, whole } from './fields.ts';

/** Where a visitor came from, as the advertisement's link says (PROM-01): carried from page to page, at most 200 characters each. */
export const trackingNames = ['page_id', 'user_from', 'client_type', 'utm_tag', 'app_from'] as const;

const tracked = v.optional(text(200));
const identity = { deviceId: tracked, appName: tracked };
const source = { app_from: tracked, user_from: tracked, utm_tag: tracked };
const sid = filled(64);

/** A landing page's configuration (PROM-01): what is shown is data, never code. */
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
    /** Roles in which the page differs from its brand's colours. */
    colours: v.object({ light: v.record(v.string(), v.string()), dark: v.record(v.string(), v.string()) }),
    /** Amounts in cents; the example is computed from the brand's own product, as the law asks of an advertisement. */
    example: v.object({
      productName: v.string(),
      termDays: whole,
      periods: whole,
      /** Interest a day on what is still owed. */
      dailyPpm: whole,
      /** What whole loans cost: several amounts of the product's range, the smallest first. */
      costs: v.array(
        v.object({
          amount: whole,
          /** What arrives, after the fee. */
          netProceeds: whole,
          totalToRepay: whole,
          /** Interest and fee together. */
          financeCharge: whole,
          /** Interest and fee a month of 30 days, on what really arrived. */
          effectivePpm: whole,
        }),
      ),
      /** The place in `costs` of the amount that is shown first. */
      shown: whole,
    }),
    /** The order in which the form asks. */
    form: v.array(v.picklist(['mobile', 'imgValidate', 'smsCode', 'invite_code'])),
  }),
  rejections: { unknownTemplate: '60402' },
});
export type ChannelTemplate = v.InferOutput<typeof channelTemplate.output>;

/** A visit of a landing page (PROM-02). Told twice, counted once. */
export const trackVisit = call({
  name: 'trackVisit',
  method: 'GET',
  encoding: 'query',
  path: '/track-visit',
  caller: 'anyone',
  input: v.strictObject({
    page_id: tracked,
    user_from: tracked,
    client_type: tracked,
    page_type: v.optional(v.literal('1')),
    utm_tag: tracked,
    app_from: tracked,
  }),
  output: empty,
});

/** A tap on the landing page's buttons, with the number typed so far (PROM-12). */
export const trackClick = call({
  name: 'trackClick',
  method: 'GET',
  encoding: 'query',
  path: '/track-click',
  caller: 'anyone',
  input: v.strictObject({
    page_id: tracked,
    user_from: tracked,
    client_type: tracked,
    page_type: v.optional(v.literal('1')),
    utm_tag: tracked,
    app_from: tracked,
    phone: v.optional(text(20)),
  }),
  output: empty,
});

/** The visitor's number for this page (PROM-03): captcha, code and registration belong to one sid. */
export const getSid = call({
  name: 'getSid',
  method: 'GET',
  encoding: 'query',
  path: '/get-sid',
  caller: 'anyone',
  success: '0',
  input: v.strictObject({}),
  output: v.object({ sid: v.string() }),
});

/**
 * For whoever cannot see the picture: a sum that the page's own device works out. `nonce` is right when the SHA-256 of
 * `challenge` and `nonce`, one behind the other, begins with `bits` zero bits.
 */
export const requestCaptchaChallenge = call({
  name: 'askCaptchaWork',
  encoding: 'form',
  path: '/captcha-work',
  caller: 'anyone',
  success: '0',
  input: v.strictObject({ sid }),
  output: v.object({ challenge: v.string(), bits: whole }),
  rejections: { tooMuchWork: '60501' },
});

/** Trades the finished sum for the answer of a fresh captcha, which then counts like one that was read. */
export const solveCaptchaChallenge = call({
  name: 'proveCaptchaWork',
  encoding: 'form',
  path: '/captcha-proof',
  caller: 'anyone',
  success: '0',
  input: v.strictObject({ sid, nonce: filled(32) }),
  output: v.object({ capcode: v.string() }),
  rejections: { tooMuchWork: '60501', wrongWork: '60502' },
});

/** Sends the registration code (PROM-09). The captcha's answer is used up, right or wrong. The answer does not tell whether the number is registered. */
export const getSms = call({
  name: 'getSms',
  encoding: 'form',
  path: '/get-sms',
  caller: 'anyone',
  success: '0',
  input: v.strictObject({ phone: filled(20), capcode: filled(8), sid, ...identity, ...source }),
  output: v.object({ seconds: whole }),
  rejections: {
    wrongCaptcha: '101',
    malformedPhone: '60101',
    tooSoon: '60102',
    tooManyToday: '60103',
    tooBusy: '60104',
  },
});

/** Registers (PROM-13 to PROM-16). `id` is the landing configuration's id; `merchantNumber` is 0. */
export const register = call({
  name: 'register',
  encoding: 'form',
  path: '/register',
  caller: 'anyone',
  success: '0',
  input: v.strictObject({
    phone: filled(20),
    capcode: filled(8),
    sid,
    ...identity,
    merchantNumber: v.optional(v.literal('0')),
    userName: tracked,
    smsCode: filled(10),
    invite_code: v.optional(text(32)),
    user_from: tracked,
    id: tracked,
    app_from: tracked,
    utm_tag: tracked,
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
