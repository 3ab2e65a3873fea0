import type { Desk } from '../actions/desk.ts';

/** One order: its position on any day, where each figure comes from, and the actions on it. */
export const loanDesk: Desk = {
  actions: [],
  texts: {},
  routes: () => undefined,
};
