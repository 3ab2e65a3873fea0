import type { Desk } from '../actions/desk.ts';

/** One borrower: who they are, what happened, and what the staff may do about it. */
export const borrowerDesk: Desk = {
  actions: [],
  texts: {},
  routes: () => undefined,
};
