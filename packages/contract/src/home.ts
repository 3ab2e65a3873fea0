import * as v from 'valibot';
import { call } from './call.ts';
import { id, nothing, row, whole } from './fields.ts';
import { orderStatuses } from './order.ts';

/** A product of the lender's own, as listed. Amounts in cents. */
export const listedProduct = v.object({
  productId: v.string(),
  productName: v.string(),
  productLogo: v.string(),
  kind: v.picklist(['single', 'perPeriod']),
  amountRange: v.string(),
  term: v.string(),
  rate: v.string(),
});

/** The order that runs, as its card shows it. */
export const runningOrder = v.object({
  orderId: v.string(),
  productId: v.string(),
  productName: v.string(),
  productLogo: v.string(),
  status: v.picklist(orderStatuses),
  statusText: v.string(),
  amount: whole,
  repayAmount: v.optional(whole),
  dueTime: v.optional(v.string()),
});

export const homeIndex = call({
  name: 'homeIndex',
  path: '/v3/home/index',
  input: nothing,
  output: v.object({
    products: v.array(listedProduct),
    order: v.optional(runningOrder),
    telephone: v.string(),
  }),
});
export type HomeIndex = v.InferOutput<typeof homeIndex.output>;

/** A product's page: what it costs, by an honest example. `next` says what applying needs first. */
export const productDetail = call({
  name: 'productDetail',
  path: '/v3/product/detail',
  input: v.strictObject({ productId: id }),
  output: v.object({
    product: listedProduct,
    amountMin: whole,
    amountMax: whole,
    amountStep: whole,
    example: v.object({ title: v.string(), rows: v.array(row) }),
    rows: v.array(row),
    next: v.picklist(['confirm', 'certify', 'order']),
    orderId: v.optional(v.string()),
  }),
  refusals: { withdrawn: '20101' },
});
export type ProductDetail = v.InferOutput<typeof productDetail.output>;

/** Goes on to the confirmation of a product: tells the page to open. */
export const productApply = call({
  name: 'productApply',
  path: '/v3/product/apply',
  input: v.strictObject({ productId: id }),
  output: v.object({ url: v.string() }),
  refusals: {
    withdrawn: '20101',
    notCertified: '20102',
    runningOrder: '20103',
    tooSoon: '20104',
    blocked: '20106',
  },
});
