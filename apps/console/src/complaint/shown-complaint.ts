import type { showComplaint } from '@hiram/contract/console/complaint';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

/** A complaint with everything that an answer needs. */
export type ShownComplaint = StaffOutput<typeof showComplaint>;
