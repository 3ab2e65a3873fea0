import type { Screen } from '../app/screen.ts';

/** What came in: transfers beside their receipts, held and unknown payments, bank statements. */
export const moneyInScreens: readonly Screen[] = [];
