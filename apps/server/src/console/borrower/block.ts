import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import { blockBorrower, forgetBlocked } from '../../lending/borrowers/blocks.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { Action } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { loadBorrower, loadLockedBorrower } from './load-borrower.ts';

interface OfBorrower {
  readonly borrowerId: BorrowerId;
}

/** Blocks a borrower from further loans. A new account with their number or documents is blocked too. */
export const block: Action<OfBorrower, 'blockedAlready' | 'erased'> = {
  name: 'borrower.block',
  right: 'borrower.block',
  approvalRight: 'borrower.approveRequest',
  async lock({ db, brand }, { borrowerId }) {
    await loadLockedBorrower(db, oneBrandOf({ brand }), borrowerId);
  },
  async preview({ db, brand }, { borrowerId }) {
    const borrower = await loadBorrower(db, oneBrandOf({ brand }), borrowerId);
    if (borrower.erased_at !== null) return reject('erased');
    if (borrower.blocked_reason !== null) return reject('blockedAlready');
    return {
      subject: 'borrower',
      subjectId: borrowerId,
      amount: undefined,
      lines: [{ label: 'Further loans', before: 'allowed', after: 'rejected' }],
      notes: [
        'Running loans stay as they are. New accounts with the same number or documents are blocked too.',
        'The reason is kept with the block. Two persons can lift it.',
      ],
    };
  },
  async perform({ db, brand, appContext }, { borrowerId }, { reason }) {
    const borrower = await loadBorrower(db, oneBrandOf({ brand }), borrowerId);
    const blocked = { brand: brandOf(appContext, borrower), borrowerId: borrower.id, reason };
    await blockBorrower(db, appContext, blocked);
  },
};

/** Lifts a block. It always needs a second person; the database demands the approved request. */
export const unblock: Action<OfBorrower, 'notBlocked'> = {
  name: 'borrower.unblock',
  right: 'borrower.unblock',
  approvalRight: 'borrower.approveRequest',
  async lock({ db, brand }, { borrowerId }) {
    await loadLockedBorrower(db, oneBrandOf({ brand }), borrowerId);
  },
  async preview({ db, brand }, { borrowerId }) {
    const { blocked_reason } = await loadBorrower(db, oneBrandOf({ brand }), borrowerId);
    if (blocked_reason === null) return reject('notBlocked');
    return {
      subject: 'borrower',
      subjectId: borrowerId,
      amount: undefined,
      lines: [{ label: 'Further loans', before: `refused: ${blocked_reason}`, after: 'allowed' }],
      notes: ['New accounts with the same number or documents are no longer blocked.'],
    };
  },
  async perform({ db, brand, appContext }, { borrowerId }, { approvalId }) {
    const borrower = await loadBorrower(db, oneBrandOf({ brand }), borrowerId);
    await forgetBlocked(db, appContext, brandOf(appContext, borrower), borrower.id);
    await sql`select unblock_borrower(${borrower.id}::uuid, ${approvalId}::uuid) from installation`.execute(
      db,
    );
  },
};
