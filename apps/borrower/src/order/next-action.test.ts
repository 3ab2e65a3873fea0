import type { OrderStatus } from '@hiram/contract/order-status';
import { expect, test } from 'vitest';
import { barAction, type NextAction, nextAction } from './next-action.ts';
import type { OrderDialog } from './order-dialog.ts';

const none = { canExtend: false, needsAccount: false, awaitsWithdrawal: false };
const dialogs: readonly (OrderDialog | undefined)[] = [
  undefined,
  'tips',
  'withdraw',
  'card',
  'rating',
  'thanks',
  'store',
];

const situations: readonly (readonly [OrderStatus, Partial<typeof none>, NextAction])[] = [
  ['applied', {}, 'wait'],
  ['rejected', {}, 'wait'],
  ['approved', {}, 'wait'],
  ['approved', { needsAccount: true }, 'addAccount'],
  ['approved', { awaitsWithdrawal: true }, 'withdraw'],
  // A payout held for its holder's name: another account comes first.
  ['approved', { needsAccount: true, awaitsWithdrawal: true }, 'addAccount'],
  ['active', {}, 'repay'],
  ['dueSoon', {}, 'repay'],
  ['dueSoon', { canExtend: true }, 'repayOrExtend'],
  ['overdue', {}, 'repay'],
  ['overdue', { canExtend: true }, 'repayOrExtend'],
  ['settled', {}, 'borrowAgain'],
];

test.each(situations)(
  'ORD-05 ORD-08 %s %o leads to %s, whatever dialog was closed',
  (status, flags, action) => {
    const details = { ...none, ...flags, status };
    expect(nextAction(details)).toBe(action);
    for (const open of dialogs) {
      const repeats =
        (action === 'addAccount' && open === 'card') || (action === 'withdraw' && open === 'withdraw');
      expect([open, barAction(details, open)]).toEqual([open, repeats ? undefined : action]);
    }
  },
);
