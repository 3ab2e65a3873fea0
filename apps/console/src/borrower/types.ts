import type { showBorrower } from '@hiram/contract/console/borrower';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

/** The borrower as the console reads it. */
export type Card = StaffOutput<typeof showBorrower>;
