import type { ComplaintRow } from '@hiram/contract/console/complaint-view';
import { asId } from '@hiram/contract/ids';
import { translateToEnglish } from '../../brands/texts/translate.ts';
import { complaintTypes, titleOf } from '../../lending/complaints/kinds.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { type Named, named } from '../access/personal-data/names.ts';
import { staffNames } from '../access/sign-in/staff-store.ts';
import type { Task } from '../lists/task-list.ts';

/** Letters of a complaint in the list. */
const excerptLetters = 140;

/** Complaints with these tasks, by id. */
async function complaintsOf(db: Db, tasks: readonly Task[]) {
  const borrowers = tasks.flatMap(({ borrower_id }) => borrower_id ?? []);
  if (borrowers.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom('complaint')
    .selectAll()
    .where('borrower_id', 'in', borrowers)
    .where(
      'id',
      'in',
      tasks.map((task) => asId<'complaint'>(task.subject_id)),
    )
    .execute();
  return new Map(rows.map((row) => [row.id as string, row]));
}

/** Ids of complaints in which the borrower wrote last: they made it or replied, and nobody wrote to them since. */
async function waitingBorrowers(db: Db, tasks: readonly Task[]): Promise<ReadonlySet<string>> {
  const borrowers = tasks.flatMap(({ borrower_id }) => borrower_id ?? []);
  const ids = tasks.map((task) => asId<'complaint'>(task.subject_id));
  if (borrowers.length === 0) return new Set();
  const last = await db
    .selectFrom('complaint_message')
    .distinctOn('complaint_id')
    .select(['complaint_id', 'kind'])
    .where('borrower_id', 'in', borrowers)
    .where('complaint_id', 'in', ids)
    .where('kind', 'in', ['acknowledged', 'infoRequested', 'replied', 'answered'])
    .orderBy('complaint_id')
    .orderBy('id', 'desc')
    .execute();
  const kinds = new Map(last.map((row) => [row.complaint_id as string, row.kind]));
  return new Set(ids.filter((id) => (kinds.get(id) ?? 'replied') === 'replied'));
}

/** Whose name a complaint shows. */
export const namedOf = ({ borrower_id: borrowerId, brand }: Task): readonly Named[] =>
  borrowerId === null ? [] : [{ borrowerId, brand, place: 'case' }];

/** The rows of the list for a page of tasks, in its order. */
export async function complaintRows(
  db: Db,
  tasks: readonly Task[],
  nameOf: (whose: Named) => string | undefined,
): Promise<ComplaintRow[]> {
  const complaints = await complaintsOf(db, tasks);
  const waiting = await waitingBorrowers(db, tasks);
  const names = await staffNames(
    db,
    tasks.flatMap(({ owner }) => owner ?? []),
  );
  const types = complaintTypes(translateToEnglish);
  return tasks.flatMap((task): ComplaintRow[] => {
    const complaint = complaints.get(task.subject_id);
    if (!complaint) return [];
    // A complaint that was answered twice has a closed task for each answer; the last one counts.
    if (task.closed_at && task.closed_at.getTime() !== complaint.answered_at?.getTime()) return [];
    const { detail } = complaint;
    const [name] = namedOf(task).map(nameOf);
    return [
      {
        complaintId: complaint.id,
        brand: task.brand,
        reference: complaint.reference,
        type: titleOf(types, complaint.type),
        excerpt:
          detail.length > excerptLetters
            ? `${Array.from(detail).slice(0, excerptLetters).join('')} …`
            : detail,
        borrowerId: complaint.borrower_id,
        ...named(name),
        at: (complaint.answered_at ?? task.due_at).toISOString(),
        isAcknowledged: complaint.acknowledged_at !== null,
        isEscalated: complaint.escalated_at !== null,
        ...(task.owner === null ? {} : { owner: { staffId: task.owner, name: names.get(task.owner) ?? '' } }),
        borrowerWaits: complaint.answered_at === null && waiting.has(complaint.id),
      },
    ];
  });
}
