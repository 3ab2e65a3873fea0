import type { StaffId } from '@hiram/contract/ids';
import { parseId } from '../../platform/ids.ts';
import { lockStaff } from '../access/sign-in/staff-store.ts';
import type { ActionScope } from '../actions/action.ts';

interface AboutPerson {
  readonly staffId: StaffId;
}

/** The common part of actions on a member of the staff: they concern that person, whose row is locked while they are done. */
export const aboutPerson = {
  concerns: async (_scope: ActionScope, request: AboutPerson, staffId: StaffId): Promise<boolean> =>
    request.staffId.toLowerCase() === staffId,

  async lock({ db }: ActionScope, { staffId }: AboutPerson): Promise<void> {
    await lockStaff(db, parseId(staffId));
  },
};
