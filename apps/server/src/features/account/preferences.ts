import type * as calls from '@hiram/contract/account';
import type { Handler } from '../../api/serve.ts';
import { updateBorrower } from '../../lending/borrowers/borrower-store.ts';

/** Saves what the borrower chose. A preference has the name of its column. */
export const savePreferences: Handler<typeof calls.savePreferences> = async (chosen, { db, borrower }) => {
  if (Object.keys(chosen).length > 0) await updateBorrower(db, borrower.id, chosen);
  return {};
};
