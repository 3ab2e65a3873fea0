import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { accountOf } from '../../brands/chart.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

interface Moved {
  readonly what: 'lent' | 'writtenOff' | 'collected' | 'refunded' | 'paidOut';
  /** Of cash alone. */
  readonly provider: string | null;
  readonly amount: number;
}

interface EndOfDay {
  /** Of the day, less what was undone on it. */
  readonly waived: number;
  /** Owed to borrowers. */
  readonly credit: number;
  /** The principal in the loans' own ledger and in the general one. */
  readonly ledger: number;
  readonly books: number;
  /** Providers whose statement of the day differs, unexplained. */
  readonly differing: readonly string[];
}

/**
 * What moved on a business day of a brand, by the loans' own ledger, archived loans included, and what stands
 * at its end. Cents; `collected` is below 0 if more was reversed than arrived.
 */
export async function dayBook(db: Db, { id: brand, chart }: Pick<Brand, 'id' | 'chart'>, on: LocalDate) {
  const lines = sql`every_journal journal join every_journal_line line
    on line.journal_id = journal.id and line.borrower_id = journal.borrower_id and line.order_id = journal.order_id`;
  const { rows: moved } = await sql<Moved>`
    select what, case when account like 'cash:%' then substr(account, 6) end as provider,
      sum(case when what in ('refunded', 'paidOut') then -amount else amount end)::bigint as amount
    from (
      select line.account, line.amount, case
        when line.account = 'loss:writeOff' then 'writtenOff'
        when line.account = 'loan:principal' and journal.kind = 'disbursed' then 'lent'
        when line.account not like 'cash:%' then null
        when journal.kind in ('payoutSent', 'payoutReturned') then 'paidOut'
        when journal.kind in ('refunded', 'heldReturned') then 'refunded' else 'collected' end as what
      from ${lines} where journal.brand = ${brand} and journal.posted_on = ${on}
    ) moved where what is not null group by 1, 2 order by 1, 2`.execute(db);
  const { rows } = await sql<EndOfDay>`
    with balance as (
      select line.account, sum(line.amount) as amount from ${lines}
      where journal.brand = ${brand} and journal.posted_on <= ${on} and line.account in ('borrower:credit', 'loan:principal')
      group by 1
    )
    select coalesce(-(select amount from balance where account = 'borrower:credit'), 0)::bigint as credit,
      coalesce((select amount from balance where account = 'loan:principal'), 0)::bigint as ledger,
      (select coalesce(sum((event.body ->> part)::bigint
          * ((event.value_date = ${on})::integer - coalesce((undone.value_date = ${on})::integer, 0))), 0)::bigint
        from loan_order ordered join every_loan_event event on event.borrower_id = ordered.borrower_id and event.order_id = ordered.id
        left join every_loan_event undone on undone.borrower_id = event.borrower_id and undone.order_id = event.order_id
          and undone.kind = 'reversed' and undone.body ->> 'target' = event.id::text
        cross join unnest('{principal,interest,late,penalty}'::text[]) part
        where ordered.brand = ${brand} and event.kind = 'waived') as waived,
      (select coalesce(sum(line.amount), 0)::bigint from gl_journal journal join gl_line line on line.journal_id = journal.id
        where journal.brand = ${brand} and journal.posted_on <= ${on} and line.account = ${accountOf(chart, 'principal')}) as books,
      array(select provider from reconciliation_difference where kind = 'day' and reference = ${brand} and day = ${on}
        and resolved_at is null and explanation is null order by 1) as differing`.execute(db);
  const [end] = rows;
  if (!end) throw new Error('no balances');
  return { on, moved, ...end };
}
