import type { addNote, endBorrowerSessions } from '@hiram/contract/console/borrower';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { loadBorrower } from './load-borrower.ts';

export const writeNote: StaffHandler<typeof addNote> = async (input, { db, brand, session, now }) => {
  const borrower = await loadBorrower(db, brand, input.borrowerId);
  if (borrower.erased_at !== null) return reject('erased');
  const noteId = newId();
  await inTransaction(db, (trx) =>
    trx
      .insertInto('note')
      .values({ borrower_id: borrower.id, id: noteId, staff_id: session.staffId, text: input.text, at: now })
      .execute(),
  );
  return { noteId };
};

/** Signs the borrower out everywhere. */
export const endSessions: StaffHandler<typeof endBorrowerSessions> = async (input, { db, brand, now }) => {
  const { id } = await loadBorrower(db, brand, input.borrowerId);
  const ended = await inTransaction(db, (trx) =>
    trx
      .updateTable('session')
      .set({ revoked_at: now })
      .where('borrower_id', '=', id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow(),
  );
  return { ended: Number(ended.numUpdatedRows) };
};
