import { showBorrower } from '@hiram/contract/console/borrower';
import { listComplaints } from '@hiram/contract/console/complaint';
import { listDecisions } from '@hiram/contract/console/decision';
import { findAnything } from '@hiram/contract/console/find';
import { showLoan, waiveDebt } from '@hiram/contract/console/loan';
import { listTransfers } from '@hiram/contract/console/money-in';
import { listPayouts, listRefundsDue } from '@hiram/contract/console/money-out';
import type { ShippedRole } from '@hiram/contract/console/rights';
import type { StaffCall, StaffInput } from '@hiram/contract/console/staff-call';
import { listTrail } from '@hiram/contract/console/trail';
import { listWork } from '@hiram/contract/console/work';
import { asId } from '@hiram/contract/ids';
import type { BenchBorrower } from '../size/people.ts';

export interface StaffSubject extends BenchBorrower {
  readonly borrowerId: string;
  readonly phone: string;
}

export interface StaffMeasured {
  readonly name: string;
  readonly role: ShippedRole;
  readonly call: StaffCall;
  /** The budget of the 99th percentile in the large book, in milliseconds. */
  readonly maxMs: number;
  /** A page of a list: it must not grow with the book. */
  readonly isList: boolean;
  readonly input: (subject: StaffSubject) => never;
}

const listMs = 60;
const findMs = 50;
const cardMs = 80;
const loanMs = 120;

/** The measured call with an input of its own type. */
function measured<C extends StaffCall>(
  name: string,
  role: ShippedRole,
  call: C,
  { maxMs, input }: { readonly maxMs: number; readonly input: (subject: StaffSubject) => StaffInput<C> },
): StaffMeasured {
  return { name, role, call, maxMs, isList: maxMs === listMs, input: input as StaffMeasured['input'] };
}

/** The console's measured calls with their budgets. */
export const measuredCalls: readonly StaffMeasured[] = [
  measured('work', 'support', listWork.page, { maxMs: listMs, input: () => ({ part: 'open' as const }) }),
  measured('transfers', 'cashier', listTransfers, { maxMs: listMs, input: () => ({}) }),
  measured('trail', 'officer', listTrail, { maxMs: listMs, input: () => ({ kind: 'all' as const }) }),
  measured('trail of an order', 'officer', listTrail, {
    maxMs: listMs,
    input: ({ orderId }) => ({ kind: 'all' as const, about: orderId }),
  }),
  measured('complaints', 'support', listComplaints.page, {
    maxMs: listMs,
    input: () => ({ list: 'open' as const }),
  }),
  measured('decisions', 'reviewer', listDecisions.page, { maxMs: listMs, input: () => ({}) }),
  measured('payouts', 'cashier', listPayouts.page, {
    maxMs: listMs,
    input: () => ({ list: 'waiting' as const }),
  }),
  measured('refunds due', 'cashier', listRefundsDue.page, { maxMs: listMs, input: () => ({}) }),
  measured('find an order', 'support', findAnything, {
    maxMs: findMs,
    input: ({ orderId }) => ({ text: orderId }),
  }),
  measured('borrower', 'support', showBorrower, {
    maxMs: cardMs,
    input: ({ borrowerId }) => ({ borrowerId: asId(borrowerId) }),
  }),
  measured('loan', 'support', showLoan, {
    maxMs: loanMs,
    input: ({ orderId }) => ({ orderId, knowledge: 'now' }) as StaffInput<typeof showLoan>,
  }),
  measured('loan, preview of a waiver', 'cashier', waiveDebt.preview, {
    maxMs: loanMs,
    input: ({ orderId }) =>
      ({ request: { orderId, principal: 0, interest: 0, late: 100, penalty: 0 } }) as StaffInput<
        typeof waiveDebt.preview
      >,
  }),
];
