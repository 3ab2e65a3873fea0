import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';

/** The files of `0002-console/`, in an order in which each refers only to tables and functions of earlier ones. */
const files = [
  'staff',
  'roles',
  'approvals',
  'rows',
  'directory',
  'work',
  'find',
  'borrower',
  'loan',
  'complaint',
  'money-in',
  'money-out',
  'reconcile',
  'funnel',
  'decision',
  'trail',
  'recovery',
  'limits',
  'signatures',
];

/** The console's tables: the lender's staff, what each may do, what a second person granted, and what they read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const file of files)
    await sql.raw(readFileSync(new URL(`0002-console/${file}.sql`, import.meta.url), 'utf8')).execute(db);
}
