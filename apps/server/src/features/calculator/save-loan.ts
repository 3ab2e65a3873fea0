import type { addLoan } from '@hiram/contract/calculator';
import { calculatorLimits } from '@hiram/contract/calculator';
import { isLocalDate } from '@hiram/loan/local-date';
import type { Handler } from '../../api/serve.ts';
import { lockBorrower } from '../../lending/borrowers/borrower-store.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { calculateLoan } from './calculate.ts';
import { freePlace } from './saved-loans.ts';

/** The allowed start dates of a saved loan. */
const startDates = { min: '1990-01-01', max: '2099-12-31' };

/** Saves a calculated loan under a name. */
export const saveLoan: Handler<typeof addLoan> = async (
  { name, startDate, ...input },
  { db, brand, borrower, now },
) => {
  const trimmedName = name.replace(/\p{Cc}/gu, ' ').trim();
  if (trimmedName === '') return reject('loanNameMissing', { field: 'name' });
  if (Array.from(trimmedName).length > calculatorLimits.nameMax)
    return reject('loanNameLong', { field: 'name', values: { max: calculatorLimits.nameMax } });
  const loan = calculateLoan(input, brand);
  if ('rejected' in loan) return loan;
  if (!isLocalDate(startDate) || startDate < startDates.min || startDate > startDates.max)
    return reject('noSuchDay', { field: 'startDate' });
  await lockBorrower(db, borrower.id);
  const place = await freePlace(db, borrower.id, calculatorLimits.loans);
  if (place === undefined) return reject('tooManyLoans', { values: { max: calculatorLimits.loans } });
  const id = newId();
  await db
    .insertInto('saved_loan')
    .values({
      borrower_id: borrower.id,
      id,
      place,
      name: trimmedName,
      ...input,
      start_date: startDate,
      emi: loan.payment,
      created_at: now,
    })
    .execute();
  return { loanId: id };
};
