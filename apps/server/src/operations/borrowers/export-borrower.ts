import type { BorrowerId } from '@hiram/contract/ids';
import type pg from 'pg';
import { encryptedColumns } from '../../platform/crypto/encrypted-columns.ts';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import { setCommandActor } from '../../platform/database/operator.ts';

/** A borrower by id, or by phone number (E.164) at a brand. */
export type BorrowerReference =
  | { readonly id: BorrowerId }
  | { readonly brand: string; readonly phone: string };

/** All data of one borrower: rows by table, and the names of their pictures' files. */
export interface BorrowersData {
  readonly borrowerId: BorrowerId;
  readonly tables: Readonly<Record<string, readonly unknown[]>>;
  readonly pictures: readonly string[];
}

/** An export that cannot be made. The message is one line for the operator. */
export class ExportError extends Error {}

/**
 * Tables with a borrower's id that are left out because they contain no other data of the borrower: answers stored for
 * repeats, and our audit trail.
 */
export const leftOutTables = ['idempotency', 'audit_entry'] as const;

/**
 * Columns that are credentials or random values, not data of the borrower. Of binary columns only encrypted ones are
 * exported: all others are digests.
 */
export const leftOutColumns = [
  'borrower.password_hash',
  'card_payment.repay_token',
  'card_payment.charge',
  'debit_card.token_encrypted',
  'payment_code.image_token',
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

/**
 * Reads all data of one borrower in one snapshot, decrypted, with the login of the schema's owner. The audit trail gets an
 * entry. Amounts are cents, as in the database. Throws ExportError if there is no such borrower.
 */
export async function exportBorrower(
  client: pg.ClientBase,
  cipher: FieldCipher,
  reference: BorrowerReference,
  /** The operator's name. */
  by: string,
): Promise<BorrowersData> {
  await setCommandActor(client, `borrowers export by ${by}`);
  await client.query('begin isolation level repeatable read');
  try {
    const borrower = await find(client, reference);
    const tables: Record<string, readonly unknown[]> = {
      borrower: await rowsOf(
        client,
        cipher,
        { name: 'borrower', bytes: [] },
        { condition: 'id = $1', values: [borrower.id] },
      ),
    };
    for (const table of await tablesOfBorrowers(client))
      tables[table.name] = await rowsOf(client, cipher, table, {
        condition: 'borrower_id = $1',
        values: [borrower.id],
      });
    const { brand, phone, created_at } = borrower;
    // Of tables with a phone number instead of an id, only texts: somebody else may have tried to sign in with the
    // number or requested codes for it.
    for (const table of await tablesNamed(client, ['sms']))
      tables[table.name] = await rowsOf(client, cipher, table, {
        condition: `brand = $1 and phone = $2 and created_at > $3::timestamptz - interval '${registrationMinutes} minutes'`,
        values: [brand, phone, created_at],
      });
    const { rows } = await client.query<{ file: string }>('select file from picture where borrower_id = $1', [
      borrower.id,
    ]);
    await client.query(
      `insert into audit_entry (at, login, actor, action, subject, subject_id, borrower_id)
       values (clock_timestamp(), session_user, current_setting('hiram.actor', true), 'export', 'borrower', $1::text, $1::uuid)`,
      [borrower.id],
    );
    await client.query('commit');
    return { borrowerId: borrower.id, tables, pictures: rows.map((row) => row.file) };
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function find(
  client: pg.ClientBase,
  reference: BorrowerReference,
): Promise<{ id: BorrowerId; brand: string; phone: string; created_at: string }> {
  const [condition, values] =
    'id' in reference
      ? ['id = $1', [reference.id]]
      : ['brand = $1 and phone = $2', [reference.brand, reference.phone]];
  const { rows } = await client.query(
    `select id, brand, phone, created_at::text from borrower where ${condition}`,
    values,
  );
  if (!rows[0]) throw new ExportError('No borrower with this id or number.');
  return rows[0];
}

async function tablesOfBorrowers(client: pg.ClientBase): Promise<readonly Table[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'borrower_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not like 'sandbox%' and not c.relname = any($1)
     order by c.relname`,
    [leftOutTables],
  );
  return tablesNamed(
    client,
    rows.map((row) => row.name),
  );
}

async function tablesNamed(client: pg.ClientBase, names: readonly string[]): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, coalesce(array_agg(a.attname::text) filter (where a.atttypid = 'bytea'::regtype), '{}') as bytes
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
     group by c.relname order by c.relname`,
    [names],
  );
  return rows;
}

async function rowsOf(
  client: pg.ClientBase,
  cipher: FieldCipher,
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
  const { rows } = await client.query<{ row: Record<string, unknown>; [column: string]: unknown }>(
    `select to_jsonb(t) - $${values.length + 1}::text[] as row ${encrypted.map(({ column }) => `, ${column}`).join('')}
     from ${name} t where ${condition}`,
    [...values, omitted],
  );
  return rows.map(({ row, ...columns }) => {
    const decrypted = encrypted.map(({ column }) => {
      const name = column.replace(/_?encrypted$/, '') || 'data';
      // An earlier version stored the value unencrypted in the column without the suffix.
      return [
        name,
        columns[column] === null && name in row ? row[name] : decryptValue(cipher, columns[column]),
      ];
    });
    return { ...row, ...Object.fromEntries(decrypted) };
  });
}

/** Decrypts a value: a form's fields as JSON, or a text. */
function decryptValue(cipher: FieldCipher, encrypted: unknown): unknown {
  if (!Buffer.isBuffer(encrypted)) return null;
  const plain = cipher.decrypt(encrypted);
  return plain.startsWith('{') ? JSON.parse(plain) : plain;
}
