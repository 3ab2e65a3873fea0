import type { MonthlyPayment, SavedLoan } from '@hiram/contract/calculator';
import { addMonths, cents, type LevelLoan, type LocalDate, levelLoan, localDate } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';

export type KeptRow = Selectable<Database['saved_loan']>;

/** The lowest place that the borrower has free, or undefined: all are taken. The borrower must be locked. */
export async function freePlace(trx: Db, borrowerId: string, places: number): Promise<number | undefined> {
  const { rows } = await sql<{ place: number }>`
    select place from generate_series(1, ${places}) as place
    where place not in (select place from saved_loan where borrower_id = ${borrowerId})
    order by place limit 1`.execute(trx);
  return rows[0]?.place;
}

/** The borrower's kept loan. Throws NotFound alike for one that does not exist and for somebody else's. */
export async function loadKept(db: Db, borrowerId: string, loanId: string): Promise<KeptRow> {
  const row = await db
    .selectFrom('saved_loan')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', knownId(loanId))
    .executeTakeFirst();
  if (!row) throw new NotFound('kept loan');
  return row;
}

/** A kept loan with its next payment as of today: the first whose day has not passed. */
export function savedLoanOf(row: KeptRow, today: LocalDate): SavedLoan {
  const start = localDate(row.start_date);
  // The month of today's payment, or the one before: the day of the month decides, whatever the month's length.
  const months = (Number(today.slice(0, 4)) - Number(start.slice(0, 4))) * 12;
  const near = months + Number(today.slice(5, 7)) - Number(start.slice(5, 7));
  const next = Math.max(1, addMonths(start, near) < today ? near + 1 : near);
  return {
    loanId: row.id,
    name: row.name,
    principal: row.principal,
    rate: row.rate,
    tenure: row.tenure,
    startDate: row.start_date,
    emi: row.emi,
    ...(next <= row.tenure ? { periodNo: next, dueTime: addMonths(start, next) } : {}),
  };
}

/** The level loan of figures that were checked when they were kept. */
export function levelLoanOf(row: KeptRow): LevelLoan {
  const loan = levelLoan(cents(row.principal), row.rate, row.tenure);
  if (!loan) throw new Error('a loan was kept that is not level');
  return loan;
}

/** A level loan's months on the wire, with their days where it has begun. */
export function monthlyPayments(loan: LevelLoan, start?: LocalDate): MonthlyPayment[] {
  return loan.rows.map((row, index) => ({
    periodNo: index + 1,
    amount: row.payment,
    principal: row.principal,
    interest: row.interest,
    balance: row.balance,
    ...(start ? { dueTime: addMonths(start, index + 1) } : {}),
  }));
}
