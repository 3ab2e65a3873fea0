import * as v from 'valibot';
import { cents, dateText, flag, flagInput, idOf, row, shownIdOf, text, whole } from '../fields/fields.ts';
import { amountRow, dueCard, nextPayment, pastPayment, remainder, repaymentRow } from '../shapes/loan.ts';
import { loanMilestone } from '../shapes/milestone.ts';
import { pictureFile, pictureRejections, uploadedPicture } from '../shapes/picture.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object, strictObject } from '../wire/wire.ts';

const orderInput = v.strictObject({ productId: v.optional(idOf<'product'>()), orderId: idOf<'order'>() });

/** [ours] Payment instructions of the app, by kind: a named wallet, a QR code, an account number, a counter. */
export const payGuides = [
  'gcash',
  'maya',
  'qrph',
  'upi',
  'bankqr',
  'wallet',
  'qris',
  'account',
  'store',
] as const;
const payGuide = v.picklist(payGuides);
export type PayGuide = InternalValue<typeof payGuide>;

/** A payment channel. [ours] `hint` is a short instruction; `min` and `max` limit a payment, in cents. */
export const repayChannel = object({
  name: v.string(),
  logo: v.string(),
  channelNumber: named('channel_number', v.string()),
  hint: v.string(),
  min: whole,
  max: whole,
  guide: payGuide,
  /** [ours] As of its codes (CODE-02): 1 is a code to type or show at a counter, any other number a QR code. */
  showType: whole,
});
export type RepayChannel = InternalValue<typeof repayChannel>;

/** The content of `/repaymentOfCode2`: the order's open code, and steps by group (CODE-04). */
export const defaultPayment = object({
  payCode: v.string(),
  /** [ours] 1: a number. Other numbers: a QR code, which the page draws (CODE-02). */
  showType: whole,
  /** [ours] The picture of the code, or empty: a virtual account's number is typed. */
  codeImage: v.string(),
  logo: v.string(),
  title: v.string(),
  instructions: named(
    'payNotice',
    v.record(v.string(), v.array(v.object({ name: v.string(), steps: v.array(v.string()) }))),
  ),
});
export type DefaultPayment = InternalValue<typeof defaultPayment>;

const shared = {
  repayAmount: whole,
  repayDate: dateText,
  productName: v.string(),
  productLogo: v.string(),
  channels: named('repayList', v.array(repayChannel)),
  bannerText: named('noticeMsg', v.string()),
  permanentCode: named('defDetail', v.optional(defaultPayment)),
  showsBanner: named('isShowReyTop', flag),
  /** [ours] The day for which the figures are valid. `payCode` sends it back. */
  quotedFor: dateText,
};

/** [ours] A repayment of a plan. `amount` in cents. */
const planRow = object({ periodNo: whole, dueDate: named('dueTime', dateText), amount: whole });

/**
 * [ours] What a borrower can choose to pay today. `late`: the late repayments alone. `next`: what is late and
 * the next repayment, which is not due yet. `due`: the quote's amount. `ahead`: the requested number of
 * repayments. `payoff`: everything. Cents; `rows` sum to `amount`.
 */
const wayToPay = object({
  kind: v.picklist(['late', 'due', 'next', 'ahead', 'payoff']),
  amount: whole,
  /** Tomorrow's cost of the same. Only of a late loan. */
  tomorrow: v.optional(whole),
  /** The last day by which what it pays is due. */
  through: v.optional(dateText),
  rows: v.array(amountRow),
  /** The loan after the payment: how many repayments are paid, and what is to be paid next unless everything is. */
  after: object({ paid: whole, next: v.optional(nextPayment) }),
});
export type WayToPay = InternalValue<typeof wayToPay>;

/** [ours] What an amount of the borrower's own pays today, as the engine allocates it. Cents. */
const partPayment = object({
  amount: whole,
  /** What of it pays late interest, charges and a refund owed. */
  charges: whole,
  /** The repayments of which it pays something, and what it leaves of each. */
  repayments: v.array(object({ periodNo: whole, amount: whole, unpaid: whole })),
  after: wayToPay.entries.after,
});
export type PartPayment = InternalValue<typeof partPayment>;

const rejections = { nothingDue: '40101', notYet: '40102', notRunning: '40103' } as const;

/**
 * INST-01. [ours] `amountMin` and `amountMax` limit the amount of a code today, in cents; both are 0 while no
 * payment is possible. `due` is the quote that every screen shows. `rows` are its rows, formatted; they sum
 * to `repayAmount`.
 */
export const instalmentDetail = call({
  name: 'instalmentDetail',
  path: '/v3/repay/instalment-detail',
  /**
   * `steps`: the number of repayments that the borrower chose to pay; its amount is then one of `ways`. `amount`: an amount that
   * the borrower typed; what it pays is then `part`.
   */
  input: v.strictObject({ ...orderInput.entries, steps: v.optional(whole), amount: v.optional(whole) }),
  output: object({
    ...shared,
    rows: named('detail', v.array(row)),
    due: dueCard,
    /** [ours] The plan with what is paid of it. */
    repayments: v.array(repaymentRow),
    ways: v.array(wayToPay),
    /** [ours] Absent if the amount cannot be paid today. */
    part: v.optional(partPayment),
    /** [ours] The end of a kept arrangement if what is due of it stays unpaid, in words. */
    ifUnpaid: v.optional(v.string()),
    amountMin: whole,
    amountMax: whole,
    /** [ours] Whether the due date can be moved today. */
    canExtend: named('isDelay', flag),
  }),
  rejections,
});
export type InstalmentDetail = InternalValue<typeof instalmentDetail.output>;

/** EXT-01. Amounts in cents. `date` of a row is `YYYY-MM-DD` or empty. */
export const delayDetail = call({
  name: 'delayDetail',
  path: '/v3/repay/delay-detail',
  input: orderInput,
  output: object({
    ...shared,
    extension: named('delayInfo', object({ amount: named('delayAmount', whole), title: v.string() })),
    planRows: named(
      'repayPlan',
      v.array(
        object({
          remark: v.string(),
          title: v.string(),
          amount: whole,
          date: named('time', v.string()),
        }),
      ),
    ),
    oldDueDate: named('oldDueTime', dateText),
    dueDate: named('dueTime', dateText),
    /** [ours] The increase of the loan's total cost in cents if the new plan replaces the old one, and both plans. */
    addedCost: whole,
    oldPlan: v.array(planRow),
    newPlan: v.array(planRow),
    /** [ours] The late charges so far that the price includes: without the extension they are owed beside the old plan. */
    lateCharges: whole,
  }),
  rejections: { ...rejections, notExtendable: '40201' },
});

/**
 * INST-05, EXT-03. Returns the same open code for the same order, amount, channel and purpose. `repriced`: the figures changed
 * since they were quoted, because a day passed. The message has the new figures, and the page asks the borrower again.
 * [ours] `quotedFor`: the day for which the page's figures are valid.
 */
export const payCode = call({
  name: 'payCode',
  path: '/v3/repay/pay-code',
  input: strictObject({
    productId: v.optional(idOf<'product'>()),
    orderId: idOf<'order'>(),
    amount: cents,
    channelNumber: text(20),
    isExtension: named('isDelay', v.optional(flagInput)),
    quotedFor: v.optional(dateText),
  }),
  output: v.object({ payUrl: v.string() }),
  rejections: {
    ...rejections,
    amountTooSmall: '40301',
    amountTooLarge: '40302',
    noSuchChannel: '40303',
    notExtendable: '40304',
    repriced: '40305',
    channelLimit: '40306',
    notWhole: '40307',
  },
  idempotent: true,
});

/** [ours] The state of a code. Its page polls this call and changes from `waiting` to `received`. */
export const codeStatus = call({
  name: 'codeStatus',
  path: '/v3/repay/code-status',
  input: v.strictObject({ payCode: text(64) }),
  output: object({
    state: v.picklist(['waiting', 'received', 'expired', 'replaced', 'review']),
    orderId: shownIdOf<'order'>(),
    /** [ours] 1: a code for a counter. Other numbers: a QR code (CODE-02). */
    showType: whole,
    /** [ours] The picture of this code, or empty. The page draws no picture itself. */
    codeImage: v.string(),
    /**
     * [ours] The address that opens a payment app on the same phone: with this code (`upi://pay?…`), or the
     * channel's own app.
     */
    appUrl: v.optional(v.string()),
    repayAmount: whole,
    receivedAmount: whole,
    /** [ours] Who is paid: the lender's legal name. */
    payee: v.string(),
    /** When the code expires (ISO 8601). */
    expiresAt: v.string(),
    /**
     * [ours] The last day on which it pays what it was made for, if it can be paid later; `more`: cents that then stay open on the
     * next day.
     */
    settlesUntil: v.optional(object({ date: dateText, more: whole })),
    channelName: v.string(),
    channelLogo: v.string(),
    /** The payment instructions of the channel; absent if the brand no longer has the channel. */
    guide: v.optional(payGuide),
    steps: v.array(v.string()),
    /** An additional note for the payer, such as an extension that is not fully paid. Empty without a note. */
    note: v.string(),
    /** [ours] After the payment is received: the remainder and its due date. */
    remainder: named('rest', v.optional(remainder)),
    /**
     * [ours] The payments of this code, newest first, and the loan's repayments after them: empty while an
     * arrangement is kept.
     */
    payments: v.array(pastPayment),
    repayments: v.array(repaymentRow),
    milestone: v.optional(loanMilestone),
  }),
});
export type CodeStatus = InternalValue<typeof codeStatus.output>;

/**
 * [ours] The cost of paying later, by day, for `/repayOrNot`. Cents. `amount` is the cost of the same repayments on that day.
 * `more` is the excess over `repayAmount`. The next regular repayment is not a cost of waiting and is in neither.
 */
export const laterCost = call({
  name: 'laterCost',
  path: '/v3/repay/later-cost',
  input: orderInput,
  output: object({
    productName: v.string(),
    /** The quote that every screen shows. */
    due: dueCard,
    repayAmount: whole,
    repayDate: dateText,
    overdueDays: whole,
    /** False while no payment is possible; `payableFrom` is then the first day on which it is. */
    payable: v.boolean(),
    payableFrom: named('from', v.optional(dateText)),
    later: v.array(object({ date: named('time', dateText), days: whole, amount: whole, more: whole })),
    /** What moving the due date today adds, in cents; undefined if it cannot be moved. */
    extensionAdds: v.optional(whole),
  }),
  rejections,
});
export type LaterCost = InternalValue<typeof laterCost.output>;

/**
 * KEY-07: all payment channels. A `transfer` is a manual bank transfer to `account`; the borrower then
 * submits its reference (UTR).
 */
export const payType = call({
  name: 'payType',
  path: '/v3/repay/pay-type',
  input: v.strictObject({ orderId: v.optional(idOf<'order'>()), productId: v.optional(idOf<'product'>()) }),
  output: object({
    channels: named(
      'list',
      v.array(
        v.object({
          name: v.string(),
          logo: v.string(),
          channelNumber: v.string(),
          kind: v.picklist(['code', 'qr', 'transfer']),
          hint: v.string(),
          min: whole,
          max: whole,
          account: v.optional(
            v.object({
              bank: v.string(),
              number: v.string(),
              holder: v.string(),
              /** The branch code that transfers in India require. */
              ifsc: v.optional(v.string()),
            }),
          ),
        }),
      ),
    ),
    /** What the order's loan asks for now, and for the same tomorrow if that is more. Cents; undefined: nothing. */
    due: named('dueAmount', v.optional(whole)),
    tomorrow: v.optional(whole),
    /** The submitted references of this order, newest first. */
    references: named(
      'sent',
      v.array(
        object({
          utr: v.string(),
          amount: whole,
          date: named('time', dateText),
          state: v.picklist(['review', 'accepted', 'rejected']),
          reason: v.string(),
        }),
      ),
    ),
  }),
});
export type PayType = InternalValue<typeof payType.output>;

/** Uploads a picture of the bank's receipt (multipart). `utrSubmit` sends its url. */
export const uploadReceipt = call({
  name: 'uploadReceipt',
  path: '/v3/repay/upload-receipt',
  encoding: 'multipart',
  idempotent: true,
  input: strictObject({ picture: named('image', pictureFile) }),
  output: uploadedPicture,
  rejections: pictureRejections,
});

/**
 * KEY-07: submits the reference of a manual transfer. The lender compares it with the bank statement before
 * the payment counts.
 */
export const utrSubmit = call({
  name: 'utrSubmit',
  path: '/v3/repay/utr-submit',
  idempotent: true,
  input: strictObject({
    orderId: idOf<'order'>(),
    channelNumber: text(20),
    utr: text(60),
    amount: cents,
    receiptUrl: named('image', v.optional(v.union([text(500), v.literal('')]))),
  }),
  output: v.object({ utr: v.string() }),
  rejections: {
    nothingDue: '40101',
    notRunning: '40103',
    noSuchChannel: '40303',
    malformedUtr: '40401',
    usedUtr: '40402',
    unknownPicture: '61007',
    channelLimit: '40306',
    tooManyReferences: '40403',
  },
});
