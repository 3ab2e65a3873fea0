import type { Desk } from '../actions/desk.ts';

/** Who did and who read what. */
export const trailDesk: Desk = {
  actions: [],
  texts: {},
  routes: () => undefined,
};
