import type { Desk } from '../actions/desk.ts';

/** Finds a person, an order, a payment or a complaint by what somebody has of it. */
export const findDesk: Desk = {
  actions: [],
  texts: {},
  routes: () => undefined,
};
