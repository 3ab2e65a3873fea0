import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { countWork } from '@hiram/contract/console/work';

/** The number of tasks, by part and kind. */
export type Counts = StaffOutput<typeof countWork>;
