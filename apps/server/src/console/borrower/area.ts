import {
  addNote,
  blockBorrower,
  changeNumber as changeNumberCalls,
  endBorrowerSessions,
  eraseBorrower,
  exportBorrowerData,
  exportMoreData,
  holdErasure as holdErasureCall,
  listTimeline,
  proposeNumber as proposeNumberCall,
  readBorrowerField,
  showBorrower as showBorrowerCall,
  showOrderPage,
  unblockBorrower,
} from '@hiram/contract/console/borrower';
import { showName as showNameCall } from '@hiram/contract/console/borrower-name';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { block, unblock } from './block.ts';
import { changeNumber, proposeNumber } from './change-number.ts';
import { erase, holdErasure } from './erasure.ts';
import { exportData, exportMore } from './export.ts';
import { endSessions, writeNote } from './notes.ts';
import { orderPage } from './order-page.ts';
import { readField } from './read-field.ts';
import { showBorrower } from './show-borrower.ts';
import { showName } from './show-name.ts';
import { timeline } from './timeline.ts';

/** One borrower: who they are, what happened, and what the staff may do about it. */
export const borrowerArea: Area = {
  actions: [block, unblock, changeNumber, erase, exportMore],
  texts: {
    blockedAlready: 'The borrower is blocked already.',
    notBlocked: 'The borrower is not blocked.',
    erased: 'The account is erased.',
    noSuchField: 'There is no such field, or nothing was given for it.',
    nothingToHold: 'The account is erased already.',
    erasureHeldAlready: 'The erasure is held already.',
    erasureNotHeld: 'The erasure is not held.',
    malformedNumber: 'This is no mobile number of the country.',
    numberTaken: 'Another borrower has this number.',
    noSuchChange: 'This change of the number was made already, or does not exist.',
    notAskedFor: 'The borrower did not ask for the erasure.',
    erasureHeld: 'The erasure is held.',
    needsApproval: 'You exported five borrowers within 24 hours. A second person approves each further one.',
    loanRuns: 'A loan runs, so the account stays.',
  },
  routes(server) {
    server.serveStaff(showBorrowerCall, showBorrower);
    server.serveStaff(listTimeline, timeline);
    server.serveStaff(showOrderPage, orderPage);
    server.serveStaff(readBorrowerField, readField);
    server.serveStaff(showNameCall, showName);
    server.serveStaff(addNote, writeNote);
    server.serveStaff(endBorrowerSessions, endSessions);
    server.serveStaff(holdErasureCall, holdErasure);
    server.serveStaff(proposeNumberCall, proposeNumber);
    server.serveStaff(exportBorrowerData, exportData);
    serveAction(server, blockBorrower, block);
    serveAction(server, unblockBorrower, unblock);
    serveAction(server, changeNumberCalls, changeNumber);
    serveAction(server, eraseBorrower, erase);
    serveAction(server, exportMoreData, exportMore);
  },
};
