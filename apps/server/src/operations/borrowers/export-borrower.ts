import type pg from 'pg';
import { encryptedColumns } from '../../platform/crypto/encrypted-columns.ts';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import { actAsCommand } from '../../platform/database/operator.ts';

/** Whose: by our id, or by the number they sign in with (E.164) at a brand. */
export type BorrowerReference = { readonly id: string } | { readonly brand: string; readonly phone: string };

/** Everything of one borrower: rows by table, and the names of their pictures' files. */
export interface BorrowersData {
  readonly borrowerId: string;
  readonly tables: Readonly<Record<string, readonly unknown[]>>;
  readonly pictures: readonly string[];
}

/** One line for whoever asked. */
export class ExportError extends Error {}

/** Tables with a borrower's id that say nothing of them which another does not: answers kept for a repeat, our own trail. */
export const leftOutTables = ['idempotency', 'audit_entry'] as const;

/**
 * What opens or pays something, or is of chance, and tells nobody anything of themselves. Of bytes only what is encrypted goes
 * out: all others are digests.
 */
export const leftOutColumns = [
  'borrower.password_hash',
  'card_payment.repay_token',
  'card_payment.charge',
  'debit_card.token_encrypted',
  'payment_code.image_token',
] as const;

/** A number may have been somebody else's before; the text for the registration came this long before it, at the most. */
const registrationMinutes = 10;

interface Table {
  readonly name: string;
  /** Columns of bytes. */
  readonly bytes: readonly string[];
}

/**
 * Reads all that is kept of one borrower as of one moment, what is encrypted decrypted, by the schema's owner's login; the audit
 * trail gets an entry of it. Amounts are cents, as in the database. Throws ExportError where there is no such borrower.
 */
export async function exportBorrower(
  client: pg.ClientBase,
  cipher: FieldCipher,
  whose: BorrowerReference,
  /** The person who exports it. */
  by: string,
): Promise<BorrowersData> {
  await actAsCommand(client, `borrowers export by ${by}`);
  await client.query('begin isolation level repeatable read');
  try {
    const borrower = await find(client, whose);
    const tables: Record<string, readonly unknown[]> = {
      borrower: await rowsOf(client, cipher, { name: 'borrower', bytes: [] }, 'id = $1', [borrower.id]),
    };
    for (const table of await tablesOfBorrowers(client))
      tables[table.name] = await rowsOf(client, cipher, table, 'borrower_id = $1', [borrower.id]);
    const { brand, phone, created_at } = borrower;
    // Of what has their number in place of their id, texts alone: who tried to sign in with it, or had codes sent to it,
    // may have been somebody else.
    for (const table of await tablesNamed(client, ['sms']))
      tables[table.name] = await rowsOf(
        client,
        cipher,
        table,
        `brand = $1 and phone = $2 and created_at > $3::timestamptz - interval '${registrationMinutes} minutes'`,
        [brand, phone, created_at],
      );
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
  whose: BorrowerReference,
): Promise<{ id: string; brand: string; phone: string; created_at: string }> {
  const [where, values] =
    'id' in whose ? ['id = $1', [whose.id]] : ['brand = $1 and phone = $2', [whose.brand, whose.phone]];
  const { rows } = await client.query(
    `select id, brand, phone, created_at::text from borrower where ${where}`,
    values,
  );
  if (!rows[0]) throw new ExportError('There is no such borrower.');
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
  where: string,
  values: readonly unknown[],
): Promise<readonly unknown[]> {
  const isKept = (column: string) => !leftOutColumns.some((one) => one === `${name}.${column}`);
  const encrypted = encryptedColumns.filter(({ table, column }) => table === name && isKept(column));
  const omitted = [
    ...bytes,
    ...leftOutColumns.filter((one) => one.startsWith(`${name}.`)).map((one) => one.slice(name.length + 1)),
  ];
  const { rows } = await client.query<{ row: Record<string, unknown>; [column: string]: unknown }>(
    `select to_jsonb(t) - $${values.length + 1}::text[] as row ${encrypted.map(({ column }) => `, ${column}`).join('')}
     from ${name} t where ${where}`,
    [...values, omitted],
  );
  return rows.map(({ row, ...columns }) => {
    const opened = encrypted.map(({ column }) => {
      const name = column.replace(/_?encrypted$/, '') || 'data';
      // What a former version kept plain stands in the column beside it.
      return [name, columns[column] === null && name in row ? row[name] : openedOf(cipher, columns[column])];
    });
    return { ...row, ...Object.fromEntries(opened) };
  });
}

/** What was encrypted: a form's fields, or a text. */
function openedOf(cipher: FieldCipher, encrypted: unknown): unknown {
  if (!Buffer.isBuffer(encrypted)) return null;
  const plain = cipher.decrypt(encrypted);
  return plain.startsWith('{') ? JSON.parse(plain) : plain;
}
