import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import type { StaffRequest } from '../serve-staff.ts';

/** The item that a person looked at, and the reason by which they may. It is not encrypted. */
export interface Read {
  readonly borrowerId: BorrowerId;
  readonly subject: 'borrower' | 'complaint' | 'loan_order' | 'review' | 'screening_hit' | 'utr_submission';
  readonly subjectId: string;
  /** The kind of item, as the trail names it. The borrower's list has words for each. */
  readonly field:
    | 'application'
    | 'card'
    | 'complaint'
    | 'complaintPicture'
    | 'hit'
    | 'loan'
    | 'receipt'
    | 'sameSurname'
    | 'transfer';
  readonly reason: string;
}

/** Records that a person looked at something of a borrower: once an hour, however often their page reads it again. */
export async function recordRead({ db, session, now }: StaffRequest, read: Read): Promise<void> {
  await sql`
    insert into staff_read (id, staff_id, borrower_id, subject, subject_id, field, encrypted, reason, at)
    select ${newId()}, ${session.staffId}, ${read.borrowerId}, ${read.subject}, ${read.subjectId}, ${read.field},
      false, ${read.reason}, ${now}
    where not exists (
      select from staff_read where subject_id = ${read.subjectId} and at > ${new Date(now.getTime() - 3_600_000)}
      and staff_id = ${session.staffId} and field = ${read.field}
    )`.execute(db);
}
