import { readFileSync } from 'node:fs';

/**
 * Where the rows of each table would be on Citus: the column that they are distributed by, `copy` for a copy on every machine
 * (a reference table), `one` for one machine (a local table of the coordinator). YugabyteDB distributes by primary key itself.
 */
const keys: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('keys.json', import.meta.url), 'utf8'),
);

const views = ['every_loan_event', 'every_journal', 'every_journal_line', 'late_promise'];

/** Where each table and view is: its distribution column, `copy` or `one`. */
export const placeOf: ReadonlyMap<string, string> = new Map([
  ...Object.entries(keys).flatMap(([place, tables]) =>
    tables.map((table): [string, string] => [table, place]),
  ),
  ...views.map((view): [string, string] => [view, 'borrower_id']),
]);

export const isDistributed = (table: string): boolean =>
  !['copy', 'one', undefined].includes(placeOf.get(table));

/** The tables of the schema, without views. */
export const tables: readonly string[] = Object.values(keys).flat();
