import type { MonthlyPayment, SavedLoan } from '@hiram/contract/calculator';
import type { BorrowerId, SavedLoanId } from '@hiram/contract/ids';
import { addMonths, cents, type LevelLoan, type LocalDate, levelLoan, localDate } from '@hiram/loan';
import { smallestUnit } from '@hiram/loan/format';
import { type Selectable, sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';

export type SavedLoanRow = Selectable<Database['saved_loan']>;

/**
 * The lowest free slot number of the borrower, from 1 to `places`, or undefined if all are taken. The caller locks the borrower.
 */
export async function freePlace(
  trx: Db,
  borrowerId: BorrowerId,
  places: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ place: number }>`
    select place from generate_series(1, ${places}) as place
    where place not in (select place from saved_loan where borrower_id = ${borrowerId})
    order by place limit 1`.execute(trx);
  return rows[0]?.place;
}

/** The borrower's saved loan. Throws NotFound both for a missing loan and for another borrower's. */
export async function loadSavedLoan(
  db: Db,
  borrowerId: BorrowerId,
  loanId: SavedLoanId,
): Promise<SavedLoanRow> {
  const row = await db
    .selectFrom('saved_loan')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', knownId(loanId))
    .executeTakeFirst();
  if (!row) throw new NotFound('kept loan');
  return row;
}

/** A saved loan with its next payment as of today: the first that is not in the past. */
export function savedLoanOf(row: SavedLoanRow, today: LocalDate): SavedLoan {
  const start = localDate(row.start_date);
  // The number of the payment in the current month, or the one before it: addMonths handles short months.
  const monthsOfYears = (Number(today.slice(0, 4)) - Number(start.slice(0, 4))) * 12;
  const currentNo = monthsOfYears + Number(today.slice(5, 7)) - Number(start.slice(5, 7));
  const nextNo = Math.max(1, addMonths(start, currentNo) < today ? currentNo + 1 : currentNo);
  return {
    loanId: row.id,
    name: row.name,
    principal: row.principal,
    rate: row.rate,
    tenure: row.tenure,
    startDate: row.start_date,
    emi: row.emi,
    ...(nextNo <= row.tenure ? { periodNo: nextNo, dueDate: addMonths(start, nextNo) } : {}),
  };
}

/** The level loan of a saved loan, whose figures were checked when it was saved. */
export function levelLoanOf(row: SavedLoanRow, brand: Brand): LevelLoan {
  const loan = levelLoan(cents(row.principal), row.rate, row.tenure, smallestUnit(brand.money));
  if (!loan) throw new Error('the saved loan has no level payment');
  return loan;
}

/** A level loan's monthly payments on the wire, with due dates if `start` is set. */
export function monthlyPayments(loan: LevelLoan, start?: LocalDate): MonthlyPayment[] {
  return loan.rows.map((row, index) => ({
    periodNo: index + 1,
    amount: row.payment,
    principal: row.principal,
    interest: row.interest,
    balance: row.balance,
    ...(start ? { dueDate: addMonths(start, index + 1) } : {}),
  }));
}
