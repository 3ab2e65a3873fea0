/** The stop switch of payouts, the limits of a day, and payouts that they hold. */
import type { ApprovalId, PayoutId, PayoutStopId, StaffId } from '@hiram/contract/ids';
import type { Instant, Optional } from './columns.ts';

interface PayoutStopTable {
  id: PayoutStopId;
  brand: string;
  stopped_by: StaffId;
  stopped_at: Instant;
  reason: string;
  approval_id: Optional<ApprovalId>;
  started_at: Optional<Instant>;
}

interface PayoutLimitTable {
  brand: string;
  max_amount: Optional<number>;
  max_first_loans: Optional<number>;
  approval_id: Optional<ApprovalId>;
}

interface PayoutDayTable {
  brand: string;
  day: string;
  amount: number;
  payouts: number;
  first_loans: number;
}

interface PayoutHoldTable {
  payout_id: PayoutId;
  brand: string;
  reason: 'ceiling' | 'firstLoans';
  held_at: Instant;
  closed_at: Optional<Instant>;
  approval_id: Optional<ApprovalId>;
}

export interface MoneyOutTables {
  payout_stop: PayoutStopTable;
  payout_limit: PayoutLimitTable;
  payout_day: PayoutDayTable;
  payout_hold: PayoutHoldTable;
}
