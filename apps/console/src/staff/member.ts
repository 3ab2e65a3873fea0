import type { listStaff } from '@hiram/contract/console/staff';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

export type Member = StaffOutput<typeof listStaff>['staff'][number];
