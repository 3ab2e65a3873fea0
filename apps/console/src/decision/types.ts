import type { showDecision } from '@hiram/contract/console/decision';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

export type ShownDecision = StaffOutput<typeof showDecision>;
