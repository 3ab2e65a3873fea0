import {
  answerOnCall,
  cancelShift,
  countUncovered,
  planShift,
  showCoverage,
} from '@hiram/contract/console/coverage';
import type { Area } from '../actions/area.ts';
import { answer, cancel, plan, watched } from './shifts.ts';
import { count, show } from './show-coverage.ts';

/** The people at work or on call, and those who could approve each action. */
export const coverageArea: Area = {
  actions: [],
  texts: {
    badTime: 'The time ends before it begins, is over, or has more than seven days.',
    noSuchPerson: 'This person has no role in this brand.',
    overlaps: 'This person is at work or on call at that time already.',
    alreadyClosed: 'This request is already closed.',
  },
  routes(server, actions) {
    server.serveStaff(showCoverage, show(actions));
    server.serveStaff(countUncovered, count(actions));
    server.serveStaff(planShift, watched(plan));
    server.serveStaff(cancelShift, watched(cancel));
    server.serveStaff(answerOnCall, watched(answer));
  },
};
