import * as v from 'valibot';
import { call } from './call.ts';
import { cents, dateText, flag, flagInput, id, row, text, whole } from './fields.ts';
import { dueCard, remainder } from './loan.ts';

const orderInput = v.strictObject({ productId: v.optional(id), orderId: id });

/** Instructions that the app has for ways to pay: of a wallet by name, of a QR code, of an account number, of a counter [ours]. */
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
export type PayGuide = v.InferOutput<typeof payGuide>;

/** A way to pay; `channel_number` is sent back as `channelNumber`. [ours]: `hint` says how, in a few words; `min` and `max` bound a payment, in cents. */
export const repayChannel = v.object({
  name: v.string(),
  logo: v.string(),
  channel_number: v.string(),
  hint: v.string(),
  min: whole,
  max: whole,
  guide: payGuide,
});
export type RepayChannel = v.InferOutput<typeof repayChannel>;

/** What `/repaymentOfCode2` shows: a code that stays the same for the order, and steps by group (CODE-04). */
export const defaultPayment = v.object({
  payCode: v.string(),
  logo: v.string(),
  title: v.string(),
  payNotice: v.record(v.string(), v.array(v.object({ name: v.string(), steps: v.array(v.string()) }))),
});
export type DefaultPayment = v.InferOutput<typeof defaultPayment>;

const shared = {
  repayAmount: whole,
  repayDate: dateText,
  productName: v.string(),
  productLogo: v.string(),
  repayList: v.array(repayChannel),
  noticeMsg: v.string(),
  defDetail: v.optional(defaultPayment),
  isShowReyTop: flag,
  /** [ours] The day for which the figures hold; sent back to pay-code. */
  quotedFor: dateText,
};

/** [ours] A repayment of a plan: number, due date, cents. */
const planRow = v.object({ periodNo: whole, dueTime: dateText, amount: whole });

const rejections = { nothingDue: '40101', notYet: '40102', notRunning: '40103' } as const;

/**
 * INST-01. [ours]: `amountMin` and `amountMax` bound what a code may carry today, in cents; both are 0 where nothing can be
 * paid yet. `due` is the quote that every screen shows; `detail` are its rows, formatted, and sum to `repayAmount`.
 */
export const instalmentDetail = call({
  name: 'instalmentDetail',
  path: '/v3/repay/instalment-detail',
  input: orderInput,
  output: v.object({ ...shared, detail: v.array(row), due: dueCard, amountMin: whole, amountMax: whole }),
  rejections,
});
export type InstalmentDetail = v.InferOutput<typeof instalmentDetail.output>;

/** EXT-01. Amounts in cents; `time` of a row `YYYY-MM-DD` or empty. */
export const delayDetail = call({
  name: 'delayDetail',
  path: '/v3/repay/delay-detail',
  input: orderInput,
  output: v.object({
    ...shared,
    delayInfo: v.object({ delayAmount: whole, title: v.string() }),
    repayPlan: v.array(v.object({ remark: v.string(), title: v.string(), amount: whole, time: v.string() })),
    oldDueTime: dateText,
    dueTime: dateText,
    /** [ours] What the loan costs more in all than by the old plan when both are kept, in cents, and the two plans. */
    addedCost: whole,
    oldPlan: v.array(planRow),
    newPlan: v.array(planRow),
  }),
  rejections: { ...rejections, notExtendable: '40201' },
});

/**
 * INST-05, EXT-03. The same open code is given again for the same order, amount, channel and purpose.
 * `repriced`: the figures changed since they were quoted (a day passed); the message names the new ones, the page asks anew.
 * [ours] `quotedFor`: the day for which the page's figures hold.
 */
export const payCode = call({
  name: 'payCode',
  path: '/v3/repay/pay-code',
  input: v.strictObject({
    productId: v.optional(id),
    orderId: id,
    amount: cents,
    channelNumber: text(20),
    isDelay: v.optional(flagInput),
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

/** [ours] What became of a code: the page that shows it turns from 'waiting' into 'received' by itself. */
export const codeStatus = call({
  name: 'codeStatus',
  path: '/v3/repay/code-status',
  input: v.strictObject({ payCode: text(64) }),
  output: v.object({
    state: v.picklist(['waiting', 'received', 'expired', 'replaced', 'review']),
    orderId: v.string(),
    /** [ours] 1: a code for a counter; other numbers: a QR code (CODE-02). */
    showType: whole,
    /** [ours] The picture of this very code, or empty; the page draws no other. */
    codeImage: v.string(),
    repayAmount: whole,
    receivedAmount: whole,
    /** ISO 8601 moment at which the code stops working. */
    expiresAt: v.string(),
    channelName: v.string(),
    channelLogo: v.string(),
    /** How the channel is paid; absent where the brand has it no more. */
    guide: v.optional(payGuide),
    steps: v.array(v.string()),
    /** What the payer should know beside: an extension that is not covered yet. Empty where there is nothing. */
    note: v.string(),
    /** [ours] Once the money is received: what is left, and when it is due. */
    rest: v.optional(remainder),
  }),
});
export type CodeStatus = v.InferOutput<typeof codeStatus.output>;

/**
 * [ours] What paying later costs, day by day: `/repayOrNot` says it before anyone decides. Cents. `amount` is what the same
 * repayments cost on that day, `more` how much that is above what they cost until their due date; the next regular
 * repayment is no cost of waiting and counts in neither.
 */
export const laterCost = call({
  name: 'laterCost',
  path: '/v3/repay/later-cost',
  input: orderInput,
  output: v.object({
    productName: v.string(),
    /** The quote that every screen shows. */
    due: dueCard,
    repayAmount: whole,
    repayDate: dateText,
    overdueDays: whole,
    /** False where nothing can be paid yet; `from` then says when. */
    payable: v.boolean(),
    from: v.optional(dateText),
    later: v.array(v.object({ time: dateText, days: whole, amount: whole, more: whole })),
    /** 1: the due date can be moved today. */
    isDelay: flag,
  }),
  rejections,
});
export type LaterCost = v.InferOutput<typeof laterCost.output>;

/** KEY-07: every way to pay. `kind` `transfer` is made by hand at a bank, to `account`, and told by its reference (UTR). */
export const payType = call({
  name: 'payType',
  path: '/v3/repay/pay-type',
  input: v.strictObject({ orderId: v.optional(id), productId: v.optional(id) }),
  output: v.object({
    list: v.array(
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
            /** The branch's code, where the country's transfers need one (India). */
            ifsc: v.optional(v.string()),
          }),
        ),
      }),
    ),
    /** The references sent for this order, newest first. */
    sent: v.array(
      v.object({
        utr: v.string(),
        amount: whole,
        time: dateText,
        state: v.picklist(['review', 'accepted', 'refused']),
        reason: v.string(),
      }),
    ),
  }),
});
export type PayType = v.InferOutput<typeof payType.output>;

/** A picture of the bank's receipt, multipart, field `image`; its url goes with the reference. */
export const uploadReceipt = call({
  name: 'uploadReceipt',
  path: '/v3/repay/upload-receipt',
  encoding: 'multipart',
  idempotent: true,
  input: v.strictObject({ image: v.custom<Blob>((value) => typeof value === 'object') }),
  output: v.object({ url: v.string() }),
  rejections: {
    noPicture: '61101',
    notAPicture: '61102',
    heicPicture: '61103',
    pictureTooLarge: '61104',
    pictureTooManyPixels: '61105',
    tooManyUploads: '61106',
  },
});

/** KEY-07: the reference of a transfer that was made by hand. A person compares it with the bank's statement before it counts. */
export const utrSubmit = call({
  name: 'utrSubmit',
  path: '/v3/repay/utr-submit',
  idempotent: true,
  input: v.strictObject({
    orderId: id,
    channelNumber: text(20),
    utr: text(60),
    amount: cents,
    image: v.optional(v.union([text(500), v.literal('')])),
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
