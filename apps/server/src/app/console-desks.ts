import type { Desk } from '../console/actions/desk.ts';
import { approvalDesk } from '../console/approval/approval-desk.ts';
import { borrowerDesk } from '../console/borrower/borrower-desk.ts';
import { complaintDesk } from '../console/complaint/complaint-desk.ts';
import { coverageDesk } from '../console/coverage/coverage-desk.ts';
import { decisionDesk } from '../console/decision/decision-desk.ts';
import { findDesk } from '../console/find/find-desk.ts';
import { funnelDesk } from '../console/funnel/funnel-desk.ts';
import { loanDesk } from '../console/loan/loan-desk.ts';
import { moneyInDesk } from '../console/money-in/money-in-desk.ts';
import { moneyOutDesk } from '../console/money-out/money-out-desk.ts';
import { officerDesk } from '../console/officer/officer-desk.ts';
import { policyDesk } from '../console/policy/policy-desk.ts';
import { reconcileDesk } from '../console/reconcile/reconcile-desk.ts';
import { sessionDesk } from '../console/session/session-desk.ts';
import { staffDesk } from '../console/staff/staff-desk.ts';
import { trailDesk } from '../console/trail/trail-desk.ts';
import { viewDesk } from '../console/view/view-desk.ts';
import { workDesk } from '../console/work/work-desk.ts';

/** Every desk of the console. */
export const desks: readonly Desk[] = [
  approvalDesk,
  borrowerDesk,
  complaintDesk,
  decisionDesk,
  findDesk,
  coverageDesk,
  funnelDesk,
  loanDesk,
  moneyInDesk,
  moneyOutDesk,
  officerDesk,
  policyDesk,
  reconcileDesk,
  sessionDesk,
  staffDesk,
  trailDesk,
  viewDesk,
  workDesk,
];
