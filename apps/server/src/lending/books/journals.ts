import type { OrderId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import type { Reports } from '../../platform/reports.ts';

export type JournalRow = Selectable<Database['gl_journal']>;

/** A line of a journal with its account. Cents, debit positive. */
export interface JournalLineRow
  extends Selectable<Database['gl_line']>,
    Pick<JournalRow, 'number' | 'posted_on' | 'relates_to' | 'kind' | 'product' | 'note'>,
    Pick<Selectable<Database['gl_account']>, 'name' | 'external_code'> {}

/** Lines in memory at once. */
const pageSize = 5_000;

/**
 * The lines of a brand's journals of a period in the order of their numbers, page by page. No connection is
 * held between two pages.
 */
export async function* journalLines(
  reports: Reports,
  brand: string,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): AsyncGenerator<readonly JournalLineRow[]> {
  for (let after = { number: 0, line: 0 }; ; ) {
    const rows = await reports.read((db) =>
      db
        .selectFrom('gl_journal as journal')
        .innerJoin('gl_line as line', 'line.journal_id', 'journal.id')
        .innerJoin('gl_account as account', (join) =>
          join.onRef('account.brand', '=', 'line.brand').onRef('account.code', '=', 'line.account'),
        )
        .selectAll('line')
        .select(['number', 'posted_on', 'relates_to', 'kind', 'product', 'note'])
        .select(['account.name', 'account.external_code'])
        .where('journal.brand', '=', brand)
        .where('journal.posted_on', '>=', from)
        .where('journal.posted_on', '<=', to)
        .where(sql<boolean>`(journal.number, line.line_no) > (${after.number}, ${after.line})`)
        .orderBy('journal.number')
        .orderBy('line.line_no')
        .limit(pageSize)
        .execute(),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < pageSize) return;
    after = { number: last.number, line: last.line_no };
  }
}

/** The parts of journals that belong to a loan, in order, and what is posted of it by component. Cents, debit positive. */
export async function booksOfOrder(db: Db, orderId: OrderId) {
  const items = await db
    .selectFrom('every_gl_item as item')
    .innerJoin('gl_journal as journal', 'journal.id', 'item.journal_id')
    .select([
      'journal.number',
      'journal.posted_on as postedOn',
      'journal.relates_to as relatesTo',
      'journal.kind',
    ])
    .select(['item.component', 'item.amount'])
    .where('item.order_id', '=', orderId)
    .orderBy('journal.number')
    .orderBy('item.component')
    .execute();
  const posted: Record<string, number> = {};
  for (const { component, amount } of items) posted[component] = (posted[component] ?? 0) + amount;
  return { items, posted };
}
