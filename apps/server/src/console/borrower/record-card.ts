import type { BorrowerId } from '@hiram/contract/ids';
import { recordRead } from '../access/personal-data/record-read.ts';
import type { StaffRequest } from '../access/serve-staff.ts';

/** Records that a person looked at a borrower's card, or at what happened with them, which is on the same page. */
export function recordCard(staffRequest: StaffRequest, borrowerId: BorrowerId): Promise<void> {
  return recordRead(staffRequest, {
    borrowerId,
    subject: 'borrower',
    subjectId: borrowerId,
    field: 'card',
    reason: 'card opened',
  });
}
