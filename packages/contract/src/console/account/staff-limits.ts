import * as v from 'valibot';
import { filled, whole } from '../../fields/fields.ts';
import { actionCalls } from '../action-calls.ts';
import { actions, costLimit } from '../rights.ts';

/** An amount of cents, or none: no limit. */
const optionalCents = v.nullable(whole);

/** Changes the limits of a role on an action in the brand of the call. A second person always approves it. */
export const setLimit = actionCalls({
  name: 'setLimit',
  cells: 'reference',
  path: '/staff/set-limit',
  action: 'staff.setLimit',
  right: 'staff.setLimit',
  request: {
    role: filled(40),
    /** `cost`: what all actions together may cost the lender, as `maxPerDay` alone. */
    action: v.picklist([...actions, costLimit]),
    /** Null: no limit. */
    maxPerItem: optionalCents,
    maxPerDay: optionalCents,
    /** From this amount on a second person is needed; 0: always; null: never. */
    secondPersonFrom: optionalCents,
  },
  rejections: ['concernsYou', 'unknownRole', 'nothingChanges', 'alwaysTwo', 'costOfDay'],
});
