import * as v from 'valibot';
import { call } from './call.ts';
import { cents, dateText, id, nothing, row, whole } from './fields.ts';
import { dueCard } from './loan.ts';
import { orderStatuses, recommendedProduct } from './order.ts';

/** A product of the lender's own, as listed. Amounts in cents. */
export const listedProduct = v.object({
  productId: v.string(),
  productName: v.string(),
  productLogo: v.string(),
  kind: v.picklist(['single', 'perPeriod']),
  amountRange: v.string(),
  term: v.string(),
  rate: v.string(),
  /** What every thousand lent costs in all, in words, so that products can be compared. */
  cost: v.string(),
});
export type ListedProduct = v.InferOutput<typeof listedProduct>;

/** The order that runs, as its card shows it. */
export const runningOrder = v.object({
  orderId: v.string(),
  productId: v.string(),
  productName: v.string(),
  productLogo: v.string(),
  status: v.picklist(orderStatuses),
  statusText: v.string(),
  amount: whole,
  /** What is owed next, once the loan is paid out. */
  due: v.optional(dueCard),
});

/** A settled loan on which the borrower has credit: `credit` is theirs, in cents, and refundable. */
export const creditedOrder = v.object({
  orderId: v.string(),
  productId: v.string(),
  productName: v.string(),
  credit: whole,
});
export type CreditedOrder = v.InferOutput<typeof creditedOrder>;

export const homeIndex = call({
  name: 'homeIndex',
  path: '/v3/home/index',
  input: nothing,
  output: v.object({
    products: v.array(listedProduct),
    order: v.optional(runningOrder),
    credits: v.array(creditedOrder),
    /** Why nothing can be applied for just now, and the order that tells more. */
    applyAgain: v.optional(v.object({ orderId: v.string(), productId: v.string(), noticeMsg: v.string() })),
    telephone: v.string(),
  }),
});
export type HomeIndex = v.InferOutput<typeof homeIndex.output>;

const noted = v.object({ ...row.entries, note: v.optional(v.string()) });

/**
 * A product's page: what it costs, by an honest example of `amount` (cents; the amount offered unless another of the
 * product's range is asked for). `next` says what applying needs first.
 */
export const productDetail = call({
  name: 'productDetail',
  path: '/v3/product/detail',
  input: v.strictObject({ productId: id, amount: v.optional(cents) }),
  output: v.object({
    product: listedProduct,
    amountMin: whole,
    amountMax: whole,
    amountStep: whole,
    amount: whole,
    /** What arrives on the account, and what the loan costs in all. */
    netProceeds: whole,
    totalCost: whole,
    example: v.object({ title: v.string(), rows: v.array(noted) }),
    repay_plans: v.array(
      v.object({
        periodNo: whole,
        title: v.string(),
        description: v.string(),
        amount: whole,
        principal: whole,
        interest: whole,
      }),
    ),
    /** What being late costs, by the same example. */
    late: v.object({ title: v.string(), rows: v.array(noted) }),
    rows: v.array(noted),
    /** `order`: a loan is under way. `wait`: an application was refused, and another may be made from `applyFrom`. */
    next: v.picklist(['confirm', 'certify', 'order', 'wait']),
    /** The loan under way, or the application that was refused. */
    orderId: v.optional(v.string()),
    applyFrom: v.optional(dateText),
  }),
  rejections: { withdrawn: '20101', amountOutOfRange: '20105' },
});
export type ProductDetail = v.InferOutput<typeof productDetail.output>;

/** Products recommended to the borrower beyond an order's page: ours and partners'. */
export const recommendList = call({
  name: 'recommendList',
  path: '/v3/product/recommend-list',
  input: nothing,
  output: v.object({ recProducts: v.array(recommendedProduct) }),
});

/** Goes on to the confirmation of a product, for `amount` cents where it names one: tells the page to open. */
export const productApply = call({
  name: 'productApply',
  path: '/v3/product/apply',
  input: v.strictObject({ productId: id, amount: v.optional(cents) }),
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
