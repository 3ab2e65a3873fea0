import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';

/** The files of `0001-baseline/`, in an order in which each refers only to tables and functions of earlier ones. */
const files = [
  'roles',
  'audit',
  'installation',
  'borrowers',
  'sessions',
  'orders',
  'agreements',
  'ledger',
  'payouts',
  'complaints',
  'payments',
  'transfers-and-cards',
  'messaging',
  'visitors',
  'sandbox',
];

/** The first schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const file of files)
    await sql.raw(readFileSync(new URL(`0001-baseline/${file}.sql`, import.meta.url), 'utf8')).execute(db);
}
