import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { currentSchema, defaultSchema } from '../connection/endpoint.ts';
import { statementsOf } from '../sql-statements.ts';

/** The files of `0001-baseline/`, in an order in which each refers only to tables and types of earlier ones. */
const files = [
  'server-role',
  'audit',
  'cell-move',
  'installation',
  'reference-key',
  'daily-run',
  'web-build',
  'staff',
  'staff-key',
  'staff-session',
  'staff-invitation',
  'approval',
  'approval-message',
  'role',
  'staff-role',
  'staff-shift',
  'staff-directory',
  'staff-challenge',
  'staff-recovery',
  'staff-signature',
  'borrower',
  'borrower-profile',
  'reference-contact',
  'consent',
  'number-change',
  'erasure',
  'identity-mark',
  'note',
  'staff-read',
  'session',
  'one-time-code',
  'sign-in-try',
  'usage-count',
  'idempotency',
  'device',
  'refused-link',
  'product',
  'loan-order',
  'credit-policy',
  'shown-milestone',
  'certificate',
  'break-glass',
  'agreement',
  'arrangement',
  'partner',
  'saved-loan',
  'loan-event',
  'journal',
  'bank-account',
  'payout',
  'payout-control',
  'screening',
  'bureau-report',
  'review',
  'picture',
  'identity-check',
  'complaint',
  'contact',
  'payment-code',
  'payment',
  'provider-message',
  'utr-submission',
  'statement',
  'debit-card',
  'reconciliation',
  'collection',
  'contact-objection',
  'task',
  'list-view',
  'archived-loan',
  'gl-account',
  'gl-period',
  'gl-journal',
  'gl-line',
  'gl-item',
  'loan-accrual',
  'portfolio',
  'sms',
  'mail',
  'notice',
  'strategy',
  'payment-reminder',
  'duty',
  'loan-import',
  'feed',
  'visitor',
  'promotion-event',
  'tracking-event',
  'sandbox',
  'reference',
  'shipped-roles',
];

const textOf = (file: string) => readFileSync(new URL(`0001-baseline/${file}.sql`, import.meta.url), 'utf8');

/** The SHA-256 of the first schema's text. */
export function digest(): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(textOf(file));
  return hash.digest('hex');
}

/** The first schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schema = await currentSchema(db);
  // Without `public`, whose functions of the same name may take another schema's rows.
  if (schema !== defaultSchema) await sql`set local search_path = ${sql.id(schema)}`.execute(db);
  for (const file of files) {
    const text = textOf(file);
    for (const statement of statementsOf(schema === defaultSchema ? text : textIn(schema, text)))
      await sql.raw(statement).execute(db);
  }
}

/**
 * The files name the schema `public`: in qualified names, in the search path of their functions, and where
 * its use is granted.
 */
function textIn(schema: string, text: string): string {
  return text
    .replace(/\bpublic\./g, `${schema}.`)
    .replaceAll('pg_catalog, public, pg_temp', `pg_catalog, ${schema}, pg_temp`)
    .replaceAll('on schema public', `on schema ${schema}`);
}
