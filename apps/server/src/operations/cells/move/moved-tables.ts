import type pg from 'pg';

/** Rows of a borrower that a table has under another name than `borrower_id`; $1 is the borrower. */
const conditions: Readonly<Record<string, string>> = {
  borrower: 'id = $1',
  ticket: 'session_hash in (select token_hash from session where borrower_id = $1)',
  // A sign-in that is under way.
  one_time_code: '(brand, phone) = (select brand, phone from borrower where id = $1)',
  break_glass: 'order_id in (select id from loan_order where borrower_id = $1)',
  contact_refused: 'order_id in (select id from loan_order where borrower_id = $1)',
  payout_hold: 'payout_id in (select id from payout where borrower_id = $1)',
  sandbox_code: 'reference in (select id::text from payment_code where borrower_id = $1)',
  sandbox_payment: 'reference in (select id::text from payment_code where borrower_id = $1)',
  sandbox_payout: 'reference in (select id::text from payout where borrower_id = $1)',
  sandbox_charge: 'reference in (select id from card_payment where borrower_id = $1)',
};

/** Tables that know borrowers or loans, and stay where they were written. */
export const staying: Readonly<Record<string, string>> = {
  audit_entry: 'the trail stays where it was written, and checkpoints cover it',
  feed_event: 'places in the feed of a cell',
  staff_read: 'what the staff of this cell read',
  promotion_event: 'the funnel of this cell; rows end by age',
  tracking_event: 'a visitor’s steps; rows end by age',
  cell_move: 'the moves themselves',
  moved_mark: 'the moves themselves',
  gl_item: 'parts of posted journals: a move posts a transfer',
  gl_accrual: 'parts of posted journals: a move posts a transfer',
  loan_accrual: 'what is posted: a move posts a transfer',
  gl_draft: 'what a run prepares',
  portfolio_loan: 'how a loan came: the other cell’s next run has it too',
  portfolio_month_end: 'figures of a day that is over',
  portfolio_move: 'figures of a day that is over',
  posting: 'keeps no rows',
};

/** Tables of a cell's own that moved rows refer to: what is missing of them in the other cell is copied. */
export const referred = ['product', 'approval', 'loan_import', 'sandbox_card'] as const;

/** Tables that moved rows refer to, and that every cell has a copy of (`reference_tables()`). */
export const shared: readonly string[] = ['staff', 'staff_key', 'agency', 'decision_policy'];

/** A reference of a table to another one: its columns, and the columns that they name. */
export interface Reference {
  readonly from: string;
  readonly columns: readonly string[];
  readonly to: string;
  readonly keys: readonly string[];
}

export interface MovedTable {
  readonly name: string;
  readonly condition: string;
  readonly columns: readonly string[];
}

export interface MovedSchema {
  /** Each table after those that it refers to. */
  readonly tables: readonly MovedTable[];
  readonly references: readonly Reference[];
  readonly columnsOf: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<pg.ClientBase, Promise<MovedSchema>>();

/** The result of `readMovedSchema`, read once a connection: it takes longer than a move. */
export function movedSchema(client: pg.ClientBase): Promise<MovedSchema> {
  const schema = known.get(client) ?? readMovedSchema(client);
  known.set(client, schema);
  return schema;
}

/** Reads which tables of the connection's schema hold rows of a borrower. A table with `borrower_id` does unless it stays. */
async function readMovedSchema(client: pg.ClientBase): Promise<MovedSchema> {
  const { rows: found } = await client.query<{ name: string; columns: string[] }>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition group by relname`);
  const { rows: references } = await client.query<Reference>(`
    select source.relname as from, target.relname as to,
      array(select attname::text from unnest(conkey) with ordinality as key (no, place)
        join pg_attribute on attrelid = conrelid and attnum = no order by place) as columns,
      array(select attname::text from unnest(confkey) with ordinality as key (no, place)
        join pg_attribute on attrelid = confrelid and attnum = no order by place) as keys
    from pg_constraint join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`);
  const tables = found
    .filter(
      ({ name, columns }) => !(name in staying) && (columns.includes('borrower_id') || name in conditions),
    )
    .map(({ name, columns }) => ({
      name,
      columns,
      condition: columns.includes('borrower_id') ? 'borrower_id = $1' : (conditions[name] ?? 'false'),
    }));
  const columnsOf = new Map(found.map(({ name, columns }) => [name, columns]));
  return { tables: inOrder(tables, references), references, columnsOf };
}

/** The tables, each after those that it refers to. The archive is last: it closes the books that a journal may be added to. */
function inOrder(tables: readonly MovedTable[], references: readonly Reference[]): readonly MovedTable[] {
  const ordered: MovedTable[] = [];
  const waiting = new Set(
    tables.toSorted((a, b) => Number(a.name === 'archived_loan') - Number(b.name === 'archived_loan')),
  );
  const isWaiting = (name: string) => [...waiting].some((table) => table.name === name);
  while (waiting.size > 0) {
    const next = [...waiting].find(({ name }) =>
      references.every(({ from, to }) => from !== name || to === name || !isWaiting(to)),
    );
    if (!next) throw new Error('tables refer to each other in a circle');
    waiting.delete(next);
    ordered.push(next);
  }
  return ordered;
}
