import type { Desk } from '../actions/desk.ts';

/** The steps of the promotion, from the first visit to the loan. */
export const funnelDesk: Desk = {
  actions: [],
  texts: {},
  routes: () => undefined,
};
