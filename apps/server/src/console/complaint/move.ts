import type { claimComplaint, escalateComplaint, reopenComplaint } from '@hiram/contract/console/complaint';
import { escalate, reopenComplaint as reopen } from '../../lending/complaints/write-to-borrower.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { changedThread, lockOwn } from './changed-thread.ts';
import { momentOf } from './write.ts';

/** Marks an open complaint for the officers. */
export const escalateOpen: StaffHandler<typeof escalateComplaint> = ({ complaintId, reason }, request) =>
  inTransaction(request.db, async (trx) => {
    const complaint = await lockOwn(trx, request, complaintId);
    if (complaint.answered_at)
      return (await changedThread(trx, request, complaint, -1)) ?? reject('alreadyAnswered');
    if (complaint.escalated_at) return reject('alreadyEscalated');
    const { moment } = await momentOf(trx, request, complaint);
    await escalate(trx, complaint, { text: reason, ...moment });
    return {};
  });

/** Opens an answered complaint again. */
export const reopenAnswered: StaffHandler<typeof reopenComplaint> = ({ complaintId, reason }, request) =>
  inTransaction(request.db, async (trx) => {
    const complaint = await lockOwn(trx, request, complaintId);
    if (!complaint.answered_at) return reject('notAnswered');
    const { brand, moment } = await momentOf(trx, request, complaint);
    const { clock } = request.context.appContext;
    await reopen(trx, complaint, { text: reason, ...moment }, { brand, clock });
    return {};
  });

/** Claims an open complaint, or gives it back. A colleague's is theirs until they give it back or pass it on. */
export const claim: StaffHandler<typeof claimComplaint> = ({ complaintId, isMine }, request) =>
  inTransaction(request.db, async (trx) => {
    const complaint = await lockOwn(trx, request, complaintId);
    if (complaint.answered_at)
      return (await changedThread(trx, request, complaint, -1)) ?? reject('alreadyAnswered');
    const { staffId } = request.session;
    const claimed = await trx
      .updateTable('task')
      .set({ owner: isMine ? staffId : null })
      .where('kind', '=', 'complaint')
      .where('subject_id', '=', complaint.id)
      .where('closed_at', 'is', null)
      .where((eb) => eb.or([eb('owner', 'is', null), eb('owner', '=', staffId)]))
      .executeTakeFirst();
    return claimed.numUpdatedRows === 1n ? {} : reject('ownedByOther');
  });
