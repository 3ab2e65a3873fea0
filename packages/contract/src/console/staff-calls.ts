import * as session from './account/session.ts';
import * as staffAccount from './account/staff-account.ts';
import * as staffLimits from './account/staff-limits.ts';
import * as staffRecovery from './account/staff-recovery.ts';
import { isActionCalls } from './action-calls.ts';
import * as approval from './calls/approval.ts';
import * as approvalCase from './calls/approval-case.ts';
import * as bankStatement from './calls/bank-statement.ts';
import * as books from './calls/books.ts';
import * as borrower from './calls/borrower.ts';
import * as collections from './calls/collections.ts';
import * as complaint from './calls/complaint.ts';
import * as coverage from './calls/coverage.ts';
import * as decision from './calls/decision.ts';
import * as duty from './calls/duty.ts';
import * as feed from './calls/feed.ts';
import * as find from './calls/find.ts';
import * as funnel from './calls/funnel.ts';
import * as loan from './calls/loan.ts';
import * as moneyIn from './calls/money-in.ts';
import * as moneyOut from './calls/money-out.ts';
import * as officer from './calls/officer.ts';
import * as policy from './calls/policy.ts';
import * as portfolio from './calls/portfolio.ts';
import * as postMany from './calls/post-many.ts';
import * as reconcile from './calls/reconcile.ts';
import * as staff from './calls/staff.ts';
import * as strategy from './calls/strategy.ts';
import * as trail from './calls/trail.ts';
import * as view from './calls/view.ts';
import * as work from './calls/work.ts';
import { isListCalls } from './list-calls.ts';
import type { StaffCall } from './staff-call.ts';

/** Every call of the console by area. Each is declared once, in the file of its area. */
export const areaCalls: Readonly<Record<string, readonly StaffCall[]>> = Object.fromEntries(
  Object.entries({
    approval: { ...approval, ...approvalCase },
    books,
    borrower,
    collections,
    complaint,
    decision,
    duty,
    feed,
    find,
    coverage,
    funnel,
    loan,
    moneyIn: { ...moneyIn, ...bankStatement, ...postMany },
    moneyOut,
    officer,
    policy,
    portfolio,
    strategy,
    reconcile,
    session,
    staff: { ...staff, ...staffAccount, ...staffLimits, ...staffRecovery },
    trail,
    view,
    work,
  }).map(([area, module]) => [area, Object.values<unknown>(module).flatMap(callsOf)]),
);

/** Every call of the console. */
export const staffCalls: readonly StaffCall[] = Object.values(areaCalls).flat();

function callsOf(value: unknown): readonly StaffCall[] {
  if (isActionCalls(value)) return [value.preview, value.submit];
  if (isListCalls(value)) return [value.page, value.count];
  return isStaffCall(value) ? [value] : [];
}

function isStaffCall(value: unknown): value is StaffCall {
  return typeof value === 'object' && value !== null && 'caller' in value && value.caller === 'staff';
}
