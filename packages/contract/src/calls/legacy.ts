import * as v from 'valibot';
import { cents, flag, flagInput, idOf, nothing, shownIdOf, text, whole } from '../fields/fields.ts';
import { dueCard } from '../shapes/loan.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object, strictObject } from '../wire/wire.ts';

/** The older repayment by bank card has its own prefix, form bodies and success code (LEG-01 … LEG-08). */
const prefix = '/v1/youmi/youmi-api/service/loan';
const older = { encoding: 'form', success: '0' } as const;

/** A bank card. The whole number is never stored. */
const bankCard = object({
  id: shownIdOf<'card'>(),
  bankName: v.string(),
  /** The last four digits. */
  lastDigits: named('cardNo', v.string()),
  bankCode: v.string(),
});
export type BankCard = InternalValue<typeof bankCard>;

/**
 * LEG-01. `secondMethod`: whether a second payment method is available. `paymentToken` is valid for one
 * payment. Without `orderId`: the running order.
 */
export const repaymentWay = call({
  ...older,
  name: 'repaymentWay',
  path: `${prefix}/repayment-way`,
  input: v.strictObject({ orderId: v.optional(idOf<'order'>()) }),
  output: object({
    secondMethod: named('alipay', flag),
    paymentToken: named('repayToken', v.string()),
    cards: named('bankCards', v.array(bankCard)),
    /** [ours] Input of the two calls that follow. */
    userId: v.string(),
    orderId: shownIdOf<'order'>(),
    amount: whole,
    couponId: v.string(),
    /** [ours] The quote that every screen shows. `kind` is `maturity` while no payment is possible. */
    due: dueCard,
  }),
  rejections: { nothingDue: '40101', notRunning: '40103' },
});
export type RepaymentWay = InternalValue<typeof repaymentWay.output>;

/**
 * LEG-03. With `sendsCode` 1 a code is sent if the card's bank requires one. A repeated call sends a new code
 * for the same payment.
 */
export const repaymentCommit = call({
  ...older,
  name: 'repaymentCommit',
  path: `${prefix}/repayment-commit`,
  input: strictObject({
    amount: cents,
    bankName: text(100),
    cardId: idOf<'card'>(),
    lastDigits: named('cardNo', text(20)),
    couponId: v.optional(text(64)),
    orderId: idOf<'order'>(),
    paymentToken: named('repayToken', text(200)),
    bankCode: text(20),
    sendsCode: named('sendMsg', flagInput),
  }),
  output: object({
    needsCode: named('needValid', flag),
    paymentId: named('repayRecordId', shownIdOf<'cardPayment'>()),
  }),
  rejections: {
    nothingDue: '40101',
    notYet: '40102',
    notRunning: '40103',
    amountTooSmall: '40301',
    amountTooLarge: '40302',
    notWhole: '40307',
    unknownCard: '800001',
    cardDeclined: '800002',
    unknownCoupon: '800003',
    staleToken: '800004',
    paidTwice: '800005',
    codeTooSoon: '60102',
  },
});

/** LEG-04. `paymentId` is that of `repaymentCommit`. */
export const repaymentConfirm = call({
  ...older,
  name: 'repaymentConfirm',
  path: `${prefix}/repayment-confirm`,
  input: strictObject({
    orderId: idOf<'order'>(),
    code: named('verifyCode', text(10)),
    paymentId: named('repaymentRecordId', idOf<'cardPayment'>()),
  }),
  output: v.object({}),
  rejections: { paidTwice: '800005', wrongVerifyCode: '800006', cardDeclined: '800002' },
});

/** LEG-06: the second payment method. The browser opens `url`. */
export const repaymentHuichao = call({
  ...older,
  name: 'repaymentHuichao',
  path: `${prefix}/repayment-huichao`,
  input: v.strictObject({ userId: text(64), orderId: idOf<'order'>(), amount: cents }),
  output: v.object({ url: v.string() }),
  rejections: {
    nothingDue: '40101',
    notYet: '40102',
    notRunning: '40103',
    amountTooSmall: '40301',
    amountTooLarge: '40302',
    notWhole: '40307',
  },
});

/** KEY-04: banks with supported cards. */
export const cardBanks = call({
  ...older,
  name: 'cardBanks',
  path: `${prefix}/card-banks`,
  input: nothing,
  output: v.object({ banks: v.array(v.object({ bankCode: v.string(), bankName: v.string() })) }),
});

/**
 * KEY-04: binds a debit card. The server passes the number to the provider and stores only the provider's
 * token. It never logs the number.
 */
export const bindDebitCard = call({
  ...older,
  name: 'bindDebitCard',
  path: `${prefix}/bind-card`,
  input: strictObject({
    bankCode: text(20),
    cardNumber: named('cardNo', text(40)),
    validThru: text(7),
    holderName: text(60),
  }),
  output: object({ id: v.string(), lastDigits: named('cardNo', v.string()) }),
  rejections: {
    noSuchBank: '800011',
    malformedCard: '800012',
    expiredCard: '800013',
    malformedHolder: '800014',
    cardRefused: '800015',
    tooManyCards: '800016',
  },
});
