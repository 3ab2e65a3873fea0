import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type MovedSchema, type MovedTable, referred } from './moved-tables.ts';

/** Rows of a table as one JSON array, in the words of PostgreSQL: numbers of 64 bits are not read by JavaScript. */
type Rows = Readonly<Record<string, string>>;

/** All that a borrower takes along. */
export interface Parcel {
  readonly borrowerId: string;
  readonly brand: string;
  readonly phone: string;
  readonly rows: Rows;
  /** Rows of the cell's own that the borrower's refer to. */
  readonly referred: Rows;
  /** The borrower of the cell who invited them, if any. */
  readonly inviter: string | undefined;
  readonly jobs: string;
  /** Balances in the general ledger: order, component, cents. */
  readonly books: string;
  /** The day of the transfer in both books; null: neither has posted anything. */
  readonly on: string | null;
}

/** A row of any table, to look for ids in it. */
type Row = Readonly<Record<string, unknown>>;
export const parseRows = (text: string | undefined): readonly Row[] => JSON.parse(text ?? '[]');

/** Columns of the borrower's row that stays behind, to whose id the trail refers. All others are emptied. */
const stayingColumns = new Set(['id', 'brand', 'phone', 'created_at', 'erased_at']);
export const leftPhone = (borrowerId: string): string => `moved ${borrowerId}`;

export function digestOf(rows: Rows): Buffer {
  const hash = createHash('sha256');
  for (const [name, text] of Object.entries(rows).sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\n${text}\n`);
  return hash.digest();
}

/** A row as JSON. A product is named by its code, as each cell has its own ids. */
const asJson = ({ columns }: MovedTable): string =>
  columns.includes('product_id')
    ? `to_jsonb(moved) || jsonb_build_object('product_id', (select product.brand || '/' || product.code from product where id = moved.product_id))`
    : 'to_jsonb(moved)';

const collected = (source: string) =>
  `select coalesce(jsonb_agg(item order by item::text collate "C"), '[]')::text as rows from ${source}`;

async function rowsOf(client: pg.ClientBase, query: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await client.query<{ rows: string }>(query, [...values]);
  return rows[0]?.rows ?? '[]';
}

/** Runs a statement whose rows are a table's name and its rows. */
async function byTable(
  client: pg.ClientBase,
  query: string,
  borrowerId: string,
): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; rows: string }>(query, [borrowerId]);
  return Object.fromEntries(rows.map(({ name, rows: text }) => [name, text]));
}

/** Reads every row of a borrower, in one statement: the borrower waits meanwhile. */
export function readRows(client: pg.ClientBase, { tables }: MovedSchema, borrowerId: string): Promise<Rows> {
  const parts = tables.map(
    (table) =>
      `select '${table.name}' as name, (${collected(`(select ${asJson(table)} as item from ${table.name} moved where ${table.condition}) each`)}) as rows`,
  );
  return byTable(client, parts.join(' union all '), borrowerId);
}

/**
 * Deletes every row of a borrower but the borrower's own, which keeps the id alone, and returns them: what is deleted is what
 * leaves, whoever changes it meanwhile. In one statement, so references are checked once all are gone.
 */
export async function takeRows(
  client: pg.ClientBase,
  { tables }: MovedSchema,
  borrowerId: string,
): Promise<Rows> {
  const moved = tables.filter(({ name }) => name !== 'borrower');
  const gone = moved.map(
    (table) => `of_${table.name} as (delete from ${table.name} moved where ${table.condition} returning *)`,
  );
  const parts = moved.map(
    (table) =>
      `select '${table.name}' as name, (${collected(`(select ${asJson(table)} as item from of_${table.name} moved) each`)}) as rows`,
  );
  const rows = await byTable(client, `with ${gone.join(', ')} ${parts.join(' union all ')}`, borrowerId);
  rows.borrower = await rowsOf(
    client,
    collected('(select to_jsonb(moved) as item from borrower moved where id = $1) each'),
    [borrowerId],
  );
  const emptied = tables.flatMap(({ name, columns }) => (name === 'borrower' ? columns : []));
  await client.query(
    `update borrower set phone = $2, erased_at = now(), ${emptied
      .filter((column) => !stayingColumns.has(column))
      .map((column) => `"${column}" = default`)} where id = $1`,
    [borrowerId, leftPhone(borrowerId)],
  );
  await client.query(
    `update archived_balance balance set amount = balance.amount - gone.amount from (
      select loan ->> 'brand' as brand, line.account, sum(line.amount) as amount from jsonb_array_elements($1::jsonb) loan
      cross join lateral jsonb_to_recordset(loan #> '{books,lines}') as line (account text, amount bigint) group by 1, 2
    ) gone where gone.brand = balance.brand and gone.account = balance.account`,
    [rows.archived_loan ?? '[]'],
  );
  return rows;
}

/** Reads the rows of the cell's own tables that a borrower's rows refer to. */
export function readReferred(
  client: pg.ClientBase,
  { tables, references }: MovedSchema,
  borrowerId: string,
): Promise<Rows> {
  const parts = referred.map((name) => {
    const own = references.filter(({ to }) => to === name);
    const named = own.flatMap(({ from, columns }) =>
      tables
        .filter((table) => table.name === from)
        .map(({ condition }) => `select "${columns.at(-1)}" from ${from} where ${condition}`),
    );
    const found = `select to_jsonb(own) as item from ${name} own where "${own[0]?.keys.at(-1)}" = any(array(${named.join(' union ')}))`;
    return `select '${name}' as name, (${collected(`(${found}) each`)}) as rows`;
  });
  return byTable(client, parts.join(' union all '), borrowerId);
}

const listed = (columns: readonly string[], of = '') =>
  columns.map((column) => `${of}"${column}"`).join(', ');

/** Inserts what the parcel holds. Throws if the rows are then not those that left. */
export async function landRows(client: pg.ClientBase, schema: MovedSchema, parcel: Parcel): Promise<void> {
  for (const name of referred.filter((each) => (parcel.referred[each] ?? '[]') !== '[]')) {
    const columns = schema.columnsOf.get(name) ?? [];
    // Nobody borrows here by a product of another cell.
    const added =
      name === 'product'
        ? `jsonb_build_object('withdrawn_at', coalesce(each ->> 'withdrawn_at', now()::text))`
        : `'{}'`;
    await client.query(
      `insert into ${name} (${listed(columns)}) select ${listed(columns, 'own.')} from jsonb_array_elements($1::jsonb) each
        cross join lateral jsonb_populate_record(null::${name}, each || ${added}) own on conflict do nothing`,
      [parcel.referred[name] ?? '[]'],
    );
  }
  if (parcel.inviter !== undefined)
    await client.query(
      `insert into borrower (id, brand, phone, created_at, erased_at) values ($1, $2, $3, now(), now()) on conflict do nothing`,
      [parcel.inviter, parcel.brand, leftPhone(parcel.inviter)],
    );
  const products = await rowsOf(
    client,
    `select jsonb_object_agg(brand || '/' || code, id)::text as rows from product`,
    [],
  );
  for (const { name, columns } of schema.tables.filter(
    (table) => (parcel.rows[table.name] ?? '[]') !== '[]',
  )) {
    const hasProduct = columns.includes('product_id');
    const product = hasProduct
      ? ` || jsonb_build_object('product_id', $2::jsonb ->> (each ->> 'product_id'))`
      : '';
    // Who comes back finds what stayed of them.
    const back =
      name === 'borrower'
        ? `on conflict (id) do update set (${listed(columns)}) = row(${listed(columns, 'excluded.')})
          where borrower.phone = 'moved ' || borrower.id::text`
        : '';
    await client.query(
      `insert into ${name} (${listed(columns)}) select ${listed(columns, 'own.')}
        from jsonb_array_elements($1::jsonb) each
        cross join lateral jsonb_populate_record(null::${name}, each${product}) own ${back}`,
      [parcel.rows[name] ?? '[]', ...(hasProduct ? [products] : [])],
    );
  }
  const landed = await readRows(client, schema, parcel.borrowerId);
  const changed = Object.keys(landed).filter((name) => landed[name] !== (parcel.rows[name] ?? '[]'));
  if (changed.length > 0 || !digestOf(landed).equals(digestOf(parcel.rows)))
    throw new Error(`what arrived is not what left: ${changed.join(', ')}`);
}

/** A borrower cannot be moved now. Nothing was changed. */
export class CannotMove extends Error {}
