import type { showCoverage } from '@hiram/contract/console/coverage';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

/** The server's answer about a brand's coverage. */
export type Shown = StaffOutput<typeof showCoverage>;
