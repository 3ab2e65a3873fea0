import * as session from './account/session.ts';
import * as staffAccount from './account/staff-account.ts';
import * as staffLimits from './account/staff-limits.ts';
import * as staffRecovery from './account/staff-recovery.ts';
import { isActionCalls } from './action-calls.ts';
import * as books from './calls/books/books.ts';
import * as duty from './calls/books/duty.ts';
import * as feed from './calls/books/feed.ts';
import * as portfolio from './calls/books/portfolio.ts';
import * as decision from './calls/decisions/decision.ts';
import * as funnel from './calls/decisions/funnel.ts';
import * as officer from './calls/decisions/officer.ts';
import * as policy from './calls/decisions/policy.ts';
import * as borrower from './calls/lending/borrower.ts';
import * as borrowerName from './calls/lending/borrower-name.ts';
import * as collections from './calls/lending/collections.ts';
import * as complaint from './calls/lending/complaint.ts';
import * as loan from './calls/lending/loan.ts';
import * as strategy from './calls/lending/strategy.ts';
import * as bankStatement from './calls/money/bank-statement.ts';
import * as moneyIn from './calls/money/money-in.ts';
import * as moneyOut from './calls/money/money-out.ts';
import * as postMany from './calls/money/post-many.ts';
import * as reconcile from './calls/money/reconcile.ts';
import * as approval from './calls/staff/approval.ts';
import * as approvalCase from './calls/staff/approval-case.ts';
import * as coverage from './calls/staff/coverage.ts';
import * as staff from './calls/staff/staff.ts';
import * as trail from './calls/staff/trail.ts';
import * as find from './calls/work/find.ts';
import * as view from './calls/work/view.ts';
import * as work from './calls/work/work.ts';
import { isListCalls } from './list-calls.ts';
import type { StaffCall } from './staff-call.ts';

/** Every call of the console by area. Each is declared once, in the file of its area. */
export const areaCalls: Readonly<Record<string, readonly StaffCall[]>> = Object.fromEntries(
  Object.entries({
    approval: { ...approval, ...approvalCase },
    books,
    borrower: { ...borrower, ...borrowerName },
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
