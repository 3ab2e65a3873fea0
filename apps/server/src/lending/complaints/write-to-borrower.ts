import type { StaffId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { endOfBusinessDay, openTask, updateOpenTask, wakeTask } from '../tasks.ts';
import { recordEvent } from './complaint-events.ts';
import { addMessage, type LockedComplaint, updateComplaint } from './complaint-messages.ts';
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
  await updateComplaint(trx, complaint, { acknowledged_at: now });
}

/** Takes the borrower's reply to an open, locked complaint. Its task is in the list again. */
export async function recordReply(
  trx: Db,
  complaint: LockedComplaint,
  { text, today, now }: Omit<Written, 'staffId'>,
): Promise<void> {
  await addMessage(trx, complaint, { kind: 'replied', body: text, staffId: undefined, now });
  await recordEvent(trx, { ...keyOf(complaint), kind: 'replied', today, now });
  await wakeTask(trx, { kind: 'complaint', subjectId: complaint.id });
}

/** Marks an open, locked complaint for the officers, and gives it to nobody. */
export async function escalate(
  trx: Db,
  complaint: LockedComplaint,
  { text, staffId, now }: Omit<Written, 'today'>,
): Promise<void> {
  await addMessage(trx, complaint, { kind: 'escalated', body: text, staffId, now });
  await updateComplaint(trx, complaint, { escalated_at: now });
  await updateOpenTask(trx, { kind: 'complaint', subjectId: complaint.id }, { owner: null });
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
  await updateComplaint(trx, complaint, {
    answer: null,
    answered_at: null,
    answered_on: null,
    needs_score: false,
    score: null,
    promised_by: promised,
  });
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
