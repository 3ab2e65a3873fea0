import type { LoanDetails } from '@hiram/contract/order';
import { isDue, isRunning } from '../lending/order-status.ts';
import type { OrderDialog } from './order-dialog.ts';

/**
 * The one next step of an order. `repayOrExtend` offers to move the due date beside it. `wait`: the lender is at work,
 * and the borrower has nothing to do.
 */
export type NextAction = 'repay' | 'repayOrExtend' | 'addAccount' | 'withdraw' | 'borrowAgain' | 'wait';

type Facts = Pick<LoanDetails, 'status' | 'canExtend' | 'needsAccount' | 'awaitsWithdrawal'>;

/** ORD-05 … ORD-08: every status has its next step, whatever dialog was closed. */
export function nextAction(details: Facts): NextAction {
  const { status } = details;
  if (isDue(status) && details.canExtend) return 'repayOrExtend';
  if (isRunning(status)) return 'repay';
  if (status === 'settled') return 'borrowAgain';
  if (status === 'approved' && details.needsAccount) return 'addAccount';
  return status === 'approved' && details.awaitsWithdrawal ? 'withdraw' : 'wait';
}

/** The dialog that offers the same step: while it is open, the bar does not repeat it. */
const dialogOf: Readonly<Partial<Record<NextAction, OrderDialog>>> = {
  addAccount: 'card',
  withdraw: 'withdraw',
};

/** The step of the bar at the bottom; undefined while an open dialog offers it. */
export function barAction(details: Facts, openDialog: OrderDialog | undefined): NextAction | undefined {
  const action = nextAction(details);
  return openDialog !== undefined && dialogOf[action] === openDialog ? undefined : action;
}
