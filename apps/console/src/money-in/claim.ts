import type { showTransfer } from '@hiram/contract/console/money-in';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

export type Shown = StaffOutput<typeof showTransfer>;
export type Claim = Shown['claims'][number];
/** A line of a bank's statement, with what of it fits the claim. */
export type FittingLine = Shown['lines'][number];
