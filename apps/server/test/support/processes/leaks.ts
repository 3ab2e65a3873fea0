import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A text as people and programs write it: with and without separators between its digits. */
export function notations(value: string): string[] {
  const digits = value.replace(/\D/g, '');
  const e164 = [`+63${digits.slice(1)}`, `+86${digits}`];
  const grouped = digits.replace(/(.{4})(?=.)/g, '$1 ');
  return [value, ...(digits.length >= 6 ? [digits, grouped, ...e164] : [])];
}

/**
 * Values against which a reader of the database could test a guess: the value itself, and its unkeyed digests
 * in all notations.
 */
export function tracesOf(value: string): Map<string, string> {
  const found = new Map<string, string>();
  const add = (how: string, bytes: Buffer) => {
    // Padding and the end of a piece of base64 depend on what follows.
    for (const form of ['hex', 'base64', 'base64url'] as const)
      found.set(`${how} in ${form}`, bytes.toString(form).replace(/=+$/, ''));
  };
  found.set('as it is', value);
  add('as it is', Buffer.from(value));
  for (const digest of ['md5', 'sha1', 'sha256', 'sha512', 'sha3-256'])
    add(digest, createHash(digest).update(value).digest());
  return found;
}

/**
 * Every column of every table except the sandbox's own, each value once as text and, if it is bytes, as hex
 * and base64.
 */
export async function everyColumn(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ schema: string; table: string; column: string; type: string }>(
    `select n.nspname as schema, c.relname as table, a.attname as column, t.typname as type
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     join pg_type t on t.oid = a.atttypid
     where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'm') and a.attnum > 0 and not a.attisdropped
       and c.relname not like 'sandbox%'`,
  );
  const columns = new Map<string, string>();
  for (const { schema, table, column, type } of rows) {
    const value =
      type === 'bytea'
        ? `encode("${column}", 'hex') || ' ' || encode("${column}", 'base64') || ' ' || encode("${column}", 'escape')`
        : `"${column}"::text`;
    const stored = await client.query<{ all: string | null }>(
      `select string_agg(${value}, e'\\n') as all from "${schema}"."${table}"`,
    );
    columns.set(`${schema}.${table}.${column}`, (stored.rows[0]?.all ?? '').replaceAll('\n', ' '));
  }
  return columns;
}
