import type * as calls from '@hiram/contract/account';
import type { Handler } from '../../api/serve.ts';
import { updateBorrower } from '../../lending/borrowers/borrower-store.ts';

/** Saves the language or the theme. */
export const savePreferences: Handler<typeof calls.savePreferences> = async (
  { language, theme },
  { db, borrower },
) => {
  if (language === undefined && theme === undefined) return {};
  await updateBorrower(db, borrower.id, {
    ...(language === undefined ? {} : { language }),
    ...(theme === undefined ? {} : { theme }),
  });
  return {};
};
