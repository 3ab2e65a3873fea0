import * as v from 'valibot';
import { dateText, empty, flag, id, idOf, ordinal, row, shownIdOf, text, whole } from '../fields/fields.ts';
import { certifyStepNames } from '../shapes/certify-steps.ts';
import { computableLoan, dueCard, paidOut, pastPayment, repaymentRow, stepsQuote } from '../shapes/loan.ts';
import { loanMilestone, milestoneKind } from '../shapes/milestone.ts';
import { call } from '../wire/call.ts';

export type { DueCard, StepsQuote } from '../shapes/loan.ts';

import { orderStatus } from '../shapes/order-status.ts';
import { recommendedProduct } from '../shapes/recommended-product.ts';
import { type InternalValue, named, object, strictObject } from '../wire/wire.ts';

/** [ours] A loan in four figures. `repayment`: the first one. */
const offeredFigures = v.object({ amount: whole, receive: whole, repayment: whole, cost: whole });

/** ORD-22. Empty text means that the value is absent. */
export const loanDetails = call({
  name: 'loanDetails',
  path: '/v3/loan-details/loan-details',
  input: v.strictObject({ productId: v.optional(idOf<'product'>()), orderId: idOf<'order'>() }),
  output: object({
    status: named('orderStatus', orderStatus),
    statusTitle: named('noticeStatusText', v.string()),
    statusText: named('noticeDesText', v.string()),
    recommendedProducts: named('recProducts', v.array(recommendedProduct)),
    productName: v.string(),
    productLogo: v.string(),
    order: named(
      'userOrderDetail',
      object({
        rows: named('detail', v.array(v.object({ ...row.entries, note: v.optional(v.string()) }))),
        due: v.optional(dueCard),
        /** [ours] Cents, at every status. */
        credit: whole,
        refundReceivable: named('refundOwed', whole),
        /** [ours] The payments that count less the refunds, in cents: the sum of `payments`. */
        paid: whole,
        /** [ours] After the payout: the repayments with their actual due dates, and the payments so far, newest first. */
        repayments: v.array(repaymentRow),
        payments: v.array(pastPayment),
        payout: v.optional(paidOut),
        /** [ours] Of a running loan: the quote of today, and what a page needs to quote another day or more repayments. */
        quote: v.optional(stepsQuote),
        loan: v.optional(computableLoan),
        /** [ours] The day for which the borrower asked a reminder. */
        remindOn: v.optional(dateText),
      }),
    ),
    awaitsWithdrawal: named('inside', flag),
    /** The address for withdrawing the loan; empty: by the call `withdraw`. */
    withdrawalUrl: named('h5Url', v.string()),
    canExtend: named('isDelay', flag),
    servicePhone: named('telephone', v.string()),
    asksForRating: named('isScore', flag),
    /** The page of a partner that serves this order. */
    partnerUrl: named('playeduL', v.string()),
    withdrawalPrompt: named('reyMsg', v.string()),
    /**
     * [ours] Whether the money goes out at once when it is withdrawn: the account is the borrower's own, and
     * not new in place of another.
     */
    paysAtOnce: flag,
    /** [ours] What the withdrawal sends, in cents, and the account that it goes to. Absent in the specification's market. */
    payoutTo: v.optional(object({ amount: whole, account: v.string() })),
    /** Advice on paying safely. */
    safetyTip: named('KindTipsMsg', v.optional(v.string())),
    needsAccount: named('cardNeedPop', flag),
    accountPromptTitle: named('cardPopTitle', v.string()),
    accountPromptText: named('cardPopMsg', v.string()),
    productId: shownIdOf<'product'>(),
    milestone: v.optional(loanMilestone),
    /** [ours] A person decides the application. */
    isReferred: named('referred', v.optional(flag)),
    /** [ours] A payment was reversed lately: the status says what that means, and what to do. */
    isReversed: named('reversed', v.optional(flag)),
    /** [ours] The step of the certification in which the borrower corrects what a reviewer asks for. */
    correct: v.optional(v.picklist(certifyStepNames)),
    /**
     * [ours] What a borrower who cannot pay now can do: see the ways, read that the request is looked at, or
     * that there is an offer.
     */
    waysOut: v.optional(v.picklist(['open', 'asked', 'offered'])),
    /** [ours] The parts of the offer, in cents as of today, and the last day on which the borrower can accept it. */
    offer: v.optional(
      object({ parts: v.array(object({ date: dateText, amount: whole })), validThrough: dateText }),
    ),
    /**
     * [ours] The arrangement that runs. Amounts in cents. `due`: of parts that have fallen due. `next`: the
     * next part to come. `parts`: as they were agreed; `owed` is what is left of them, of the last ones
     * first. `instalments`: the numbers of its repayments.
     */
    arrangement: v.optional(
      object({
        owed: whole,
        due: whole,
        next: v.optional(object({ date: dateText, amount: whole })),
        parts: v.array(object({ date: dateText, amount: whole })),
        instalments: v.array(whole),
      }),
    ),
    /** [ours] What the borrower promised a collector to pay, in cents, and by when. Nobody reminds before. */
    promise: v.optional(object({ amount: whole, date: dateText })),
    /** [ours] Less than was asked for, which the borrower may take until a day. Amounts in cents. */
    counterOffer: v.optional(
      object({
        asked: offeredFigures,
        offered: offeredFigures,
        /** The number of repayments; all but the last are the same. */
        periods: whole,
        takeUrl: v.string(),
        until: dateText,
      }),
    ),
    /** [ours] Why an application was refused, each reason with what changes it. Absent in the specification's market. */
    refusal: v.optional(
      object({
        /** Cents. */
        amount: whole,
        appliedOn: dateText,
        /** The first day of the next application, today at the earliest; absent while another order is open. */
        applyFrom: v.optional(dateText),
        /** The reminder of that day: true if it can be requested, and the day of one that was. */
        canRemind: flag,
        remindOn: v.optional(dateText),
        reasons: v.array(v.object({ text: v.string(), helps: v.string() })),
        /** The reviewer's message; empty if there is none. */
        words: v.string(),
        /** The state of the borrower's question to a person. Absent: the borrower can ask. */
        appeal: v.optional(v.picklist(['asked', 'upheld', 'reopened'])),
      }),
    ),
  }),
});
export type LoanDetails = InternalValue<typeof loanDetails.output>;

/** KEY-05: filters of the order list. `running`: from application to settlement. `due`: due soon or overdue. */
export const orderTabs = ['all', 'running', 'due', 'settled'] as const;
export type OrderTab = (typeof orderTabs)[number];

/** An order in a list. Amounts in cents. */
export const listedOrder = object({
  orderId: named('orderNo', shownIdOf<'order'>()),
  productId: shownIdOf<'product'>(),
  productName: v.string(),
  productLogo: v.string(),
  status: orderStatus,
  statusText: v.string(),
  /** The amount lent or applied for. */
  amount: whole,
  appliedOn: dateText,
  settledOn: v.optional(dateText),
  due: v.optional(dueCard),
  /** Cents, at every status. */
  credit: whole,
  refundReceivable: named('refundOwed', whole),
});
export type ListedOrder = InternalValue<typeof listedOrder>;

/** The borrower's orders, newest first, in pages. `after` is `next` of the previous page. The last page has no `next`. */
export const orderList = call({
  name: 'orderList',
  path: '/v3/order/list',
  input: v.strictObject({ tab: v.optional(v.picklist(orderTabs)), after: v.optional(id) }),
  output: v.object({ tab: v.picklist(orderTabs), list: v.array(listedOrder), next: v.optional(v.string()) }),
});
export type OrderList = InternalValue<typeof orderList.output>;

/** [ours] Declines the smaller offer that an application was answered with. */
export const declineOffer = call({
  name: 'declineOffer',
  path: '/v3/loan-details/decline-offer',
  input: v.strictObject({ orderId: idOf<'order'>() }),
  output: empty,
  rejections: { noOffer: '30104' },
  idempotent: true,
});

/** Starts the payout of an approved loan to the bound account. Requires an approved order that `awaitsWithdrawal`. */
export const withdraw = call({
  name: 'withdraw',
  path: '/v3/loan-details/withdraw',
  input: v.strictObject({ orderId: idOf<'order'>() }),
  output: empty,
  rejections: { notWaiting: '30101', noAccount: '30102', offerLapsed: '30103', otherLoanRuns: '30105' },
  idempotent: true,
});

/**
 * [ours] The quote of some repayments on a day: the figure that counts. `added`: what the same repayments
 * cost more on the day than today, in cents. `rules`: the version of the server's rules. `eventCount`: the
 * number of events of the loan that the quote knows.
 */
export const quoteSteps = call({
  name: 'quoteSteps',
  path: '/v3/loan-details/quote-steps',
  input: v.strictObject({ orderId: idOf<'order'>(), day: dateText, steps: whole }),
  output: object({ quote: stepsQuote, added: whole, rules: whole, eventCount: whole }),
  rejections: { nothingDue: '40101', notRunning: '40103', dayOutside: '30401', stepsOutside: '30402' },
});

/**
 * [ours] Asks for one text message on a day: about a running loan on any day until its end, and a payment
 * cancels it; about a refused application on the day from which its borrower can apply again. A later request
 * replaces it.
 */
export const remindToPay = call({
  name: 'remindToPay',
  path: '/v3/loan-details/remind',
  input: v.strictObject({ orderId: idOf<'order'>(), day: dateText }),
  output: object({ remindOn: dateText }),
  rejections: { nothingDue: '40101', notRunning: '40103', dayOutside: '30401' },
  idempotent: true,
});

/** [ours] Asks a person of the lender to look at a refusal again, once an application. */
export const askPerson = call({
  name: 'askPerson',
  path: '/v3/loan-details/ask-person',
  input: v.strictObject({ orderId: idOf<'order'>() }),
  output: empty,
  rejections: { notRefused: '30403', askedAlready: '30404' },
  idempotent: true,
});

/**
 * [ours] Records that a page shows a milestone. `isFirst`: no page has shown it before. A page that is told
 * otherwise closes it. An event that is not the order's newest is shown nowhere, so the answer is the same.
 */
export const milestoneSeen = call({
  name: 'milestoneSeen',
  path: '/v3/loan-details/milestone-seen',
  input: v.strictObject({ orderId: idOf<'order'>(), kind: milestoneKind, eventId: id }),
  output: object({ isFirst: flag }),
  idempotent: true,
});

/** ORD-13: `score` is always 5. [ours] `stars` is the borrower's choice. */
export const rateOrder = call({
  name: 'rateOrder',
  path: '/v3/loan-details/google-score',
  input: v.strictObject({
    score: v.pipe(whole, v.value(5, 'must be 5')),
    orderId: v.optional(idOf<'order'>()),
    stars: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(5))),
  }),
  output: empty,
  rejections: { notSettled: '30201', alreadyRated: '30202' },
  idempotent: true,
});

/** ORD-18. The page passes a link that is not http to the bridge. */
export const recommendedClick = call({
  name: 'recommendedClick',
  path: '/gopia/goya/define',
  encoding: 'form',
  masked: 'input',
  input: strictObject({
    module: named('moduleId', ordinal),
    position: named('positionId', ordinal),
    key: v.pipe(text(64), v.minLength(1)),
  }),
  output: v.object({ url: v.string() }),
  rejections: { notOffered: '30301', linkRefused: '30302' },
});
