import * as v from 'valibot';
import { filled, whole } from '../fields.ts';
import { actionCalls } from './action-calls.ts';
import { actions } from './rights.ts';

/** An amount of cents, or none: no limit. */
const optionalCents = v.nullable(whole);

/** Changes the limits of a role on an action in the brand of the call. A second person always grants it. */
export const setLimit = actionCalls({
  name: 'setLimit',
  path: '/staff/set-limit',
  action: 'staff.setLimit',
  right: 'staff.setLimit',
  request: {
    role: filled(40),
    action: v.picklist(actions),
    /** Null: no limit. */
    maxPerItem: optionalCents,
    maxPerDay: optionalCents,
    /** From this amount on a second person is needed; 0: always; null: never. */
    secondPersonFrom: optionalCents,
  },
  rejections: {
    concernsYou: 'concernsYou',
    unknownRole: 'unknownRole',
    nothingChanges: 'nothingChanges',
    alwaysTwo: 'alwaysTwo',
  },
});
