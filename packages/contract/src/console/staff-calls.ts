import { isActionCalls } from './action-calls.ts';
import * as approval from './approval.ts';
import * as bankStatement from './bank-statement.ts';
import * as borrower from './borrower.ts';
import * as complaint from './complaint.ts';
import * as decision from './decision.ts';
import * as find from './find.ts';
import * as funnel from './funnel.ts';
import * as loan from './loan.ts';
import * as moneyIn from './money-in.ts';
import * as moneyOut from './money-out.ts';
import * as reconcile from './reconcile.ts';
import * as session from './session.ts';
import * as staff from './staff.ts';
import * as staffAccount from './staff-account.ts';
import type { StaffCall } from './staff-call.ts';
import * as staffLimits from './staff-limits.ts';
import * as staffRecovery from './staff-recovery.ts';
import * as trail from './trail.ts';
import * as work from './work.ts';

/** Every call of the console by desk. Each is declared once, in the file of its desk. */
export const deskCalls: Readonly<Record<string, readonly StaffCall[]>> = Object.fromEntries(
  Object.entries({
    approval,
    borrower,
    complaint,
    decision,
    find,
    funnel,
    loan,
    moneyIn: { ...moneyIn, ...bankStatement },
    moneyOut,
    reconcile,
    session,
    staff: { ...staff, ...staffAccount, ...staffLimits, ...staffRecovery },
    trail,
    work,
  }).map(([desk, module]) => [desk, Object.values<unknown>(module).flatMap(callsOf)]),
);

/** Every call of the console. */
export const staffCalls: readonly StaffCall[] = Object.values(deskCalls).flat();

function callsOf(value: unknown): readonly StaffCall[] {
  if (isActionCalls(value)) return [value.preview, value.submit];
  return isStaffCall(value) ? [value] : [];
}

function isStaffCall(value: unknown): value is StaffCall {
  return typeof value === 'object' && value !== null && 'caller' in value && value.caller === 'staff';
}
