import type * as calls from '@hiram/contract/account';
import type { Handler } from '../../api/serve.ts';

/** Saves the language or the theme. */
export const savePreferences: Handler<typeof calls.savePreferences> = async (
  { language, theme },
  { db, borrower },
) => {
  if (language === undefined && theme === undefined) return {};
  await db
    .updateTable('borrower')
    .set({ ...(language === undefined ? {} : { language }), ...(theme === undefined ? {} : { theme }) })
    .where('id', '=', borrower.id)
    .execute();
  return {};
};
