import type * as calls from '@hiram/contract/calculator';
import { calculatorLimits } from '@hiram/contract/calculator';
import { localDate } from '@hiram/loan';
import type { Handler } from '../../api/serve.ts';
import { figuresOf } from './calculate.ts';
import { levelLoanOf, loadSavedLoan, monthlyPayments, savedLoanOf } from './saved-loans.ts';

/** Deletes a saved loan. */
export const deleteLoan: Handler<typeof calls.deleteLoan> = async ({ loanId }, { db, borrower }) => {
  const { id } = await loadSavedLoan(db, borrower.id, loanId);
  await db.deleteFrom('saved_loan').where('borrower_id', '=', borrower.id).where('id', '=', id).execute();
  return {};
};

/** The borrower's saved loans, newest first. */
export const listSavedLoans: Handler<typeof calls.listLoans> = async (_input, requestContext) => {
  const { db, borrower } = requestContext;
  const today = await requestContext.today();
  const rows = await db
    .selectFrom('saved_loan')
    .selectAll()
    .where('borrower_id', '=', borrower.id)
    .orderBy('id', 'desc')
    .limit(calculatorLimits.loans)
    .execute();
  return { list: rows.map((row) => savedLoanOf(row, today)), limit: calculatorLimits.loans };
};

/** One saved loan, month by month. */
export const showSavedLoan: Handler<typeof calls.loanInfo> = async ({ loanId }, requestContext) => {
  const { db, borrower } = requestContext;
  const today = await requestContext.today();
  const row = await loadSavedLoan(db, borrower.id, loanId);
  const loan = levelLoanOf(row, requestContext.brand);
  return {
    ...savedLoanOf(row, today),
    ...figuresOf(loan),
    repayments: monthlyPayments(loan, localDate(row.start_date)),
  };
};
