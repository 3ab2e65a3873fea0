import type { Area } from '../../console/actions/area.ts';
import { approvalArea } from '../../console/approval/area.ts';
import { booksArea } from '../../console/books/area.ts';
import { borrowerArea } from '../../console/borrower/area.ts';
import { collectionsArea } from '../../console/collections/area.ts';
import { complaintArea } from '../../console/complaint/area.ts';
import { coverageArea } from '../../console/coverage/area.ts';
import { decisionArea } from '../../console/decision/area.ts';
import { dutyArea } from '../../console/duty/area.ts';
import { feedArea } from '../../console/feed/area.ts';
import { findArea } from '../../console/find/area.ts';
import { funnelArea } from '../../console/funnel/area.ts';
import { loanArea } from '../../console/loan/area.ts';
import { moneyInArea } from '../../console/money-in/area.ts';
import { moneyOutArea } from '../../console/money-out/area.ts';
import { officerArea } from '../../console/officer/area.ts';
import { policyArea } from '../../console/policy/area.ts';
import { portfolioArea } from '../../console/portfolio/area.ts';
import { reconcileArea } from '../../console/reconcile/area.ts';
import { sessionArea } from '../../console/session/area.ts';
import { staffArea } from '../../console/staff/area.ts';
import { strategyArea } from '../../console/strategy/area.ts';
import { trailArea } from '../../console/trail/area.ts';
import { viewArea } from '../../console/view/area.ts';
import { workArea } from '../../console/work/area.ts';

/** Every area of the console. */
export const areas: readonly Area[] = [
  approvalArea,
  booksArea,
  borrowerArea,
  collectionsArea,
  complaintArea,
  decisionArea,
  dutyArea,
  feedArea,
  findArea,
  coverageArea,
  funnelArea,
  loanArea,
  moneyInArea,
  moneyOutArea,
  officerArea,
  policyArea,
  portfolioArea,
  reconcileArea,
  sessionArea,
  staffArea,
  strategyArea,
  trailArea,
  viewArea,
  workArea,
];
