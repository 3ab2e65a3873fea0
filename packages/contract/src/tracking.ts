import * as v from 'valibot';
import { call } from './call.ts';
import { empty, id, ordinal } from './fields.ts';

/** Where a tap happened (ORD-17): module ids of the product's pages. */
export const modules = {
  borrowAgain: 30,
  recommendedOnOrder: 31,
  recommendedOnJointLogin: 32,
  recommendList: 33,
  /** What was brought to its end, from here on: a loan confirmed, an account bound, a repayment code generated. */
  loanConfirmed: 40,
  accountBound: 41,
  codeGenerated: 42,
} as const;

/** A buried point: one tap worth counting. The response is ignored (ORD-17, KEY-09). `positionId` counts from 0. */
export const saveEvent = call({
  name: 'saveEvent',
  path: '/service/event/save',
  input: v.strictObject({ productId: v.optional(id), moduleId: ordinal, positionId: ordinal }),
  output: empty,
});
