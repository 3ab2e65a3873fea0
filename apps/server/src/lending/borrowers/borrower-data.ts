import type { BorrowerId } from '@hiram/contract/ids';
import { encryptedColumns } from '../../platform/crypto/encrypted-columns.ts';

/** Runs a query in the caller's transaction. */
export type Query = <Row>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>;
export type Decrypt = (encrypted: Buffer) => string;

/** All data of one borrower: rows by table. */
export type BorrowerTables = Readonly<Record<string, readonly unknown[]>>;

/**
 * Tables with a borrower's id that are left out: answers stored for repeats, our audit trail and the staff's list of work contain
 * no other data of the borrower. A match with a list of persons must not be disclosed to them; what a decision was computed from
 * says whether there was one, and the rest of it is in the tables that it was read from.
 */
const leftOutTables = [
  'idempotency',
  'audit_entry',
  'task',
  'screening',
  'screening_hit',
  'decision_run',
] as const;

/** Rows that would disclose a match with a list of persons, by table: a condition in SQL. */
const leftOutRows: Readonly<Record<string, string>> = { staff_read: `subject = 'screening_hit'` };

/**
 * Columns that are credentials or random values, not data of the borrower. Only encrypted binary columns are
 * exported: all others are digests.
 */
export const leftOutColumns = [
  'borrower.password_hash',
  'card_payment.repay_token',
  'card_payment.charge',
  'debit_card.token_encrypted',
  'payment_code.image_token',
  'picture.key_encrypted',
] as const;

/**
 * A number may have belonged to somebody else before. The text for the registration was sent at most this long before the
 * registration.
 */
const registrationMinutes = 10;

interface Table {
  readonly name: string;
  /** Binary columns. */
  readonly bytes: readonly string[];
}

/** The person whose data are read. A text was sent to a number at a brand. */
interface WhoseData {
  readonly id: BorrowerId;
  readonly brand: string;
  readonly phone: string;
  readonly created_at: string | Date;
}

/** Reads all data of one borrower, decrypted, in the caller's transaction. Amounts are cents, as in the database. */
export async function readBorrowersData(
  query: Query,
  decrypt: Decrypt,
  { id, brand, phone, created_at }: WhoseData,
): Promise<BorrowerTables> {
  const own = { condition: 'id = $1', values: [id] };
  const tables: Record<string, readonly unknown[]> = {
    borrower: await rowsOf(query, decrypt, { name: 'borrower', bytes: [] }, own),
  };
  for (const table of await tablesOfBorrowers(query))
    tables[table.name] = await rowsOf(query, decrypt, table, { condition: 'borrower_id = $1', values: [id] });
  // Only texts, of the tables with a phone number instead of an id: somebody else may have tried to sign in with the
  // number or requested codes for it.
  for (const table of await tablesNamed(query, ['sms']))
    tables[table.name] = await rowsOf(query, decrypt, table, {
      condition: `brand = $1 and phone = $2 and created_at > $3::timestamptz - interval '${registrationMinutes} minutes'`,
      values: [brand, phone, created_at],
    });
  return tables;
}

async function tablesOfBorrowers(query: Query): Promise<readonly Table[]> {
  const rows = await query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'borrower_id'
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not like 'sandbox%' and not c.relname = any($1)
     order by c.relname`,
    [leftOutTables],
  );
  return tablesNamed(
    query,
    rows.map((row) => row.name),
  );
}

async function tablesNamed(query: Query, names: readonly string[]): Promise<readonly Table[]> {
  const rows = await query<Table>(
    `select c.relname as name, coalesce(array_agg(a.attname::text) filter (where a.atttypid = 'bytea'::regtype), '{}') as bytes
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
     group by c.relname order by c.relname`,
    [names],
  );
  return rows;
}

async function rowsOf(
  query: Query,
  decrypt: Decrypt,
  { name, bytes }: Table,
  { condition, values }: { readonly condition: string; readonly values: readonly unknown[] },
): Promise<readonly unknown[]> {
  const isExported = (column: string) => !leftOutColumns.some((excluded) => excluded === `${name}.${column}`);
  const encrypted = encryptedColumns.filter(({ table, column }) => table === name && isExported(column));
  const omitted = [
    ...bytes,
    ...leftOutColumns
      .filter((qualified) => qualified.startsWith(`${name}.`))
      .map((qualified) => qualified.slice(name.length + 1)),
  ];
  const rows = await query<{ row: Record<string, unknown>; [column: string]: unknown }>(
    `select to_jsonb(t) - $${values.length + 1}::text[] as row ${encrypted.map(({ column }) => `, ${column}`).join('')}
     from ${name} t where ${condition} ${name in leftOutRows ? `and not ${leftOutRows[name]}` : ''}`,
    [...values, omitted],
  );
  return rows.map(({ row, ...columns }) => {
    const decrypted = encrypted.map(({ column }) => {
      const name = column.replace(/_?encrypted$/, '') || 'data';
      return [name, decryptValue(decrypt, columns[column])];
    });
    return withoutMatch({ ...row, ...Object.fromEntries(decrypted) });
  });
}

/** A row of a review without the reason that there is a match with a list of persons. */
function withoutMatch(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { reasons } = row;
  return Array.isArray(reasons)
    ? { ...row, reasons: reasons.filter((reason) => reason !== 'screening') }
    : row;
}

/** Decrypts a value: a form's fields as JSON, or a text. */
function decryptValue(decrypt: Decrypt, encrypted: unknown): unknown {
  if (!Buffer.isBuffer(encrypted)) return null;
  const plain = decrypt(encrypted);
  return plain.startsWith('{') ? JSON.parse(plain) : plain;
}
