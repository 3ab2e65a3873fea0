import type { showName as showNameCall } from '@hiram/contract/console/borrower-name';
import { namesOfAll } from '../../lending/borrowers/masked.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import { readEncrypted } from '../access/personal-data/read-encrypted.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { loadBorrower } from './load-borrower.ts';

/** Opens a borrower's name for a person whose role does not see it. */
export const showName: StaffHandler<typeof showNameCall> = async ({ borrowerId, reason }, request) => {
  const { id } = await loadBorrower(request.db, request.brand, borrowerId);
  const opened = await readEncrypted(
    request,
    { borrowerId: id, subject: 'borrower', subjectId: id, field: 'fullName', reason },
    async (trx) => (await namesOfAll(request.context.appContext, trx, [id])).get(id) ?? '',
  );
  return isRejection(opened) ? opened : { name: opened.value };
};
