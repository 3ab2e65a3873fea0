import type { Desk } from '../actions/desk.ts';

/** Applications and payouts that wait for a person. */
export const decisionDesk: Desk = {
  actions: [],
  texts: {},
  routes: () => undefined,
};
