import type pg from 'pg';
import type { Brand } from '../../../brands/brand.ts';
import { accountOf } from '../../../brands/chart.ts';
import { currencyOf } from '../../../lending/books/accounts.ts';
import { componentOf } from '../../../lending/books/loan-batch.ts';
import { CannotMove } from './parcel.ts';

/** The posted balances of a loan by component: cents, debit positive. Together they are zero. */
export interface Balance {
  readonly order: string;
  readonly component: string;
  /** As text: 64 bits. */
  readonly amount: string;
}

/** The day up to which a cell has posted a brand's books. */
interface Book {
  readonly posted_through: string | null;
  readonly read_from: Date | null;
}

export async function lockBook(client: pg.ClientBase, brand: string): Promise<Book | undefined> {
  const { rows } = await client.query<Book>(
    'select posted_through::text, read_from from gl_book where brand = $1 for update',
    [brand],
  );
  return rows[0];
}

/** The posted balances of a borrower's loans. */
export async function balancesOf(client: pg.ClientBase, borrowerId: string): Promise<readonly Balance[]> {
  const { rows } = await client.query<Balance>(
    `select order_id as "order", component, sum(amount)::text as amount from every_gl_item
      where order_id in (select id from loan_order where borrower_id = $1)
      group by order_id, component having sum(amount) <> 0 order by order_id, component`,
    [borrowerId],
  );
  return rows;
}

/**
 * Throws CannotMove if money of a borrower may not be posted here while the other cell, which has read its own since, would not
 * look for it. Transactions of ten minutes before a run may be committed after it.
 */
export async function checkPosted(
  client: pg.ClientBase,
  borrowerId: string,
  here: Book | undefined,
  there: Book | undefined,
): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from journal where borrower_id = $1
      and (created_at > coalesce($2::timestamptz, '-infinity') - interval '10 minutes' or posted_on > coalesce($3::date, '-infinity'))
      and created_at <= coalesce($4::timestamptz, '-infinity') - interval '10 minutes'`,
    [borrowerId, here?.read_from ?? null, here?.posted_through ?? null, there?.read_from ?? null],
  );
  if ((rows[0]?.count ?? 0) > 0)
    throw new CannotMove(
      'money of the borrower is not in the books of this cell yet: post them first (hiram books run)',
    );
}

interface Transfer {
  readonly moveId: string;
  readonly brand: Brand;
  readonly on: string;
  readonly balances: readonly Balance[];
  /** 1: the balances come here. -1: they leave. */
  readonly sign: 1 | -1;
}

/**
 * Posts what is posted of a borrower's loans in the other direction, or here again: one journal in each cell, whose lines and
 * items are each other's opposite. What comes is what the next run of this cell computes from.
 */
export async function postTransfer(
  client: pg.ClientBase,
  { moveId, brand, on, balances, sign }: Transfer,
): Promise<void> {
  const values = JSON.stringify(
    balances.map((balance) => ({
      ...balance,
      account: accountOf(brand.chart, componentOf(balance.component)),
    })),
  );
  if (sign === 1)
    await client.query(
      `insert into loan_accrual (brand, order_id, posted, run, through)
        select $1, "order", jsonb_object_agg(component, amount), -1, $2
        from jsonb_to_recordset($3::jsonb) as balance ("order" uuid, component text, amount bigint) group by "order"
        on conflict (order_id) do update set posted = excluded.posted, run = -1, through = excluded.through, events = null`,
      [brand.id, on, values],
    );
  else {
    const orders = [...new Set(balances.map(({ order }) => order))];
    await client.query(
      `update loan_accrual set posted = '{}', run = -1, events = null where order_id = any($1)`,
      [orders],
    );
    await client.query(
      `update gl_accrual set ends_on = book.posted_through from gl_book book
        where book.brand = gl_accrual.brand and order_id = any($1) and ends_on > book.posted_through`,
      [orders],
    );
  }
  if (balances.length === 0) return;
  await client.query(
    `insert into gl_period (brand, month) values ($1, to_char($2::date, 'YYYY-MM')) on conflict do nothing`,
    [brand.id, on],
  );
  const { rows } = await client.query<{ id: string }>(
    `insert into gl_journal (id, brand, posted_on, kind, source) values (gen_random_uuid(), $1, $2, 'transfer', $3) returning id`,
    [brand.id, on, `move ${moveId}`],
  );
  const id = rows[0]?.id;
  await client.query(
    `insert into gl_line (journal_id, line_no, brand, account, amount, currency)
      select $1, row_number() over (order by sum(amount) < 0, account), $2, account, sum(amount), $3
      from (select account, amount * $4 as amount from jsonb_to_recordset($5::jsonb) as balance (account text, amount bigint)) each
      group by account, amount < 0`,
    [id, brand.id, currencyOf(brand), sign, values],
  );
  await client.query(
    `insert into gl_item (journal_id, order_id, component, amount)
      select $1, "order", component, amount * $2
      from jsonb_to_recordset($3::jsonb) as balance ("order" uuid, component text, amount bigint)`,
    [id, sign, values],
  );
}
