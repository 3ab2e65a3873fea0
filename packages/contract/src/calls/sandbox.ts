import * as v from 'valibot';
import {
  cents,
  dateText,
  filled,
  flag,
  flagCode,
  idOf,
  nothing,
  shownIdOf,
  text,
  whole,
} from '../fields/fields.ts';
import { availability } from '../shapes/recommended-product.ts';
import { call } from '../wire/call.ts';
import { coded, named, object, strictObject } from '../wire/wire.ts';

export const borrowerStates = ['new', 'ready', '21', '110', '151', '170', '174', '180', '200'] as const;

/** A flag that a tester may also write as `true` or `false`. */
const flagOrBoolean = coded(
  v.pipe(
    v.union([v.picklist([0, 1]), v.boolean()]),
    v.transform((value): 0 | 1 => (value ? 1 : 0)),
  ),
  flagCode,
);
/** A flag that a tester may also write as text: empty text is 0. */
const flagOrText = coded(
  v.pipe(
    v.union([v.picklist([0, 1]), v.boolean(), text(500)]),
    v.transform((value): 0 | 1 => (value ? 1 : 0)),
  ),
  flagCode,
);

/** Creates a demo borrower in a state, through the same calls and events as a real borrower. */
export const sandboxBorrower = call({
  name: 'sandboxBorrower',
  path: '/sandbox/borrower',
  caller: 'sandbox',
  input: strictObject({
    state: v.picklist(borrowerStates),
    kind: v.optional(v.picklist(['single', 'perPeriod'])),
    options: named(
      'with',
      v.optional(
        strictObject({
          canExtend: named('isDelay', v.optional(flag)),
          asksForRating: named('isScore', v.optional(flag)),
          safetyTip: named('kindTips', v.optional(flagOrBoolean)),
          awaitsWithdrawal: named('inside', v.optional(flag)),
          needsAccount: named('cardNeedPop', v.optional(flag)),
          partnerUrl: named('playeduL', v.optional(text(500))),
          recommendedProducts: named('recProducts', v.optional(v.union([whole, v.boolean()]))),
          availability: named('globally', v.optional(availability)),
          asksBeforeLeaving: named('isPopType', v.optional(flag)),
          needsCode: named('needValid', v.optional(flag)),
          collectionAllowed: v.optional(flag),
          showsAgreement: named('popAgreementUrl', v.optional(flagOrText)),
          /** The amount of the loan, in cents, within the product's; absent: the one that the product offers. */
          amount: v.optional(v.pipe(cents, v.minValue(1))),
          /** The instalments of a running loan that were paid on their days; absent: none. */
          paidInstalments: v.optional(v.pipe(whole, v.maxValue(60))),
          /** In the state `180`: for how many days the first unpaid instalment is due; absent: 2. */
          daysLate: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(400))),
          /** In the state `21`: whether a person of the staff decides it. */
          referred: v.optional(flag),
          jointFailure: v.optional(flagOrBoolean),
          /** Whether the borrower's messages have what a real one was told by then, already read. */
          hasMessages: v.optional(flag),
          /** The certified name; absent: the usual one of demo borrowers. */
          fullName: v.optional(text(100)),
          /** True: the borrower's document was checked, where the brand asks for one. True by default. */
          identified: v.optional(flag),
        }),
      ),
    ),
  }),
  output: v.object({
    sessionId: v.string(),
    phone: v.string(),
    productId: shownIdOf<'product'>(),
    orderId: v.optional(shownIdOf<'order'>()),
  }),
});

/**
 * Makes some sixty borrowers in every state, and all that waits for the staff, so that no page of the console is empty. Each call
 * adds as many again.
 */
export const sandboxFill = call({
  name: 'sandboxFill',
  path: '/sandbox/fill',
  caller: 'sandbox',
  input: nothing,
  output: v.object({ borrowers: whole }),
});

/** The highest number of days by which the business day may be ahead of the system clock. */
export const maxDaysAhead = 36_525;

const clock = v.object({ date: v.string() });
/** The brands of this server. The first one is the default. */
export const sandboxBrands = call({
  name: 'sandboxBrands',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/brands',
  caller: 'sandbox',
  input: nothing,
  output: v.object({
    brands: v.array(
      v.object({ id: v.string(), name: v.string(), market: v.string(), languages: v.array(v.string()) }),
    ),
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
/** Moves the business day by `days` or to `date`. It never moves backwards, and at most `maxDaysAhead` in total. */
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

/** The services of outside checks that the sandbox has, and how a tester may let them behave. */
export const checkServices = ['identity', 'bureau', 'screening', 'push'] as const;
export type CheckService = (typeof checkServices)[number];
/** Those, and the sandbox's channels of messages. */
export const sandboxServices = [...checkServices, 'sms', 'email'] as const;
export type SandboxService = (typeof sandboxServices)[number];
export const checkModes = ['behaves', 'lies', 'hangs', 'repeats', 'contradicts'] as const;
export type CheckMode = (typeof checkModes)[number];

export const sandboxChecks = call({
  name: 'sandboxChecks',
  method: 'GET',
  path: '/sandbox/checks',
  caller: 'sandbox',
  input: v.strictObject({}),
  output: v.object({
    checks: v.array(v.object({ service: v.picklist(sandboxServices), mode: v.picklist(checkModes) })),
  }),
});

/** Switches how a service of the sandbox behaves from now on, for every borrower. */
export const sandboxSetCheck = call({
  name: 'sandboxSetCheck',
  path: '/sandbox/check',
  caller: 'sandbox',
  input: v.strictObject({ service: v.picklist(sandboxServices), mode: v.picklist(checkModes) }),
  output: nothing,
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
/** The newest mail to anybody: invitations of the staff. */
export const sandboxMails = call({
  name: 'sandboxMails',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/mails',
  caller: 'sandbox',
  input: nothing,
  output: v.object({
    mails: v.array(v.object({ to: v.string(), subject: v.string(), text: v.string() })),
  }),
});
/** The amount of a payment in cents, at most ten thousand million of the currency, so that sums stay safe integers. */
const paymentAmount = v.pipe(cents, v.maxValue(1_000_000_000_000, 'is too large'));

/**
 * Pays a code at the fake provider, which reports the payment by its signed webhook. With `withoutWebhook`
 * the webhook is lost, and the payment is only on the provider's statement. `amount` in cents.
 */
export const sandboxPay = call({
  name: 'sandboxPay',
  path: '/sandbox/pay',
  caller: 'sandbox',
  input: strictObject({
    payCode: text(64),
    amount: v.optional(paymentAmount),
    date: v.optional(dateText),
    withoutWebhook: named('untold', v.optional(v.boolean())),
  }),
  output: v.object({ paymentId: v.string() }),
  rejections: { unknownCode: '90201', expiredCode: '90202' },
});
export const sandboxPayout = call({
  name: 'sandboxPayout',
  path: '/sandbox/payout',
  caller: 'sandbox',
  input: v.strictObject({ orderId: idOf<'order'>(), result: v.picklist(['paid', 'returned']) }),
  output: v.object({}),
  rejections: { noPayout: '90301' },
});

/** The latest codes of a demo borrower, newest first. Amounts in cents. */
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

/** Answers a complaint as the lender (CMP-15). `asksForRating` asks the borrower for a rating. */
export const sandboxComplaintAnswer = call({
  name: 'sandboxComplaintAnswer',
  path: '/sandbox/complaint-answer',
  caller: 'sandbox',
  input: strictObject({
    complaintId: named('problemId', idOf<'complaint'>()),
    answer: named('disposeDetail', filled(2_000)),
    asksForRating: named('isNeedScore', v.optional(flag)),
  }),
  output: v.object({}),
  rejections: { alreadyAnswered: '90401' },
});

/** Resolves a transfer in the review queue: the bank statement has its reference (`accepted`) or not (`refused`). */
export const sandboxUtrReview = call({
  name: 'sandboxUtrReview',
  path: '/sandbox/utr-review',
  caller: 'sandbox',
  input: v.strictObject({
    utr: text(60),
    result: v.picklist(['accepted', 'rejected']),
    amount: v.optional(paymentAmount),
    reason: v.optional(text(200)),
  }),
  output: v.object({}),
  rejections: { unknownUtr: '90501' },
});

/** The unanswered complaints of a demo borrower. */
export const sandboxComplaints = call({
  name: 'sandboxComplaints',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/complaints',
  caller: 'sandbox',
  input: v.strictObject({ phone: text(20) }),
  output: v.object({
    complaints: v.array(
      object({
        complaintId: named('problemId', shownIdOf<'complaint'>()),
        reference: v.string(),
        content: v.string(),
      }),
    ),
  }),
});

/** The transfers of a demo borrower in the review queue. Amounts in cents. */
export const sandboxTransfers = call({
  name: 'sandboxTransfers',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/transfers',
  caller: 'sandbox',
  input: v.strictObject({ phone: text(20) }),
  output: v.object({ transfers: v.array(v.object({ utr: v.string(), amount: whole })) }),
});

/** The text of a visitor's captcha, to try the promotion page. */
export const sandboxCaptcha = call({
  name: 'sandboxCaptcha',
  method: 'GET',
  encoding: 'query',
  path: '/sandbox/captcha',
  caller: 'sandbox',
  input: strictObject({ visitorId: named('sid', text(64)) }),
  output: v.object({ text: v.string() }),
  rejections: { unknownSid: '90601' },
});
