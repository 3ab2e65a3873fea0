import * as v from 'valibot';
import { cents, dateText, flag, idOf, nothing, row, shownIdOf, whole } from '../fields/fields.ts';
import { dueCard, repaymentRow } from '../shapes/loan.ts';
import { orderStatus } from '../shapes/order-status.ts';
import { recommendedProduct } from '../shapes/recommended-product.ts';
import { call } from '../wire/call.ts';
import { type InternalValue, named, object } from '../wire/wire.ts';

/** A product of the lender in the list of products. Texts are formatted. */
export const listedProduct = v.object({
  productId: shownIdOf<'product'>(),
  productName: v.string(),
  productLogo: v.string(),
  kind: v.picklist(['single', 'perPeriod']),
  amountRange: v.string(),
  term: v.string(),
  rate: v.string(),
  /** The total cost per thousand lent, as text, to compare products. */
  cost: v.string(),
});
export type ListedProduct = InternalValue<typeof listedProduct>;

/** [ours] A status and its meaning, as the order's page says them. */
export const orderNotice = v.object({ title: v.string(), text: v.string() });

/** The running order on its card. `amount` in cents. */
export const runningOrder = v.object({
  orderId: shownIdOf<'order'>(),
  productId: shownIdOf<'product'>(),
  productName: v.string(),
  productLogo: v.string(),
  status: orderStatus,
  statusText: v.string(),
  /** [ours] What the status means: before the payout, and after a payment was reversed. */
  notice: v.optional(orderNotice),
  /** [ours] What it waits for from the borrower before the payout, in the words of a button. */
  step: v.optional(v.string()),
  amount: whole,
  /** The next repayment, after the payout. */
  due: v.optional(dueCard),
  /** After the payout. Empty while an arrangement is kept. */
  repayments: v.array(repaymentRow),
  /** [ours] Of a late loan: the borrower asked to pay in parts, or has the lender's proposal to answer. */
  waysOut: v.optional(v.picklist(['asked', 'offered'])),
});

/** A settled loan with credit: refundable cents that belong to the borrower. */
export const creditedOrder = v.object({
  orderId: shownIdOf<'order'>(),
  productId: shownIdOf<'product'>(),
  productName: v.string(),
  credit: whole,
});

/** [ours] What a borrower without a loan is offered first, with its whole cost. Cents. */
export const homeOffer = v.object({
  productId: shownIdOf<'product'>(),
  productName: v.string(),
  term: v.string(),
  rate: v.string(),
  amount: whole,
  amountMax: whole,
  /** [ours] The borrower's limit, and the next one with its condition, in their language; absent where there is none. */
  limitText: v.optional(v.string()),
  nextLimitText: v.optional(v.string()),
  netProceeds: whole,
  totalCost: whole,
  periods: whole,
  /** The first repayment. */
  repayment: whole,
});
export type HomeOffer = InternalValue<typeof homeOffer>;

export const homeIndex = call({
  name: 'homeIndex',
  path: '/v3/home/index',
  input: nothing,
  output: object({
    products: v.array(listedProduct),
    order: v.optional(runningOrder),
    credits: v.array(creditedOrder),
    /**
     * [ours] `new`: details are missing. `ready`: may apply. `returning`: has settled a loan, and may apply.
     * Absent with `steps` and `stepsDone` while an order runs.
     */
    standing: v.optional(v.picklist(['new', 'ready', 'returning'])),
    /** [ours] Of `steps` groups of details that an application needs, `stepsDone` are saved. */
    steps: v.optional(whole),
    stepsDone: v.optional(whole),
    /** [ours] Absent while a loan is under way, or before the borrower may apply again. */
    offer: v.optional(homeOffer),
    /**
     * Without `order` the reason why the borrower cannot apply now, and the order that explains it; beside `order` one that waits
     * for its money.
     */
    otherOrder: v.optional(
      object({
        orderId: shownIdOf<'order'>(),
        productId: shownIdOf<'product'>(),
        notice: named('noticeMsg', v.string()),
        /** [ours] Of a refusal: its first reason, and what changes it. */
        reason: v.optional(v.string()),
        helps: v.optional(v.string()),
      }),
    ),
    /** [ours] Messages that the borrower has not read; absent without any. */
    unread: v.optional(whole),
    servicePhone: named('telephone', v.string()),
  }),
});
export type HomeIndex = InternalValue<typeof homeIndex.output>;

const noted = v.object({ ...row.entries, note: v.optional(v.string()) });

/**
 * The details of a product with an example of its cost for `amount` (cents within the product's range; default: the offered
 * amount). `next` is the step that comes before an application.
 */
export const productDetail = call({
  name: 'productDetail',
  path: '/v3/product/detail',
  input: v.strictObject({ productId: idOf<'product'>(), amount: v.optional(cents) }),
  output: object({
    product: listedProduct,
    amountMin: whole,
    amountMax: whole,
    /** [ours] As in `homeOffer`. */
    limitText: v.optional(v.string()),
    nextLimitText: v.optional(v.string()),
    amountStep: whole,
    amount: whole,
    /** The payout after the fee, and the total cost of the loan. */
    netProceeds: whole,
    totalCost: whole,
    example: v.object({ title: v.string(), rows: v.array(noted) }),
    repayments: named(
      'repay_plans',
      v.array(
        v.object({
          periodNo: whole,
          /** Days after the payout. */
          day: whole,
          title: v.string(),
          description: v.string(),
          amount: whole,
          principal: whole,
          interest: whole,
        }),
      ),
    ),
    /** The cost of late payment in the same example. */
    late: v.object({ title: v.string(), rows: v.array(noted) }),
    rows: v.array(noted),
    /** `order`: a loan is running. `wait`: an application was rejected; the next one is allowed from `applyFrom`. */
    next: v.picklist(['confirm', 'certify', 'order', 'wait']),
    /** The running loan, or the rejected application. */
    orderId: v.optional(shownIdOf<'order'>()),
    /** [ours] True if the running order is an application without a decision. */
    isApplied: v.optional(flag),
    applyFrom: v.optional(dateText),
  }),
  rejections: { withdrawn: '20101', amountOutOfRange: '20105' },
});
export type ProductDetail = InternalValue<typeof productDetail.output>;

/** Recommended products outside an order's page: of the lender and of partners. */
export const recommendList = call({
  name: 'recommendList',
  path: '/v3/product/recommend-list',
  input: nothing,
  output: object({ recommendedProducts: named('recProducts', v.array(recommendedProduct)) }),
});

/** Starts an application for a product, optionally for `amount` cents. Returns the url of the next page. */
export const productApply = call({
  name: 'productApply',
  path: '/v3/product/apply',
  input: v.strictObject({ productId: idOf<'product'>(), amount: v.optional(cents) }),
  output: v.object({ url: v.string() }),
  rejections: {
    withdrawn: '20101',
    notCertified: '20102',
    runningOrder: '20103',
    tooSoon: '20104',
    amountOutOfRange: '20105',
    blocked: '20106',
  },
});
