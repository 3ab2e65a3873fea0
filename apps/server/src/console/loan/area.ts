import {
  arrangeLoan,
  declineRequest,
  extendLoan,
  readAgreement,
  refundCredit,
  showLoan as showLoanCall,
  stopCharges as stopChargesCalls,
  undoDecision,
  waiveDebt,
  writeOffLoan,
} from '@hiram/contract/console/loan';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { arrange, decline } from './arrange.ts';
import { extend, refund, stopCharges, undo, waive, writeOff } from './loan-actions.ts';
import { openAgreement } from './read-agreement.ts';
import { showLoan } from './show-loan.ts';

/** One loan: its position on any day, and what the staff decides about it. */
export const loanArea: Area = {
  actions: [waive, refund, writeOff, undo, extend, stopCharges, arrange],
  texts: {
    dayOutOfRange: 'This day is before the application, or too far ahead.',
    nothingToWaive: 'Give at least one amount to waive.',
    moreThanOwed: 'Only {owed} of {part} is owed.',
    moreThanCredit: 'The credit is {credit}.',
    unknownCash: 'There is no such provider.',
    otherProvider: 'A refund goes back the way the payment came: {list}.',
    stillReversible:
      '{free} can be refunded today. The rest can still be reversed by its channel; it can be refunded from {from}.',
    writtenOffAlready: 'The loan is written off already.',
    noPrincipal: 'No principal is owed.',
    cannotUndo: 'This event cannot be undone: no person decided it, or it was undone before.',
    cannotExtend: 'The loan cannot be extended today: {why}.',
    badStop: 'Charges stop for 1 to {days} days.',
    notLate: 'Nothing is overdue on this loan.',
    arranged: 'An arrangement runs already.',
    badDates: 'Choose one to six days in their order, from today on, within half a year.',
    smallParts: 'The parts would be too small.',
    noRequest: 'Nothing is open to answer.',
    nothingOwed: 'The loan is not running, so no charges can be stopped.',
  },
  routes(server) {
    server.serveStaff(showLoanCall, showLoan);
    server.serveStaff(readAgreement, openAgreement);
    serveAction(server, waiveDebt, waive);
    serveAction(server, refundCredit, refund);
    serveAction(server, writeOffLoan, writeOff);
    serveAction(server, undoDecision, undo);
    serveAction(server, extendLoan, extend);
    serveAction(server, stopChargesCalls, stopCharges);
    serveAction(server, arrangeLoan, arrange);
    server.serveStaff(declineRequest, decline);
  },
};
