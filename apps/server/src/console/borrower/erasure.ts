import type { holdErasure as holdErasureCall } from '@hiram/contract/console/borrower';
import type { BorrowerId } from '@hiram/contract/ids';
import { eraseNow } from '../../lending/borrowers/erase.ts';
import { openOrder } from '../../lending/loans/order-store.ts';
import { closeTask } from '../../lending/tasks.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import type { Action } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { loadBorrower, loadLockedBorrower } from './load-borrower.ts';

/** Keeps an account from being erased for a reason, or lets it be erased again. */
export const holdErasure: StaffHandler<typeof holdErasureCall> = async (input, staffRequest) => {
  const { db, brand, session, now } = staffRequest;
  return inTransaction(db, async (trx) => {
    const borrower = await loadLockedBorrower(trx, brand, input.borrowerId);
    if (borrower.erased_at !== null) return reject('nothingToHold');
    const isHeld = await hasHold(trx, borrower.id);
    if (isHeld === input.isHeld) return reject(isHeld ? 'erasureHeldAlready' : 'erasureNotHeld');
    if (input.isHeld)
      await trx
        .insertInto('erasure_hold')
        .values({
          borrower_id: borrower.id,
          id: newId(),
          reason: input.reason,
          held_by: session.staffId,
          held_at: now,
        })
        .execute();
    else
      await trx
        .updateTable('erasure_hold')
        .set({ released_by: session.staffId, released_at: now })
        .where('borrower_id', '=', borrower.id)
        .where('released_at', 'is', null)
        .execute();
    return {};
  });
};

async function hasHold(db: Db, borrowerId: BorrowerId): Promise<boolean> {
  const hold = await db
    .selectFrom('erasure_hold')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return hold !== undefined;
}

/** Erases an account whose borrower asked for it, before its day. It always needs a second person. */
export const erase: Action<{ readonly borrowerId: BorrowerId }, 'notAskedFor' | 'erasureHeld' | 'loanRuns'> =
  {
    name: 'borrower.erase',
    right: 'borrower.erase',
    approvalRight: 'borrower.approveRequest',
    async lock({ db, brand }, { borrowerId }) {
      await loadLockedBorrower(db, oneBrandOf({ brand }), borrowerId);
    },
    async preview({ db, brand }, { borrowerId }) {
      const borrower = await loadBorrower(db, oneBrandOf({ brand }), borrowerId);
      const requested = await db
        .selectFrom('erasure_request')
        .select('erase_on')
        .where('borrower_id', '=', borrower.id)
        .executeTakeFirst();
      if (!requested) return reject('notAskedFor');
      if (await hasHold(db, borrower.id)) return reject('erasureHeld');
      if (await openOrder(db, borrower.id)) return reject('loanRuns');
      return {
        subject: 'borrower',
        subjectId: borrowerId,
        amount: undefined,
        lines: [{ label: 'Account', before: `erased on ${requested.erase_on}`, after: 'erased now' }],
        notes: [
          'Personal data is deleted. Loans, payments and agreements stay, as the law requires, without a number.',
          'This cannot be undone.',
        ],
      };
    },
    async perform({ db, appContext, now }, { borrowerId }, { approvalId }) {
      await eraseNow(db, appContext, borrowerId, approvalId);
      await closeTask(db, { kind: 'erasure', subjectId: borrowerId }, now);
    },
  };
