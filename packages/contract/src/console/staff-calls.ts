import * as approval from './approval.ts';
import * as session from './session.ts';
import * as staff from './staff.ts';
import type { StaffCall } from './staff-call.ts';

/** Every call of the console. Each is declared once, in the file of its area. */
export const staffCalls: readonly StaffCall[] = [approval, session, staff]
  .flatMap((area) => Object.values<unknown>(area))
  .filter(isStaffCall);

function isStaffCall(value: unknown): value is StaffCall {
  return typeof value === 'object' && value !== null && 'caller' in value && value.caller === 'staff';
}
