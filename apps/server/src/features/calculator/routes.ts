import * as calls from '@hiram/contract/calculator';
import type { Server } from '../../api/serve.ts';
import { calculateInstalments } from './calculate.ts';
import { convertCurrency } from './convert-currency.ts';
import { deleteLoan, listSavedLoans, showSavedLoan } from './loans.ts';
import { saveLoan } from './save-loan.ts';

/** The loan calculator, the currency converter and the borrower's saved loans (KEY-08). */
export function calculatorRoutes({ serve }: Server): void {
  serve(calls.calculateEmi, calculateInstalments);
  serve(calls.exchangeRate, convertCurrency);
  serve(calls.addLoan, saveLoan);
  serve(calls.deleteLoan, deleteLoan);
  serve(calls.listLoans, listSavedLoans);
  serve(calls.loanInfo, showSavedLoan);
}
