import type { Desk } from '../actions/desk.ts';

/** What goes out: payouts by state, the ceiling of a day, refunds due, and the stop switch. */
export const moneyOutDesk: Desk = {
  actions: [],
  texts: {},
  routes: () => undefined,
};
