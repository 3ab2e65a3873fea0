import type { exportBorrowerData } from '@hiram/contract/console/borrower';
import type { ApprovalId, BorrowerId } from '@hiram/contract/ids';
import { CompiledQuery } from 'kysely';
import { csvOf } from '../../lending/borrowers/borrower-csv.ts';
import { readBorrowersData } from '../../lending/borrowers/borrower-data.ts';
import { maskedPhone } from '../../lending/borrowers/masked.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import { readEncrypted } from '../access/personal-data/read-encrypted.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import type { Action } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { loadBorrower, loadLockedBorrower } from './load-borrower.ts';

/**
 * Files of borrowers that a person exports alone within 24 hours, in all cells. The database's `check_export`
 * holds the same limit.
 */
const exportsAlone = 5;
const dayMs = 86_400_000;

/** The number of the person's exports within 24 hours that no second person approved. */
async function exportsOfDay({ context, db, session, now }: StaffRequest): Promise<number> {
  const { count } = await (context.home ?? db)
    .selectFrom('staff_read')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('staff_id', '=', session.staffId)
    .where('field', '=', 'everything')
    .where('approval_id', 'is', null)
    .where('at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A approved request of the person to export the borrower, approved within 24 hours and not used yet. */
async function approvedExport(
  { db, session, now }: StaffRequest,
  borrowerId: BorrowerId,
): Promise<ApprovalId | undefined> {
  const approval = await db
    .selectFrom('approval')
    .select('id')
    .where('action', '=', 'borrower.export')
    .where('subject_id', '=', borrowerId)
    .where('requested_by', '=', session.staffId)
    .where('state', '=', 'done')
    .where('closed_at', '>', new Date(now.getTime() - dayMs))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('staff_read').select('id').whereRef('staff_read.approval_id', '=', 'approval.id'),
        ),
      ),
    )
    .executeTakeFirst();
  return approval?.id;
}

/** Lets a person export one more borrower than they may alone. It always needs a second person. */
export const exportMore: Action<{ readonly borrowerId: BorrowerId }, never> = {
  name: 'borrower.export',
  right: 'borrower.export',
  approvalRight: 'borrower.approveRequest',
  async lock({ db, brand }, { borrowerId }) {
    await loadLockedBorrower(db, oneBrandOf({ brand }), borrowerId);
  },
  async preview({ db, brand }, { borrowerId }) {
    const borrower = await loadBorrower(db, oneBrandOf({ brand }), borrowerId);
    return {
      subject: 'borrower',
      subjectId: borrower.id,
      amount: undefined,
      lines: [{ label: 'Everything stored about', before: '', after: maskedPhone(borrower.phone) }],
      notes: ['Whoever requests it downloads the file once, within 24 hours, in clear text.'],
    };
  },
  async perform() {
    // The approval itself lets the person export: `exportData` uses it.
  },
};

/** Everything that is stored about a borrower, as one file. Each encrypted field in it counts as one that was read. */
export const exportData: StaffHandler<typeof exportBorrowerData> = async (input, staffRequest) => {
  const { db, brand } = staffRequest;
  const borrower = await loadBorrower(db, brand, input.borrowerId);
  const isWithinLimit = (await exportsOfDay(staffRequest)) < exportsAlone;
  const approvalId = isWithinLimit ? undefined : await approvedExport(staffRequest, borrower.id);
  if (!isWithinLimit && approvalId === undefined) return reject('needsApproval');
  const read = {
    file: { approvalId },
    borrowerId: borrower.id,
    subject: 'borrower',
    subjectId: borrower.id,
    field: 'everything',
    reason: input.reason,
  };
  const opened = await readEncrypted(staffRequest, read, (trx, decrypt) =>
    readBorrowersData(
      async (text, values) => {
        const { rows } = await trx.executeQuery<never>(CompiledQuery.raw(text, [...values]));
        return rows;
      },
      decrypt,
      borrower,
    ),
  );
  if (isRejection(opened)) return opened;
  const { csv, rows } = csvOf(opened.value);
  return { fileName: `borrower-${borrower.id}.csv`, csv, rows };
};
