import * as v from 'valibot';
import { empty, idOf, ordinal } from '../fields/fields.ts';
import { call } from '../wire/call.ts';
import { named, strictObject } from '../wire/wire.ts';

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
