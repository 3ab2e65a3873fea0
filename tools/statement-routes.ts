/**
 * Where a statement of the server goes if the tables are distributed by borrower (docs/distribution.md). `npm run node --
 * --conditions=source tools/statement-routes.ts` writes tools/statement-routes.json.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './layers.ts';

const server = 'apps/server/src';
const listFile = join(root, 'tools/statement-routes.json');

/**
 * `borrower`: one borrower, one machine. `id`: one row by its own id, token or reference, so every machine is asked unless a
 * table says whose it is. `brand`: rows of a brand, on every machine. `all`: everything.
 */
export type Route = 'borrower' | 'id' | 'brand' | 'all';

/** The statements of a file on tables of borrowers: by `file table`, the routes in order. */
export type Routes = Readonly<Record<string, readonly Route[]>>;

/** The tables whose primary key begins with the borrower, and the ledger's, which carry the borrower. */
export function borrowerTables(): Set<string> {
  const tables = new Set<string>(['journal', 'journal_line']);
  for (const file of globSync(`${server}/platform/database/migrations/*/*.sql`, { cwd: root }))
    for (const [, table = '', columns = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /^create table (\w+) \((.*?)^\)/gms,
    ))
      if (/primary key \(borrower_id\b|borrower_id uuid primary key/.test(columns)) tables.add(table);
  return tables;
}

function routeOf(statement: string): Route {
  if (/borrower_?id|ofOrder/i.test(statement)) return 'borrower';
  if (
    /['".](id|order_id|token_hash|image_token|payout_id|code_id)['"]?, '(=|in)'|\bid\b"? =|provider_\w*(reference|id)|reference|digest/.test(
      statement,
    )
  )
    return 'id';
  return /brand/.test(statement) ? 'brand' : 'all';
}

/** The statements in a source: built ones up to their execution, and those in SQL. */
function statementsOf(source: string, tables: ReadonlySet<string>): { table: string; text: string }[] {
  const found: { table: string; text: string }[] = [];
  for (const match of source.matchAll(/\.(?:selectFrom|updateTable|deleteFrom)\(\s*'(\w+)/g)) {
    const rest = source.slice(match.index);
    const end = /\.(?:execute\w*|stream)\(|;\n/.exec(rest)?.index ?? 400;
    found.push({ table: match[1] ?? '', text: rest.slice(0, end) });
  }
  for (const [, text = ''] of source.matchAll(/\bsql(?:<[^`]*>)?`([^`]*)`/g)) {
    const table = /\b(?:from|update|into) (\w+)/.exec(text)?.[1];
    if (table !== undefined) found.push({ table, text });
  }
  return found.filter(({ table }) => tables.has(table));
}

/** The routes of the whole server. Insertions carry their borrower, which the table demands. */
export function statementRoutes(): Routes {
  const tables = borrowerTables();
  const routes: Record<string, Route[]> = {};
  const files = globSync(`${server}/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts', '**/migrations/**'] });
  for (const file of files.map((path) => path.replaceAll('\\', '/')).sort())
    for (const { table, text } of statementsOf(readFileSync(join(root, file), 'utf8'), tables)) {
      const name = `${file.slice(server.length + 1)} ${table}`;
      routes[name] = [...(routes[name] ?? []), routeOf(text)];
    }
  return routes;
}

export function storedRoutes(): Routes {
  return JSON.parse(readFileSync(listFile, 'utf8'));
}

if (import.meta.main) writeFileSync(listFile, `${JSON.stringify(statementRoutes(), undefined, 2)}\n`);
