import type { askAboutApproval } from '@hiram/contract/console/approval-case';
import { approvalIs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { findApproval } from './approval-rows.ts';

/** Writes a question about a waiting request, or an answer. It changes neither the request nor its time. */
export const ask: StaffHandler<typeof askAboutApproval> = async ({ approvalId, body }, request) => {
  const row = await findApproval(request, approvalId);
  if (row.state !== 'waiting' || row.expires_at <= request.now) return reject('alreadyClosed');
  approvalIs(row.id);
  await inTransaction(request.db, (trx) =>
    trx
      .insertInto('approval_message')
      .values({
        id: newId(),
        approval_id: row.id,
        staff_id: request.session.staffId,
        body,
        at: request.now,
      })
      .execute(),
  );
  return {};
};
