import type { Desk } from '../actions/desk.ts';

/** Everything that waits for a person, ranked by the promise that is broken first. */
export const workDesk: Desk = {
  actions: [],
  texts: {},
  routes: () => undefined,
};
