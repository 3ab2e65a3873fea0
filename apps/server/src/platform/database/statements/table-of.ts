import { type RawBuilder, sql } from 'kysely';

type ColumnType = 'uuid' | 'text' | 'int' | 'bigint' | 'boolean' | 'bytea' | 'jsonb' | 'date' | 'timestamptz';

/**
 * Rows as a table of a statement: a parameter a column, however many rows there are. The columns are in the
 * order of `columns`.
 */
export function tableOf<Row extends object>(
  name: string,
  rows: readonly Row[],
  columns: Partial<Record<ColumnType, readonly (keyof Row & string)[]>>,
): RawBuilder<unknown> {
  const typed = Object.entries(columns).flatMap(([type, names]) => names.map((column) => ({ type, column })));
  const arrays = typed.map(({ type, column }) => sql`${rows.map((row) => row[column])}::${sql.raw(type)}[]`);
  return sql`unnest(${sql.join(arrays)}) ${sql.id(name)} (${sql.join(typed.map(({ column }) => sql.id(column)))})`;
}
