import { findAnything } from '@hiram/contract/console/find';
import type { Area } from '../actions/area.ts';
import { find } from './find-anything.ts';

/** Finds a person, an order, a payment or a complaint by what somebody has of it. */
export const findArea: Area = {
  actions: [],
  texts: {
    tooManySearches: 'You have searched by as many numbers as one person may in an hour. Ask somebody else.',
  },
  routes: (server) => server.serveStaff(findAnything, find),
};
