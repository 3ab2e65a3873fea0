import type { OrderId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';

/** Differences in the result. All are counted. */
const maxListed = 100;

/** A loan's part whose general ledger and own ledger differ. Cents, debit positive. */
interface TieDifference {
  readonly orderId: OrderId;
  /** `principal`, `interest`, `credit`, `cash:gcash`. */
  readonly part: string;
  readonly books: number;
  readonly ledger: number;
}

export interface Tie {
  /** Loans that were compared, and those of which something moved since the last run, which the next run posts. */
  readonly loans: number;
  readonly pending: number;
  readonly differing: number;
  readonly named: readonly TieDifference[];
  /** Cents of principal of the loans that were compared. */
  readonly principal: { readonly books: number; readonly ledger: number };
}

/** Compares what is posted of every loan of a brand with the loans' own ledger, part by part. Archived loans no longer change. */
export async function tieLoans(db: Db, brand: string): Promise<Tie> {
  const { rows } = await sql<Tie>`
    with book as (select posted_through, read_from from gl_book where brand = ${brand}),
    loan as (
      select id, borrower_id from loan_order
      where brand = ${brand} and archived_at is null and (event_count > 0 or exists (
        select from journal where journal.borrower_id = loan_order.borrower_id and journal.order_id = loan_order.id))
    ),
    moved as (
      select distinct journal.order_id from journal, book
      where journal.brand = ${brand} and (journal.created_at > book.read_from or journal.posted_on > book.posted_through)
    ),
    still as (select loan.id, loan.borrower_id from loan where loan.id not in (select order_id from moved)),
    -- Loans that a reversal brought back from the archive: what happened before is in it still.
    reopened as (
      select archived.order_id, archived_books(archived.order_id, archived.books, archived.sha256) as books
      from archived_loan archived join still on still.borrower_id = archived.borrower_id and still.id = archived.order_id
    ),
    decided as (
      select event.order_id, event.id, event.kind, event.body from loan_event event
      join still on still.borrower_id = event.borrower_id and still.id = event.order_id
      where event.kind in ('writtenOff', 'waived', 'reversed')
      union all select order_id, event.id, event.kind, event.body
      from reopened cross join lateral jsonb_to_recordset(books -> 'events') as event (id uuid, kind text, body jsonb)
      where event.kind in ('writtenOff', 'waived', 'reversed')
    ),
    -- What was undone forgives nothing.
    forgiven as (
      select order_id, kind, body from decided where kind <> 'reversed' and id::text not in (
        select body ->> 'target' from decided where kind = 'reversed')
    ),
    waived as (
      select order_id, each.part, sum(each.amount) as amount from forgiven
      cross join lateral (values ('interest', (body ->> 'interest')::bigint), ('late', (body ->> 'late')::bigint),
        ('penalty', (body ->> 'penalty')::bigint)) each (part, amount)
      where kind = 'waived' group by 1, 2
    ),
    ledger as (
      select line.order_id, gl_part(line.account) as part, line.amount
      from journal_line line join still on still.borrower_id = line.borrower_id and still.id = line.order_id
      union all select order_id, gl_part(line.account), line.amount
      from reopened cross join lateral jsonb_to_recordset(books -> 'lines') as line (account text, amount bigint)
    ),
    -- What accrued since adds to income as much as it takes from the balance, so no part changes by it.
    books as (
      select accrual.order_id, gl_part(posted.component) as part, posted.amount::bigint as amount
      from loan_accrual accrual join still on still.id = accrual.order_id
      cross join lateral jsonb_each_text(accrual.posted) posted (component, amount)
    ),
    compared as (
      select order_id, part, sum(books)::bigint as books, sum(ledger)::bigint as ledger from (
        select order_id, part, amount as books, 0 as ledger from books
        union all select order_id, part, 0, amount from ledger
      ) side where part is not null group by order_id, part
    ),
    difference as (
      select order_id as "orderId", part, books, ledger from compared left join waived using (order_id, part)
      where books <> ledger
        -- What was written off with the principal, and charges that were waived, have no line in the loans' own ledger.
        and not (part in ('interest', 'late', 'penalty', 'fee')
          and order_id in (select order_id from forgiven where kind = 'writtenOff'))
        and not books - ledger between 0 - coalesce(waived.amount, 0) and 0
    )
    select (select count(*)::int from still) as loans, (select count(*)::int from moved) as pending,
      (select count(distinct "orderId")::int from difference) as differing,
      (select coalesce(json_agg(named), '[]') from (select * from difference order by "orderId", part limit ${maxListed}) named) as named,
      (select json_build_object('books', coalesce(sum(books), 0), 'ledger', coalesce(sum(ledger), 0))
        from compared where part = 'principal') as principal
  `.execute(db);
  const [tie] = rows;
  if (!tie) throw new Error('no count');
  return tie;
}
