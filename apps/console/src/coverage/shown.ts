import type { showCoverage } from '@hiram/contract/console/coverage';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

/** What the server answers about a brand's coverage. */
export type Shown = StaffOutput<typeof showCoverage>;
