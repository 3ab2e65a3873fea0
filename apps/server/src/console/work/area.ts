import {
  claimTasks,
  countTodo,
  countWork,
  deferTasks,
  listColleagues,
  listWork,
  lookAtCase,
  passOnTasks,
  showTaskLoan,
  takeNextTask,
  whoMay,
} from '@hiram/contract/console/work';
import type { Area } from '../actions/area.ts';
import { lookAt } from './case-leases.ts';
import { countListedWork, showCounts, showWork } from './list-work.ts';
import { claim, defer, passOn, showColleagues, takeNext } from './move-task.ts';
import { showLoanOf } from './task-loan.ts';
import { showTodo, showWhoMay } from './todo.ts';

/** Everything that waits for a person, ranked by the promise that is broken first. */
export const workArea: Area = {
  actions: [],
  texts: {
    cannotOwn: 'This person may not settle such a task.',
    ownedByOther: 'A colleague has claimed this.',
    taskClosed: 'This is settled already.',
  },
  routes(server) {
    server.serveStaff(listWork.page, showWork);
    server.serveStaff(listWork.count, countListedWork);
    server.serveStaff(countWork, showCounts);
    server.serveStaff(showTaskLoan, showLoanOf);
    server.serveStaff(countTodo, showTodo);
    server.serveStaff(whoMay, showWhoMay);
    server.serveStaff(lookAtCase, lookAt);
    server.serveStaff(listColleagues, showColleagues);
    server.serveStaff(claimTasks, claim);
    server.serveStaff(passOnTasks, passOn);
    server.serveStaff(deferTasks, defer);
    server.serveStaff(takeNextTask, takeNext);
  },
};
