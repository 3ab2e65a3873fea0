import type { showBorrower } from '@hiram/contract/console/borrower';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

/** What the desk reads of a borrower. */
export type Card = StaffOutput<typeof showBorrower>;
