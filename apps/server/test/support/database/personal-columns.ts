import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../../../../docs/data.md', import.meta.url), 'utf8');
const [table = '', rest = ''] = text.split('## Not personal');
const named = (cell: string) => [...cell.matchAll(/`([a-z_]+\.[a-z_0-9]+)`/g)].map(([, name = '']) => name);
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, address = '', what = '', why = '', storedAs = '', until = '', leaves = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    return { columns: named(address), what, why, storedAs, until: until.split(', '), leaves };
  });
/** Every column with personal data, as docs/data.md lists it. */
export const personalColumns = rows.flatMap((row) =>
  row.columns.map((column) => ({ ...row, column, table: column.split('.')[0] ?? '' })),
);
/** The columns that it lists as not personal. */
export const notPersonal = named(rest);
