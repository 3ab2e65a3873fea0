import {
  claimTasks,
  countWork,
  deferTask,
  listColleagues,
  listWork,
  passOnTasks,
  takeNextTask,
} from '@hiram/contract/console/work';
import type { Desk } from '../actions/desk.ts';
import { showCounts, showWork } from './list-work.ts';
import { claim, defer, passOn, showColleagues, takeNext } from './move-task.ts';

/** Everything that waits for a person, ranked by the promise that is broken first. */
export const workDesk: Desk = {
  actions: [],
  texts: {
    cannotOwn: 'This person may not settle such a task.',
    ownedByOther: 'A colleague has claimed this.',
    taskClosed: 'This is settled already.',
  },
  routes(server) {
    server.serveStaff(listWork, showWork);
    server.serveStaff(countWork, showCounts);
    server.serveStaff(listColleagues, showColleagues);
    server.serveStaff(claimTasks, claim);
    server.serveStaff(passOnTasks, passOn);
    server.serveStaff(deferTask, defer);
    server.serveStaff(takeNextTask, takeNext);
  },
};
