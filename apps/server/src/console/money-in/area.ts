import { importStatement, listImports, postLine, undoImport } from '@hiram/contract/console/bank-statement';
import {
  countMoneyIn,
  listHeldPayments,
  listMessages,
  listStatementLines,
  listTransfers,
  postMoney,
  refuseMoney,
  setLineAside,
  showTransfer,
  transferReceipt,
} from '@hiram/contract/console/money-in';
import { planPosts, postMany } from '@hiram/contract/console/post-many';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { count } from './count-money-in.ts';
import { showHeld } from './list-held.ts';
import { showTransfers } from './list-transfers.ts';
import { showMessages } from './message-rows.ts';
import { postLineAction } from './post-line.ts';
import { plan, post } from './post-many.ts';
import { postAction } from './post-money.ts';
import { refuseAction } from './refuse-money.ts';
import { showClaims, showReceipt } from './show-transfer.ts';
import { importFile } from './statements/import-statement.ts';
import { showImports, undoFile } from './statements/list-imports.ts';
import { setAsideLine, showLines } from './statements/list-lines.ts';

/** Incoming money: transfers beside the bank's statement, held payments, and provider messages that fit nothing. */
export const moneyInArea: Area = {
  actions: [postAction, postLineAction, refuseAction],
  texts: {
    unknownAccount: 'The brand has no such account for transfers.',
    chooseAccount: 'The file names none of the brand’s accounts. Choose the account.',
    chooseColumns:
      'No column of days and none of amounts was found in the file. Choose the columns, or export the file as CSV.',
    noLines: 'The file has no line that came in, read like this.',
    mixedEncoding:
      'The file is written in two encodings: line {line}, character {character} is not UTF-8, as others are. Export it again, or save it as UTF-8.',
    notCsv: 'This is no CSV file: in line {line} a quotation does not end, or the line is too long.',
    wrongSeparator:
      'With {separator} between columns, line {line} has one column alone; the day should be in column {column}. Choose what is between columns.',
    balanceJumps:
      'The balance jumps in line {line}, column {column}: lines are missing there, or the amounts are in another column. Nothing was imported.',
    importUsed: 'A line of this file was posted or set aside: it cannot be undone any more.',
    importUndone: 'This file was undone before.',
    statementTooLarge: 'The file has more than 100,000 lines. Export fewer days.',
    notWaitingHere: 'This does not wait any more.',
    notConfirmed: 'The provider does not confirm it: {words}',
    ownImport:
      'A posted transfer has the reference and amount of this line, which you imported: somebody else sets it aside.',
    lineIsUsed: 'This line of the statement was used for another transfer, or set aside.',
    lineIsClaimed: 'A borrower reported this transfer: post it among the transfers.',
    postedByLine: 'The line of this transfer was posted to a loan before it was reported.',
    beforeLoan: 'It came in before this loan was paid out.',
    amountTooLarge: 'It is more than twice what settles this loan.',
    lineMissing: 'Choose a line of the bank’s statement, or type its amount and day.',
    givenElsewhere:
      'This transfer was given to another claim. Take that payment back to give it to this one.',
    futureDay: 'The day is in the future.',
    orderMissing: 'Name a loan of this brand that was paid out.',
    otherCurrency: 'It was paid in another currency: refund it at the provider.',
    oneBrand: 'Choose one brand first: each has limits of its own.',
    alreadyPosted: 'This payment is in the ledger already. Refuse the message.',
  },
  routes(server) {
    server.serveStaff(countMoneyIn, count);
    server.serveStaff(listTransfers, showTransfers);
    server.serveStaff(showTransfer, showClaims);
    server.serveStaff(transferReceipt, showReceipt);
    server.serveStaff(listHeldPayments, showHeld);
    server.serveStaff(listMessages, showMessages);
    server.serveStaff(importStatement, importFile);
    server.serveStaff(listImports, showImports);
    server.serveStaff(undoImport, undoFile);
    server.serveStaff(listStatementLines, showLines);
    server.serveStaff(setLineAside, setAsideLine);
    server.serveStaff(planPosts, plan);
    server.serveStaff(postMany, post);
    serveAction(server, postMoney, postAction);
    serveAction(server, postLine, postLineAction);
    serveAction(server, refuseMoney, refuseAction);
  },
};
