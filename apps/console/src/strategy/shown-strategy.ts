import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { showStrategy } from '@hiram/contract/console/strategy';

export type ShownStrategy = StaffOutput<typeof showStrategy>;
