import type { showBooks } from '@hiram/contract/console/books';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

/** The books of a brand at the end of a day. */
export type ShownBooks = StaffOutput<typeof showBooks>;
