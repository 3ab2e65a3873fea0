import {
  checkMonth,
  closeMonth,
  exportJournals,
  listJournals,
  listPeriods,
  listUnexplained,
  postJournal,
  reopenMonth,
  showBooks,
  showJournal,
} from '@hiram/contract/console/books';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { openExport, prepareExport } from './export-journals.ts';
import { closeAction, reopenAction } from './move-month.ts';
import { postAction } from './post-journal.ts';
import { show, showChecks, showPeriods, showUnexplained } from './show-books.ts';
import { list, show as showOne } from './show-journals.ts';

/** The general ledger: accounts, journals, months. */
export const booksArea: Area = {
  actions: [closeAction, reopenAction, postAction],
  texts: {
    noSuchMonth: 'Nothing is posted in this month.',
    monthClosed: 'The month is closed.',
    monthOpen: 'The month is open.',
    laterClosed: 'A later month is closed. Reopen that one first.',
    notReady: 'The month cannot be closed yet: {what}.',
    unbalanced: 'Debits and credits differ, or a line has no amount.',
    noSuchAccount: '{account} is no account that takes lines.',
    loanAccount: '{account} is of the loans: the daily run alone posts it.',
    futureDay: 'The day is in the future.',
    notPosted: 'The books of this brand are not begun yet.',
    lineExplained: 'This line of the statement is explained already, or is a borrower’s payment.',
    noSuchColumn: '{column} is no column of a journal.',
    lineAmount: 'The journal must take the whole amount of the line out of the unidentified money.',
  },
  routes(server) {
    server.serveStaff(showBooks, show);
    server.serveStaff(listJournals, list);
    server.serveStaff(showJournal, showOne);
    server.serveStaff(listPeriods, showPeriods);
    server.serveStaff(checkMonth, showChecks);
    server.serveStaff(exportJournals, prepareExport);
    server.serveFile(exportJournals, openExport);
    serveAction(server, closeMonth, closeAction);
    serveAction(server, reopenMonth, reopenAction);
    server.serveStaff(listUnexplained, showUnexplained);
    serveAction(server, postJournal, postAction);
  },
};
