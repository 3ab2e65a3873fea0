import type { AccountType } from '@hiram/contract/console/books';
import { type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { CannotPost } from './cannot-post.ts';

/** The row of a brand's books; undefined: they are not begun. */
export const findBook = (db: Db, brand: string) =>
  db.selectFrom('gl_book').selectAll().where('brand', '=', brand).executeTakeFirst();

/** A month of a brand's books; undefined: nothing is posted in it. */
export const findPeriod = (db: Db, brand: string, month: string) =>
  db
    .selectFrom('gl_period')
    .selectAll()
    .where('brand', '=', brand)
    .where('month', '=', month)
    .executeTakeFirst();

/** The last day of a brand that is posted; undefined: none is. */
export async function postedThrough(db: Db, brand: string): Promise<LocalDate | undefined> {
  const through = (await findBook(db, brand))?.posted_through;
  return through ? localDate(through) : undefined;
}

/** The books of a brand: their currency, and the last day that is posted. Throws CannotPost if nothing is posted. */
export async function bookOf(db: Db, brand: string) {
  const book = await findBook(db, brand);
  if (!book || book.posted_through === null)
    throw new CannotPost(
      `The books of ${brand} are not posted yet: run hiram books run --brand ${brand} --on DAY`,
    );
  return { currency: book.currency, through: localDate(book.posted_through) };
}

/**
 * The sum of an account's lines in cents, debit positive: of the period from `from`, or since the beginning,
 * to the end of `to`.
 */
interface AccountSum {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly externalCode: string | null;
  readonly amount: number;
}

/** Sums of all accounts that take lines, in the order of their codes. */
export async function accountSums(
  db: Db,
  brand: string,
  { from, to }: { readonly from?: LocalDate | undefined; readonly to: LocalDate },
): Promise<readonly AccountSum[]> {
  const { rows } = await sql<AccountSum>`
    select account.code, account.name, account.type, account.external_code as "externalCode",
      coalesce(sum(line.amount), 0)::bigint as amount
    from gl_account account
    left join (
      select line.account, line.amount from gl_line line join gl_journal journal on journal.id = line.journal_id
      where journal.brand = ${brand} and journal.posted_on <= ${to}
        and (${from ?? null}::date is null or journal.posted_on >= ${from ?? null}::date)
    ) line on line.account = account.code
    where account.brand = ${brand}
      and not exists (select from gl_account below where below.brand = account.brand and below.parent = account.code)
    group by account.brand, account.code order by account.code`.execute(db);
  return rows;
}

/** An amount in cents, debit positive, on the side where it stands. */
export const onSides = (amount: number) => ({ debit: Math.max(0, amount), credit: Math.max(0, -amount) });

const sumOf = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Every account that takes lines with its balance at the end of a day, on the side where it stands, and the
 * sums of both sides, which are equal. Cents of the currency of the books. Throws CannotPost if nothing is
 * posted.
 */
export async function trialBalance(db: Db, brand: string, on: LocalDate) {
  const { currency } = await bookOf(db, brand);
  const sums = await accountSums(db, brand, { to: on });
  const accounts = sums.map(({ code, name, type, amount }) => ({ code, name, type, ...onSides(amount) }));
  const debit = sumOf(accounts.map((account) => account.debit));
  const credit = sumOf(accounts.map((account) => account.credit));
  return { brand, currency, on, accounts, debit, credit };
}

/** An account's amount on the side on which it grows, in cents. */
export type StatedAmount = Pick<AccountSum, 'code' | 'name' | 'amount'>;

/**
 * Balance sheet at the end of a day, and income statement of the period that ends with it. Cents.
 * `resultToDate`: income less expenses since the beginning, which is the owners'; assets are liabilities,
 * equity and it. Throws CannotPost if nothing is posted.
 */
export async function financialStatement(
  db: Db,
  brand: string,
  { from, on }: { readonly from: LocalDate; readonly on: LocalDate },
) {
  const { currency } = await bookOf(db, brand);
  const toDate = await accountSums(db, brand, { to: on });
  const ofPeriod = await accountSums(db, brand, { from, to: on });
  const part = (sums: readonly AccountSum[], type: AccountType): readonly StatedAmount[] =>
    sums
      .filter((account) => account.type === type && account.amount !== 0)
      .map(({ code, name, amount }) => {
        const growsByDebit = type === 'asset' || type === 'expense';
        return { code, name, amount: growsByDebit ? amount : -amount };
      });
  const total = (stated: readonly StatedAmount[]) => sumOf(stated.map(({ amount }) => amount));
  const [assets, liabilities, equity] = [
    part(toDate, 'asset'),
    part(toDate, 'liability'),
    part(toDate, 'equity'),
  ];
  const [income, expenses] = [part(ofPeriod, 'income'), part(ofPeriod, 'expense')];
  const totals = {
    assets: total(assets),
    liabilities: total(liabilities),
    equity: total(equity),
    resultToDate: total(part(toDate, 'income')) - total(part(toDate, 'expense')),
    income: total(income),
    expenses: total(expenses),
    result: total(income) - total(expenses),
  };
  return { brand, currency, from, on, assets, liabilities, equity, income, expenses, totals };
}
