import type { LocalDate } from '@hiram/loan';
import { localDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { AccountType } from '../../brands/chart.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { CannotPost } from './cannot-post.ts';

/** An account with its balance at the end of a day, on the side where it stands. Cents of the currency of the books. */
interface AccountBalance {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly debit: number;
  readonly credit: number;
}

/** Every account that takes lines, and the sums of both sides, which are equal. */
export interface TrialBalance {
  readonly brand: string;
  readonly currency: string;
  readonly on: LocalDate;
  readonly accounts: readonly AccountBalance[];
  readonly debit: number;
  readonly credit: number;
}

/** The books of a brand: their currency, and the last day that is posted. Throws CannotPost if nothing is posted. */
export async function bookOf(
  db: Db,
  brand: string,
): Promise<{ readonly currency: string; readonly through: LocalDate }> {
  const book = await db
    .selectFrom('gl_book')
    .select(['currency', 'posted_through'])
    .where('brand', '=', brand)
    .executeTakeFirst();
  if (!book || book.posted_through === null)
    throw new CannotPost(
      `The books of ${brand} are not posted yet: run hiram books run --brand ${brand} --on DAY`,
    );
  return { currency: book.currency, through: localDate(book.posted_through) };
}

/** The sum of an account's lines in cents, debit positive: of the period from `from`, or since the beginning, to the end of `to`. */
export interface AccountSum extends Pick<AccountBalance, 'code' | 'name' | 'type'> {
  readonly parent: string | null;
  readonly externalCode: string | null;
  readonly amount: number;
}

/** Sums of all accounts that take lines, in the order of their codes. */
export async function accountSums(
  db: Db,
  brand: string,
  { from, to }: { readonly from?: LocalDate | undefined; readonly to: LocalDate },
): Promise<readonly AccountSum[]> {
  const { rows } = await sql<Omit<AccountSum, 'amount'> & { amount: string }>`
    select account.code, account.name, account.type, account.parent, account.external_code as "externalCode",
      coalesce(sum(line.amount), 0) as amount
    from gl_account account
    left join (
      select line.account, line.amount from gl_line line join gl_journal journal on journal.id = line.journal_id
      where journal.brand = ${brand} and journal.posted_on <= ${to}
        and (${from ?? null}::date is null or journal.posted_on >= ${from ?? null}::date)
    ) line on line.account = account.code
    where account.brand = ${brand}
      and not exists (select from gl_account below where below.brand = account.brand and below.parent = account.code)
    group by account.brand, account.code order by account.code`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The trial balance at the end of a day. Throws CannotPost if nothing is posted. */
export async function trialBalance(db: Db, brand: string, on: LocalDate): Promise<TrialBalance> {
  const { currency } = await bookOf(db, brand);
  const accounts = (await accountSums(db, brand, { to: on })).map(
    ({ code, name, type, amount }): AccountBalance => ({
      code,
      name,
      type,
      debit: Math.max(0, amount),
      credit: Math.max(0, -amount),
    }),
  );
  return {
    brand,
    currency,
    on,
    accounts,
    debit: sum(accounts.map(({ debit }) => debit)),
    credit: sum(accounts.map(({ credit }) => credit)),
  };
}

/** An account's amount on the side on which it grows, in cents. */
export interface StatedAmount {
  readonly code: string;
  readonly name: string;
  readonly amount: number;
}

/** Balance sheet at the end of a day, and income statement of the period that ends with it. Cents. */
export interface FinancialStatement {
  readonly brand: string;
  readonly currency: string;
  readonly from: LocalDate;
  readonly on: LocalDate;
  readonly assets: readonly StatedAmount[];
  readonly liabilities: readonly StatedAmount[];
  readonly equity: readonly StatedAmount[];
  readonly income: readonly StatedAmount[];
  readonly expenses: readonly StatedAmount[];
  readonly totals: {
    readonly assets: number;
    readonly liabilities: number;
    readonly equity: number;
    /** Income less expenses since the beginning: it is the owners'. Assets are liabilities, equity and this. */
    readonly resultToDate: number;
    readonly income: number;
    readonly expenses: number;
    /** Of the period. */
    readonly result: number;
  };
}

/** Throws CannotPost if nothing is posted. */
export async function financialStatement(
  db: Db,
  brand: string,
  { from, on }: { readonly from: LocalDate; readonly on: LocalDate },
): Promise<FinancialStatement> {
  const { currency } = await bookOf(db, brand);
  const toDate = await accountSums(db, brand, { to: on });
  const ofPeriod = await accountSums(db, brand, { from, to: on });
  const part = (sums: readonly AccountSum[], type: AccountType, sign: 1 | -1) =>
    sums
      .filter((account) => account.type === type && account.amount !== 0)
      .map(({ code, name, amount }) => ({ code, name, amount: sign * amount }));
  const total = (stated: readonly StatedAmount[]) => sum(stated.map(({ amount }) => amount));
  const assets = part(toDate, 'asset', 1);
  const liabilities = part(toDate, 'liability', -1);
  const equity = part(toDate, 'equity', -1);
  const income = part(ofPeriod, 'income', -1);
  const expenses = part(ofPeriod, 'expense', 1);
  return {
    brand,
    currency,
    from,
    on,
    assets,
    liabilities,
    equity,
    income,
    expenses,
    totals: {
      assets: total(assets),
      liabilities: total(liabilities),
      equity: total(equity),
      resultToDate: total(part(toDate, 'income', -1)) - total(part(toDate, 'expense', 1)),
      income: total(income),
      expenses: total(expenses),
      result: total(income) - total(expenses),
    },
  };
}
