import type { listJournals, showJournal } from '@hiram/contract/console/books';
import { asId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { accountOf } from '../../brands/chart.ts';
import type { JournalRow } from '../../lending/books/journals.ts';
import { componentOf } from '../../lending/books/loan-batch.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { oneBrandOf } from '../actions/scope.ts';

const pageSize = 50;
const maxItems = 100;

const shownJournal = (journal: JournalRow) => ({
  number: journal.number,
  postedOn: journal.posted_on,
  ...(journal.relates_to === null ? {} : { relatesTo: journal.relates_to }),
  kind: journal.kind,
  ...(journal.product === null ? {} : { product: journal.product }),
  note: journal.note,
  ...(journal.approval_id === null ? {} : { approvalId: journal.approval_id }),
});

/** One page of journals, the newest first. */
export const list: StaffHandler<typeof listJournals> = async ({ on, account, below }, request) => {
  const brand = oneBrandOf(request);
  const { rows } = await sql<JournalRow & { amount: number }>`
    select journal.*, sum(line.amount)::bigint as amount
    from gl_journal journal join gl_line line on line.journal_id = journal.id
    where journal.brand = ${brand} and journal.posted_on <= ${on}
      and (${below ?? null}::bigint is null or journal.number < ${below ?? null}::bigint)
      and case when ${account ?? null}::text is null then line.amount > 0 else line.account = ${account ?? null} end
    group by journal.id order by journal.number desc limit ${pageSize + 1}`.execute(request.db);
  return {
    journals: rows.slice(0, pageSize).map((row) => ({ ...shownJournal(row), amount: row.amount })),
    isLast: rows.length <= pageSize,
  };
};

/** The components of a journal that the account has by the brand's chart; undefined: of every account. */
async function componentsIn(
  { db, context }: StaffRequest,
  { id, brand }: JournalRow,
  account: string | undefined,
): Promise<readonly string[] | undefined> {
  const chart = context.appContext.brands.get(brand)?.chart;
  if (account === undefined || !chart) return undefined;
  const used = await db
    .selectFrom('every_gl_item')
    .select('component')
    .distinct()
    .where('journal_id', '=', id)
    .execute();
  return used
    .map(({ component }) => component)
    .filter((component) => accountOf(chart, componentOf(component)) === account);
}

/** A part of a journal, with the number of all and their sum. */
interface Item {
  readonly id: string;
  readonly component: string;
  readonly amount: number;
  readonly is_order: boolean;
  readonly count: number;
  readonly total: number;
}

/** A journal with its lines and the greatest of its parts. */
export const show: StaffHandler<typeof showJournal> = async ({ number, account }, request) => {
  const { db } = request;
  const brand = oneBrandOf(request);
  const journal = await db
    .selectFrom('gl_journal')
    .selectAll()
    .where('brand', '=', brand)
    .where('number', '=', number)
    .executeTakeFirstOrThrow(() => new NotFound('journal'));
  const lines = await db
    .selectFrom('gl_line as line')
    .innerJoin('gl_account as account', (join) =>
      join.onRef('account.brand', '=', 'line.brand').onRef('account.code', '=', 'line.account'),
    )
    .select(['line.account', 'account.name', 'line.amount'])
    .where('line.journal_id', '=', journal.id)
    .orderBy('line.line_no')
    .execute();
  const components = await componentsIn(request, journal, account);
  const { rows } = await sql<Item>`
    select order_id as id, component, amount, exists (select from loan_order where loan_order.id = item.order_id) as is_order,
      count(*) over () as count, (sum(amount) over ())::bigint as total
    from every_gl_item item
    where journal_id = ${journal.id} and (${components ?? null}::text[] is null or component = any(${components ?? null}::text[]))
    order by abs(amount) desc, order_id, component limit ${maxItems}`.execute(db);
  const [first] = rows;
  const shown = rows.reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...shownJournal(journal),
    lines,
    items: rows.map(({ id, component, amount, is_order }) => ({
      ...(is_order ? { orderId: asId<'order'>(id) } : { lineId: asId<'statementLine'>(id) }),
      component,
      amount,
    })),
    count: first?.count ?? 0,
    rest: (first?.total ?? 0) - shown,
  };
};
