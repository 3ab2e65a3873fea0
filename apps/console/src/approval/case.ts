import type { showApprovalCase } from '@hiram/contract/console/approval-case';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

export type Case = StaffOutput<typeof showApprovalCase>;
