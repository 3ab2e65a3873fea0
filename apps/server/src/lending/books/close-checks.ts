import { addDays, addMonths, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';
import { CannotPost } from './cannot-post.ts';
import { tieLoans } from './tie-loans.ts';

/** The checks before a month is closed. */
export const closeCheckNames = [
  'earlier',
  'posted',
  'numbers',
  'items',
  'loans',
  'suspense',
  'cash',
  'settlements',
] as const;
export type CloseCheckName = (typeof closeCheckNames)[number];

export interface CloseCheck {
  readonly name: CloseCheckName;
  /** Number of things that stand against it; 0: it is met. */
  readonly open: number;
  /** The result in words. */
  readonly text: string;
}

/** The first and the last day of a month, `YYYY-MM`. Throws CannotPost for another text. */
export function daysOfMonth(month: string): { readonly from: LocalDate; readonly to: LocalDate } {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new CannotPost(`${month} is not a month: write YYYY-MM`);
  const from = localDate(`${month}-01`);
  return { from, to: addDays(addMonths(from, 1), -1) };
}

const counted = async (rows: Promise<{ rows: { count: string }[] }>): Promise<number> =>
  Number((await rows).rows[0]?.count ?? 0);

/** Looks at everything that a closed month rests on. Reads every loan of the brand. */
export async function checkClose(db: Db, brand: string, month: string): Promise<readonly CloseCheck[]> {
  const { from, to } = daysOfMonth(month);
  const book = await db
    .selectFrom('gl_book')
    .select(['posted_through', 'last_number'])
    .where('brand', '=', brand)
    .executeTakeFirst();
  const through = book?.posted_through ?? undefined;
  const earlier = await counted(
    sql<{ count: string }>`
      select count(*) from gl_period where brand = ${brand} and month < ${month} and state = 'open'`.execute(
      db,
    ),
  );
  const numbers = await counted(
    sql<{
      count: string;
    }>`select ${book?.last_number ?? 0}::bigint - count(*) as count from gl_journal where brand = ${brand}`.execute(
      db,
    ),
  );
  // A journal of loans is made of its items: what they debit is what its lines debit.
  const items = await counted(
    sql<{ count: string }>`
      select count(*) from (
        select journal.id, (select sum(amount) from gl_line line where line.journal_id = journal.id and amount > 0) as lines,
          (select sum(amount) from every_gl_item item where item.journal_id = journal.id and amount > 0) as items
        from gl_journal journal where journal.brand = ${brand} and journal.posted_on between ${from} and ${to}
          and journal.kind not in ('settlement', 'manual')
      ) compared where lines is distinct from items`.execute(db),
  );
  const tie = await tieLoans(db, brand);
  const suspense = await counted(
    sql<{ count: string }>`
      select count(*) from statement_line where brand = ${brand} and booked_on <= ${to}
        and transfer_id is null and payment_id is null and set_aside_by is null`.execute(db),
  );
  const cash = await counted(
    sql<{ count: string }>`
      select count(*) from reconciliation_difference where day between ${from} and ${to}
        and resolved_at is null and explanation is null and kind = 'day' and reference = ${brand}`.execute(
      db,
    ),
  );
  const settlements = await counted(
    sql<{ count: string }>`
      select count(*) from lender_journal journal where journal.brand = ${brand} and journal.posted_on <= ${to}
        and not exists (select from gl_journal done where done.brand = ${brand} and done.source = 'settlement ' || journal.id)`.execute(
      db,
    ),
  );
  return [
    {
      name: 'earlier',
      open: earlier,
      text: earlier === 0 ? 'no earlier month is open' : `${earlier} earlier months are open`,
    },
    {
      name: 'posted',
      open: through !== undefined && through >= to ? 0 : 1,
      text: through === undefined ? 'nothing is posted' : `posted through ${through}`,
    },
    {
      name: 'numbers',
      open: numbers,
      text: `journals 1 to ${book?.last_number ?? 0}, ${numbers} numbers missing`,
    },
    { name: 'items', open: items, text: `${items} journals differ from the loans that they are made of` },
    {
      name: 'loans',
      open: tie.differing,
      text: `${tie.loans} loans compared, ${tie.differing} differ from their own ledger, ${tie.pending} moved since the last run`,
    },
    { name: 'suspense', open: suspense, text: `${suspense} lines of the bank’s statements are unexplained` },
    { name: 'cash', open: cash, text: `${cash} days of a provider differ and are unexplained` },
    { name: 'settlements', open: settlements, text: `${settlements} settlements are not posted` },
  ];
}

/** The month of a brand as it is stored. Throws CannotPost if nothing is posted in it. */
export async function periodOf(db: Db, brand: string, month: string) {
  daysOfMonth(month);
  const period = await db
    .selectFrom('gl_period')
    .selectAll()
    .where('brand', '=', brand)
    .where('month', '=', month)
    .executeTakeFirst();
  if (!period) throw new CannotPost(`Nothing is posted in ${month} of ${brand}`);
  return period;
}
