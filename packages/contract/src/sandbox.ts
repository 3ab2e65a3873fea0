import * as v from 'valibot';
import { call } from './call.ts';
import { cents, dateText, filled, flag, id, nothing, text, whole } from './fields.ts';

export const borrowerStates = ['new', 'ready', '21', '110', '151', '170', '174', '180', '200'] as const;

/** A demo borrower in a state, brought about by its real cause. */
export const sandboxBorrower = call({
  name: 'sandboxBorrower',
  path: '/sandbox/borrower',
  caller: 'sandbox',
  input: v.strictObject({
    state: v.picklist(borrowerStates),
    kind: v.optional(v.picklist(['single', 'perPeriod'])),
    with: v.optional(
      v.strictObject({
        isDelay: v.optional(flag),
        isScore: v.optional(flag),
        kindTips: v.optional(v.union([flag, v.boolean()])),
        inside: v.optional(flag),
        cardNeedPop: v.optional(flag),
        playeduL: v.optional(text(500)),
        recProducts: v.optional(v.union([whole, v.boolean()])),
        globally: v.optional(v.pipe(whole, v.maxValue(1_000))),
        isPopType: v.optional(flag),
        needValid: v.optional(flag),
        collectionAllowed: v.optional(flag),
        popAgreementUrl: v.optional(v.union([flag, v.boolean(), text(500)])),
        jointFailure: v.optional(v.union([flag, v.boolean()])),
      }),
    ),
  }),
  output: v.object({
    sessionId: v.string(),
    phone: v.string(),
    productId: v.string(),
    orderId: v.optional(v.string()),
  }),
});

/** As far ahead of the machine's day as the business's may be. */
export const maxDaysAhead = 36_525;

const clock = v.object({ date: v.string() });
/** The brands of this server, the first being the one that a caller gets who names none. */
export const sandboxBrands = call({
  name: 'sandboxBrands',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/brands',
  caller: 'sandbox',
  input: nothing,
  output: v.object({
    brands: v.array(v.object({ id: v.string(), name: v.string(), languages: v.array(v.string()) })),
  }),
});

export const sandboxClock = call({
  name: 'sandboxClock',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/clock',
  caller: 'sandbox',
  input: nothing,
  output: clock,
});
/** Moves the business's day: by `days`, or to `date`. Never backwards, and a hundred years ahead in all. */
export const sandboxSetClock = call({
  name: 'sandboxSetClock',
  path: '/sandbox/clock',
  caller: 'sandbox',
  input: v.strictObject({
    days: v.optional(v.pipe(whole, v.maxValue(maxDaysAhead))),
    date: v.optional(dateText),
  }),
  output: clock,
  rejections: { backwards: '90101' },
});
export const sandboxSms = call({
  name: 'sandboxSms',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/sms',
  caller: 'sandbox',
  input: v.strictObject({ phone: text(20) }),
  output: v.object({ messages: v.array(v.object({ text: v.string(), code: v.optional(v.string()) })) }),
});
/** What can be paid at once, in cents: ten thousand million of the currency. A loan's sums stay exact, however often it is paid. */
const moved = v.pipe(cents, v.maxValue(1_000_000_000_000, 'is too large'));

/**
 * The cashier: pays a code at the sandbox provider, which tells us through its signed webhook; `untold`, that is lost on its way
 * and the payment is found on the provider's statement. `amount` in cents.
 */
export const sandboxPay = call({
  name: 'sandboxPay',
  path: '/sandbox/pay',
  caller: 'sandbox',
  input: v.strictObject({
    payCode: text(64),
    amount: v.optional(moved),
    date: v.optional(dateText),
    untold: v.optional(v.boolean()),
  }),
  output: v.object({ paymentId: v.string() }),
  rejections: { unknownCode: '90201', expiredCode: '90202' },
});
export const sandboxPayout = call({
  name: 'sandboxPayout',
  path: '/sandbox/payout',
  caller: 'sandbox',
  input: v.strictObject({ orderId: id, result: v.picklist(['paid', 'returned']) }),
  output: v.object({}),
  rejections: { noPayout: '90301' },
});

/** The codes that a demo borrower made last, newest first, so that a cashier can pay them without copying. */
export const sandboxCodes = call({
  name: 'sandboxCodes',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/codes',
  caller: 'sandbox',
  input: v.strictObject({ phone: text(20) }),
  output: v.object({
    codes: v.array(v.object({ payCode: v.string(), amount: whole, channel: v.string(), state: v.string() })),
  }),
});

/** The lender answers a complaint (CMP-15), and asks to be rated or not. */
export const sandboxComplaintAnswer = call({
  name: 'sandboxComplaintAnswer',
  path: '/sandbox/complaint-answer',
  caller: 'sandbox',
  input: v.strictObject({
    problemId: id,
    disposeDetail: filled(2_000),
    isNeedScore: v.optional(flag),
  }),
  output: v.object({}),
  rejections: { alreadyAnswered: '90401' },
});

/** A person at the lender compares a transfer's reference with the bank's statement: it counts, or it was not found. */
export const sandboxUtrReview = call({
  name: 'sandboxUtrReview',
  path: '/sandbox/utr-review',
  caller: 'sandbox',
  input: v.strictObject({
    utr: text(60),
    result: v.picklist(['accepted', 'refused']),
    amount: v.optional(moved),
    reason: v.optional(text(200)),
  }),
  output: v.object({}),
  rejections: { unknownUtr: '90501' },
});

/** What waits for a person at the lender, of a demo borrower: complaints without an answer. */
export const sandboxComplaints = call({
  name: 'sandboxComplaints',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/complaints',
  caller: 'sandbox',
  input: v.strictObject({ phone: text(20) }),
  output: v.object({
    complaints: v.array(v.object({ problemId: v.string(), reference: v.string(), content: v.string() })),
  }),
});

/** As above: transfers whose reference has not been compared with the bank's statement. */
export const sandboxTransfers = call({
  name: 'sandboxTransfers',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/transfers',
  caller: 'sandbox',
  input: v.strictObject({ phone: text(20) }),
  output: v.object({ transfers: v.array(v.object({ utr: v.string(), amount: whole })) }),
});

/** What the captcha of a sid shows, for trying the promotion page out. */
export const sandboxCaptcha = call({
  name: 'sandboxCaptcha',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/captcha',
  caller: 'sandbox',
  input: v.strictObject({ sid: text(64) }),
  output: v.object({ text: v.string() }),
  rejections: { unknownSid: '90601' },
});
