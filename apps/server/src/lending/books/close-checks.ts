import { type CloseCheckName, type checkMonth, closeCheckNames } from '@hiram/contract/console/books';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { addDays, addMonths, daysBetween, type LocalDate, localDate } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { sql } from 'kysely';
import { type Db, inLongTransaction } from '../../platform/database/connection/connect.ts';
import { findBook, findPeriod } from './balances.ts';
import { CannotPost } from './cannot-post.ts';
import { tieLoans } from './tie-loans.ts';
import { unexplainedLines } from './unexplained-lines.ts';

type CloseCheck = StaffOutput<typeof checkMonth>['checks'][number];

/** The first and the last day of a month, `YYYY-MM`. Throws CannotPost for another text. */
export function daysOfMonth(month: string): { readonly from: LocalDate; readonly to: LocalDate } {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new CannotPost(`${month} is not a month: write YYYY-MM`);
  const from = localDate(`${month}-01`);
  return { from, to: addDays(addMonths(from, 1), -1) };
}

/**
 * Counts what differs from the items of loans, and adds up either side: the debits and the credits of journals from theirs in
 * `gl_item`; and the sums of what a product accrued in the month, by kind. A loan's sum is that of its last
 * day less that of the day before the month, so no day is expanded.
 */
async function differingSums(
  db: Db,
  brand: string,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<{ readonly count: number; readonly journals: number; readonly loans: number }> {
  const { rows } = await sql<{ count: number; journals: number; loans: number }>`
      with journal as (
        select id, kind, product, relates_to is null and kind in ('accrual', 'allowance') as is_accrued from gl_journal
        where brand = ${brand} and posted_on between ${from} and ${to} and kind not in ('settlement', 'manual')
      ), line as (
        select journal.id, journal.kind, journal.product, journal.is_accrued, line.amount, account.type in ('income', 'expense') as is_result
        from journal join gl_line line on line.journal_id = journal.id
        join gl_account account on account.brand = line.brand and account.code = line.account
      ), accrued as (
        select accrual.product, accrual.interest[day.last] as interest, accrual.interest[day.before] as interest_before,
          accrual.fee[day.last] as fee, accrual.fee[day.before] as fee_before, accrual.late[day.last] as late,
          accrual.late[day.before] as late_before, accrual.penalty[day.last] as penalty, accrual.penalty[day.before] as penalty_before,
          accrual.allowance[day.last] as allowance, accrual.allowance[day.before] as allowance_before
        from gl_accrual accrual
        join gl_book book on book.brand = accrual.brand
        cross join lateral (select least(accrual.ends_on, ${to}, book.posted_through) - accrual.starts_on + 1 as last,
          ${from}::date - accrual.starts_on as before) day
        where accrual.brand = ${brand} and accrual.starts_on between ${addDays(from, -13)} and ${to} and accrual.ends_on >= ${from}
      ), summed as (
        select product, coalesce(sum(interest), 0) - coalesce(sum(interest_before), 0) + coalesce(sum(fee), 0) - coalesce(sum(fee_before), 0)
            + coalesce(sum(late), 0) - coalesce(sum(late_before), 0) + coalesce(sum(penalty), 0) - coalesce(sum(penalty_before), 0) as accrual,
          coalesce(sum(allowance), 0) - coalesce(sum(allowance_before), 0) as allowance
        from accrued group by product
      ), side as (
        select kind || ' ' || product as name, amount as lines, 0 as items from line where is_accrued and is_result
        union all select kind || ' ' || product, 0, case kind when 'accrual' then accrual else allowance end
          from summed cross join (values ('accrual'), ('allowance')) each (kind)
        union all select id || ' ' || sign(amount), amount, 0 from line where not is_accrued
        union all select journal.id || ' ' || sign(item.amount), 0, item.amount
          from journal join gl_item item on item.journal_id = journal.id where not journal.is_accrued
      )
      select count(*) filter (where lines <> items) as count,
        coalesce(sum(abs(lines)), 0)::bigint as journals, coalesce(sum(abs(items)), 0)::bigint as loans
      from (select sum(lines) as lines, sum(items) as items from side group by name) summed_side`.execute(db);
  return rows[0] ?? { count: 0, journals: 0, loans: 0 };
}

/** Looks at everything that a closed month rests on. Reads every loan of the brand. */
export const checkClose = (db: Db, brand: string, month: string): Promise<CloseCheck[]> =>
  inLongTransaction(db, (trx) => check(trx, brand, month));

async function check(db: Db, brand: string, month: string): Promise<CloseCheck[]> {
  const { from, to } = daysOfMonth(month);
  const book = await findBook(db, brand);
  const through = book?.posted_through ?? undefined;
  const last = book?.last_number ?? 0;
  const { rows } = await sql<
    Record<
      | 'earlier'
      | 'before'
      | 'refused'
      | 'missing'
      | 'suspense'
      | 'unexplained'
      | 'received'
      | 'cash'
      | 'theirs'
      | 'ours'
      | 'settlements'
      | 'settled'
      | 'unposted',
      number
    >
  >`
    with unexplained as (select line.amount from ${unexplainedLines(brand, to)}), settlement as (
      select journal.id, (select coalesce(sum(amount), 0) from lender_line where journal_id = journal.id and amount > 0) as amount,
        exists (select from gl_journal done where done.brand = ${brand} and done.source = 'settlement ' || journal.id) as is_posted
      from lender_journal journal where journal.brand = ${brand} and journal.posted_on <= ${to}
    )
    select coalesce((select refused from gl_run where brand = ${brand} order by run desc limit 1), 0) as refused,
      (select count(*) from gl_period where brand = ${brand} and month < ${month} and state = 'open') as earlier,
      (select count(*) from gl_period where brand = ${brand} and month < ${month}) as before,
      ${last}::bigint - (select count(*) from gl_journal where brand = ${brand}) as missing,
      (select count(*) from unexplained) as suspense,
      (select coalesce(sum(amount), 0)::bigint from unexplained) as unexplained,
      (select coalesce(sum(amount), 0)::bigint from statement_line where brand = ${brand} and booked_on <= ${to}) as received,
      (select coalesce(sum(their_payments + their_payouts + their_other), 0)::bigint from reconciliation_day
        where brand = ${brand} and day between ${from} and ${to}) as theirs,
      (select coalesce(sum(our_payments + our_payouts + our_other), 0)::bigint from reconciliation_day
        where brand = ${brand} and day between ${from} and ${to}) as ours,
      (select count(*) from reconciliation_difference where day between ${from} and ${to}
        and resolved_at is null and explanation is null and kind = 'day' and reference = ${brand}) as cash,
      (select count(*) from settlement where not is_posted) as settlements,
      (select coalesce(sum(amount), 0)::bigint from settlement) as settled,
      (select coalesce(sum(amount), 0)::bigint from settlement where not is_posted) as unposted`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('no count');
  const { earlier, before, refused, missing, suspense, cash, settlements } = counts;
  const items = await differingSums(db, brand, { from, to });
  const tie = await tieLoans(db, brand);
  const days = daysBetween(from, to) + 1;
  const posted =
    through === undefined ? 0 : Math.min(days, Math.max(0, daysBetween(from, localDate(through)) + 1));
  const compared: Readonly<Record<CloseCheckName, readonly [number, number]>> = {
    earlier: [before, before - earlier],
    posted: [days, posted],
    numbers: [last, last - missing],
    items: [items.journals, items.loans],
    loans: [tie.principal.books, tie.principal.ledger],
    suspense: [counts.received, counts.received - counts.unexplained],
    cash: [counts.theirs, counts.ours],
    settlements: [counts.settled, counts.settled - counts.unposted],
  };
  const checks: Readonly<Record<CloseCheckName, readonly [number, string]>> = {
    earlier: [earlier, earlier === 0 ? 'no earlier month is open' : `${earlier} earlier months are open`],
    posted: [
      through !== undefined && through >= to ? 0 : 1,
      through === undefined ? 'nothing is posted' : `posted through ${formatDate(through, 'en')}`,
    ],
    numbers: [missing, `journals 1 to ${last}, ${missing} numbers missing`],
    items: [
      items.count,
      `${items.count} journals or sums of a product differ from the loans that they are made of`,
    ],
    loans: [
      tie.differing + refused,
      `${tie.loans} loans compared, ${tie.differing} differ from their own ledger, ${tie.pending} moved since the last run, ${refused} left as they were by it`,
    ],
    suspense: [suspense, `${suspense} lines of the bank’s statements are unexplained`],
    cash: [cash, `${cash} days of a provider differ and are unexplained`],
    settlements: [settlements, `${settlements} settlements are not posted`],
  };
  return closeCheckNames.map((name) => {
    const [open, text] = checks[name];
    const [one, other] = compared[name];
    return { name, open, text, compared: [one, other] };
  });
}

/** The month of a brand as it is stored. Throws CannotPost if nothing is posted in it. */
export async function periodOf(db: Db, brand: string, month: string) {
  daysOfMonth(month);
  const period = await findPeriod(db, brand, month);
  if (!period) throw new CannotPost(`Nothing is posted in ${month} of ${brand}`);
  return period;
}
