import { showLoan as showLoanCall } from '@hiram/contract/console/loan';
import type { Desk } from '../actions/desk.ts';
import { showLoan } from './show-loan.ts';

/** One loan: its position on any day, and what the staff decides about it. */
export const loanDesk: Desk = {
  actions: [],
  texts: {
    dayOutOfRange: 'This day is before the application, or too far ahead.',
  },
  routes(server) {
    server.serveStaff(showLoanCall, showLoan);
  },
};
