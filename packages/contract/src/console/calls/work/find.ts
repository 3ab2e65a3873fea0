import * as v from 'valibot';
import { filled, shownIdOf, whole } from '../../../fields/fields.ts';
import { choices } from '../../of-cells.ts';
import { type Right, rights } from '../../rights.ts';
import { brandCall } from '../../staff-call.ts';

/** The longest text that is searched for. */
export const maxFindText = 200;

/** Kinds of things that are found, in the order in which they are shown. */
export const findKinds = [
  'order',
  'borrower',
  'complaint',
  'payCode',
  'payment',
  'transfer',
  'payout',
  'message',
  'staff',
] as const;
export type FindKind = (typeof findKinds)[number];

/** Ways in which a text names something. */
export const findWays = [
  'number',
  'lastFour',
  'id',
  'shortReference',
  'reference',
  'payCode',
  'providerId',
  'utr',
  'name',
] as const;
export type FindWay = (typeof findWays)[number];

/** The right that each kind needs, and the ways in which it can be named. */
export const findable: Readonly<
  Record<FindKind, { readonly right: Right; readonly ways: readonly FindWay[] }>
> = {
  order: { right: 'loan.read', ways: ['shortReference', 'id'] },
  borrower: { right: 'borrower.read', ways: ['number', 'lastFour', 'id'] },
  complaint: { right: 'complaint.read', ways: ['reference'] },
  payCode: { right: 'loan.read', ways: ['payCode', 'providerId', 'id'] },
  payment: { right: 'loan.read', ways: ['providerId', 'shortReference', 'id'] },
  transfer: { right: 'loan.read', ways: ['utr'] },
  payout: { right: 'loan.read', ways: ['providerId', 'shortReference', 'id'] },
  message: { right: 'moneyIn.read', ways: ['providerId'] },
  staff: { right: 'staff.read', ways: ['name', 'id'] },
};

const found = v.object({
  kind: v.picklist(findKinds),
  /** Unique within its kind. */
  id: v.string(),
  /** Empty: it belongs to no brand. */
  brand: v.string(),
  /** The reference, the code, a name; of a borrower the last four digits of the number; of an order its id. */
  title: v.string(),
  borrowerId: v.optional(shownIdOf<'borrower'>()),
  /** The borrower's full name, of a borrower or an order, if the caller may see it. */
  name: v.optional(v.string()),
  orderId: v.optional(shownIdOf<'order'>()),
  /** The state of the row, as it is stored; of a borrower that of the latest order. */
  state: v.optional(v.string()),
  /** Cents. */
  amount: v.optional(whole),
  /** ISO 8601 date that the state is about. */
  on: v.optional(v.string()),
  /** The product, the channel, the provider, the address of a colleague. */
  detail: v.optional(v.string()),
});
export type Found = v.InferOutput<typeof found>;

/**
 * The result of searching a kind. `searched`: by the ways in `by`. `notSuch`: the text has none of the kind's forms. `mayNot`:
 * the caller lacks `right` in every brand of the call, so nothing was looked up.
 */
const lookedAt = v.object({
  kind: v.picklist(findKinds),
  state: v.picklist(['searched', 'notSuch', 'mayNot']),
  by: v.array(v.picklist(findWays)),
  right: v.picklist(rights),
  /** True if there are more than are shown. */
  hasMore: v.boolean(),
});
export type LookedAt = v.InferOutput<typeof lookedAt>;

/**
 * Finds what a text names exactly: a mobile number or its last four digits, an order, a reference, a code, an id of a provider,
 * a colleague. Each kind is searched in the brands in which the caller has its right. A search by a number is recorded in
 * `staff_read`, without the number, and limited.
 */
export const findAnything = brandCall({
  name: 'findAnything',
  cells: 'sum',
  path: '/find/anything',
  right: 'find.read',
  input: v.strictObject({ text: filled(maxFindText) }),
  output: v.object({ found: choices(v.array(found)), lookedAt: v.array(lookedAt) }),
  rejections: ['tooManySearches'],
});
