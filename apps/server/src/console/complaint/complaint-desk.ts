import type { Desk } from '../actions/desk.ts';

/** Complaints with their thread, pictures, order and clocks. */
export const complaintDesk: Desk = {
  actions: [],
  texts: {},
  routes: () => undefined,
};
