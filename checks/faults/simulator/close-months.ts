import { tieLoans } from '@hiram/server/src/lending/books/tie-loans.ts';
import { asOwner } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { Broken, type Queries } from './books.ts';
import type { Parts } from './step.ts';

/**
 * Checks the general ledger of every brand: debits equal credits by currency, numbers have no gap, closed months are unchanged,
 * and every loan's books agree with its own ledger, part by part. Throws Broken.
 */
async function checkGeneralLedger({ db, typed }: Parts): Promise<void> {
  await expectNone(
    db,
    `select brand || ' ' || currency as fault from gl_line group by brand, currency having sum(amount) <> 0`,
    'the general ledger does not balance',
  );
  await expectNone(
    db,
    `select brand as fault from gl_book book
      where last_number <> (select count(*) from gl_journal journal where journal.brand = book.brand)`,
    'numbers of journals have a gap',
  );
  await expectNone(
    db,
    `select brand || ' ' || month as fault from gl_period where state = 'closed' and digest <> gl_digest(brand, month)`,
    'a closed month changed',
  );
  const { rows } = await db.query<{ brand: string }>('select brand from gl_book');
  for (const { brand } of rows) {
    const { named } = await tieLoans(typed, brand);
    const [first] = named;
    if (first)
      throw new Broken(
        `order ${first.orderId} (${brand}): the books have ${first.part} ${first.books}, its ledger ${first.ledger}`,
      );
  }
}

async function expectNone(db: Queries, query: string, what: string): Promise<void> {
  const { rows } = await db.query<{ fault: string }>(query);
  if (rows.length > 0) throw new Broken(`${what}: ${rows.map(({ fault }) => fault).join(', ')}`);
}

/** Closes every month that is posted to its end, after the checks. Returns the number of months. Throws Broken. */
export async function closeMonths(parts: Parts): Promise<number> {
  await checkGeneralLedger(parts);
  const { cluster, database, db } = parts;
  const { rows } = await db.query<{ brand: string; month: string }>(
    `select period.brand, period.month from gl_period period join gl_book book on book.brand = period.brand
      where period.state = 'open' and book.posted_through >= (to_date(period.month, 'YYYY-MM') + interval '1 month - 1 day')::date
      order by period.month`,
  );
  const named = JSON.stringify({ id: crypto.randomUUID(), by: 'Ana Cruz', second: 'Ben Reyes' });
  for (const { brand, month } of rows)
    await asOwner(cluster, database, async (owner) => {
      await owner.query(`select set_config('hiram.break_glass', $1, false)`, [named]);
      await owner.query(`select move_gl_period_by_hand($1, $2, 'closed', 'its end')`, [brand, month]);
    });
  return rows.length;
}
