import type { Desk } from '../actions/desk.ts';

/** A day of a provider, side by side with our books. */
export const reconcileDesk: Desk = {
  actions: [],
  texts: {},
  routes: () => undefined,
};
