import type { StaffId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connect.ts';
import { endOfBusinessDay, openTask } from '../tasks.ts';
import { recordEvent } from './complaint-events.ts';
import { addMessage, type LockedComplaint } from './complaint-messages.ts';
import { promisedBy } from './promise.ts';

interface Written {
  readonly text: string;
  readonly staffId: StaffId;
  readonly today: LocalDate;
  readonly now: Date;
}

const keyOf = (complaint: LockedComplaint) => ({
  borrowerId: complaint.borrower_id,
  complaintId: complaint.id,
});

/** Tells the borrower of an open, locked complaint that it is in hand, or asks them something. */
export async function writeToBorrower(
  trx: Db,
  complaint: LockedComplaint,
  kind: 'acknowledged' | 'infoRequested',
  { text, staffId, today, now }: Written,
): Promise<void> {
  await addMessage(trx, complaint, { kind, body: text, staffId, now });
  await recordEvent(trx, { ...keyOf(complaint), kind, today, now });
  if (complaint.acknowledged_at) return;
  await trx
    .updateTable('complaint')
    .set({ acknowledged_at: now })
    .where('borrower_id', '=', complaint.borrower_id)
    .where('id', '=', complaint.id)
    .execute();
}

/** Takes the borrower's reply to an open, locked complaint. Its task is in the list again. */
export async function takeReply(
  trx: Db,
  complaint: LockedComplaint,
  { text, today, now }: Omit<Written, 'staffId'>,
): Promise<void> {
  await addMessage(trx, complaint, { kind: 'replied', body: text, staffId: undefined, now });
  await recordEvent(trx, { ...keyOf(complaint), kind: 'replied', today, now });
  await trx
    .updateTable('task')
    .set({ deferred_until: null, deferral_reason: null })
    .where('kind', '=', 'complaint')
    .where('subject_id', '=', complaint.id)
    .where('closed_at', 'is', null)
    .execute();
}

/** Marks an open, locked complaint for the officers, and gives it to nobody. */
export async function escalate(
  trx: Db,
  complaint: LockedComplaint,
  { text, staffId, now }: Omit<Written, 'today'>,
): Promise<void> {
  await addMessage(trx, complaint, { kind: 'escalated', body: text, staffId, now });
  await trx
    .updateTable('complaint')
    .set({ escalated_at: now })
    .where('borrower_id', '=', complaint.borrower_id)
    .where('id', '=', complaint.id)
    .execute();
  await trx
    .updateTable('task')
    .set({ owner: null })
    .where('kind', '=', 'complaint')
    .where('subject_id', '=', complaint.id)
    .where('closed_at', 'is', null)
    .execute();
}

/**
 * Opens an answered, locked complaint again: its answer and rating stay in its messages, and an answer is promised again. The
 * borrower's page shows it as waiting.
 */
export async function reopenComplaint(
  trx: Db,
  complaint: LockedComplaint,
  { text, staffId, today, now }: Written,
  { brand, clock }: { readonly brand: Brand; readonly clock: Clock },
): Promise<void> {
  const promised = promisedBy(today, brand.holidays);
  await addMessage(trx, complaint, { kind: 'reopened', body: text, staffId, stars: complaint.score, now });
  await trx
    .updateTable('complaint')
    .set({
      answer: null,
      answered_at: null,
      answered_on: null,
      needs_score: false,
      score: null,
      promised_by: promised,
    })
    .where('borrower_id', '=', complaint.borrower_id)
    .where('id', '=', complaint.id)
    .execute();
  await recordEvent(trx, { ...keyOf(complaint), kind: 'reopened', today, now });
  await openTask(trx, {
    kind: 'complaint',
    subjectId: complaint.id,
    brand: brand.id,
    borrowerId: complaint.borrower_id,
    orderId: complaint.order_id ?? undefined,
    detail: String(complaint.type),
    now,
    dueAt: await endOfBusinessDay(trx, clock, brand.timeZone, promised),
  });
}
