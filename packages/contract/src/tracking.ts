import * as v from 'valibot';
import { call } from './call.ts';
import { empty, idOf, ordinal } from './fields.ts';
import { named, strictObject } from './wire.ts';

/** Module ids of the pages where a tap happened (ORD-17). */
export const modules = {
  borrowAgain: 30,
  recommendedOnOrder: 31,
  recommendedOnJointLogin: 32,
  recommendList: 33,
  /** From here on: completed actions, not taps. */
  loanConfirmed: 40,
  accountBound: 41,
  codeGenerated: 42,
} as const;

/** Records an analytics event, such as a tap. The client ignores the response (ORD-17, KEY-09). `position` counts from 0. */
export const saveEvent = call({
  name: 'saveEvent',
  path: '/service/event/save',
  input: strictObject({
    productId: v.optional(idOf<'product'>()),
    module: named('moduleId', ordinal),
    position: named('positionId', ordinal),
  }),
  output: empty,
});
