/**
 * Where a statement of the server goes if the tables are distributed by borrower (docs/distribution.md). `npm run node --
 * --conditions=source tools/statement-routes.ts` writes tools/statement-routes.json.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverStatements } from './distribution/statements.ts';
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
  const views = ['every_loan_event', 'every_journal', 'every_journal_line'];
  const tables = new Set<string>(['journal', 'journal_line', ...views]);
  for (const file of globSync(`${server}/platform/database/migrations/*/*.sql`, { cwd: root }))
    for (const [, table = '', columns = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /^create table (\w+) \((.*?)^\)/gms,
    ))
      if (/primary key \(borrower_id\b|borrower_id uuid primary key/.test(columns)) tables.add(table);
  return tables;
}

/**
 * A condition that names the borrower, or a function that adds it. To select or to set the column is none, nor is a join of two
 * tables by it.
 */
export const byBorrower =
  /['".]borrower_id['"],\s*'(=|in)',(?!\s*['"])|\bborrower_id\s*(=|in)\s*(any)?\s*\(?\$\{|['"]borrower\.id['"], '='|\bofOrder\b/;

const names =
  'id|order_id|payout_id|code_id|token_hash|image_token|provider_payment_id|utr|file|\\w*reference|\\w*digest';
/** A condition on a row's own name, by a value. */
const byName = new RegExp(
  `['".](${names})['"],\\s*'(=|in)',(?!\\s*(?:['"]|\\(eb\\)))|\\b(${names})\\s*(=|in)\\s*(any)?\\s*\\(?\\$[{\\d]`,
);

/** Where a statement goes, from its text. */
export function routeOf(statement: string): Route {
  if (byBorrower.test(statement)) return 'borrower';
  if (byName.test(statement)) return 'id';
  return /brand/i.test(statement) ? 'brand' : 'all';
}

/** The routes of the whole server. Insertions carry their borrower, which the table demands. */
export function statementRoutes(): Routes {
  const borrowers = borrowerTables();
  const routes: Record<string, Route[]> = {};
  for (const { file, text, tables } of serverStatements()) {
    const table = tables.find((name) => borrowers.has(name));
    if (table === undefined || /^\w+\s*\.insertInto|^[^`]*`\s*insert into/.test(text)) continue;
    const name = `${file} ${table}`;
    routes[name] = [...(routes[name] ?? []), routeOf(text)];
  }
  return routes;
}

export function storedRoutes(): Routes {
  return JSON.parse(readFileSync(listFile, 'utf8'));
}

if (import.meta.main) writeFileSync(listFile, `${JSON.stringify(statementRoutes(), undefined, 2)}\n`);
