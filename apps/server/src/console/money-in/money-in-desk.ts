import type { Desk } from '../actions/desk.ts';

/** What came in: transfers beside their receipts, held and unknown payments, bank statements. */
export const moneyInDesk: Desk = {
  actions: [],
  texts: {},
  routes: () => undefined,
};
