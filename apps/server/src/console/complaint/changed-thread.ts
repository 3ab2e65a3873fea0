import { allBrands } from '@hiram/contract/console/rights';
import type { ComplaintId } from '@hiram/contract/ids';
import { formatTime } from '@hiram/loan/moments';
import { brandOf } from '../../brands/brand-of.ts';
import {
  type LockedComplaint,
  lockComplaint,
  messagesOf,
} from '../../lending/complaints/complaint-messages.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import { staffName } from '../access/sign-in/staff-store.ts';

/** Locks the complaint of the brand. Throws NotFound. */
export function lockOwn(
  trx: Db,
  { brand }: StaffRequest,
  complaintId: ComplaintId,
): Promise<LockedComplaint> {
  return lockComplaint(trx, complaintId, brand === allBrands ? undefined : brand);
}

/**
 * The reason why the person may not write now: the complaint is answered, or somebody wrote after the person
 * read it (`seen`: the number of messages then). The rejection says who, and when. Undefined: they may.
 */
export async function changedThread(
  trx: Db,
  request: StaffRequest,
  complaint: LockedComplaint,
  seen: number,
): Promise<Rejection<'alreadyAnswered' | 'threadChanged'> | undefined> {
  const messages = await messagesOf(trx, complaint);
  const last = complaint.answered_at ? messages.findLast(({ kind }) => kind === 'answered') : messages.at(-1);
  if (!complaint.answered_at && messages.length === seen) return undefined;
  const writer = last?.staff_id ? await staffName(trx, last.staff_id) : undefined;
  const { timeZone } = brandOf(request.context.appContext, complaint);
  const values = {
    name: writer ? writer : last?.kind === 'replied' ? 'The borrower' : 'An operator',
    time: formatTime(last?.at ?? complaint.answered_at ?? request.now, 'en', timeZone),
  };
  return reject(complaint.answered_at ? 'alreadyAnswered' : 'threadChanged', { values });
}
