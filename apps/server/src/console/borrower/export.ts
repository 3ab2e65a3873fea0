import type { exportBorrowerData } from '@hiram/contract/console/borrower';
import { CompiledQuery } from 'kysely';
import { csvOf } from '../../lending/borrowers/borrower-csv.ts';
import { readBorrowersData } from '../../lending/borrowers/borrower-data.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import { readEncrypted } from '../access/read-encrypted.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { loadBorrower } from './load-borrower.ts';

/** Everything that is stored about a borrower, as one file. It counts as one read of everything. */
export const exportData: StaffHandler<typeof exportBorrowerData> = async (input, staffRequest) => {
  const { db, brand } = staffRequest;
  const borrower = await loadBorrower(db, brand, input.borrowerId);
  const read = {
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
