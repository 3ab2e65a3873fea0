import type { BorrowerId } from '@hiram/contract/ids';
import type pg from 'pg';
import { type BorrowerTables, type Query, readBorrowersData } from '../../lending/borrowers/borrower-data.ts';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import { setCommandActor } from '../../platform/database/operator.ts';

/** A borrower by id, or by phone number (E.164) at a brand. */
export type BorrowerReference =
  | { readonly id: BorrowerId }
  | { readonly brand: string; readonly phone: string };

/** All data of one borrower: rows by table, and the names of their pictures' files. */
export interface BorrowersData {
  readonly borrowerId: BorrowerId;
  readonly tables: BorrowerTables;
  readonly pictures: readonly {
    readonly file: string;
    /** The id of the key of an encrypted file. */
    readonly key: string | undefined;
  }[];
}

/** An export that cannot be made. The message is one line for the operator. */
export class ExportError extends Error {}

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
    const query: Query = async <Row>(text: string, values: readonly unknown[]) => {
      const { rows } = await client.query(text, [...values]);
      return rows as Row[];
    };
    const tables = await readBorrowersData(query, (encrypted) => cipher.decrypt(encrypted), borrower);
    const { rows } = await client.query<{ file: string; key_encrypted: Buffer | null }>(
      'select file, key_encrypted from picture where borrower_id = $1',
      [borrower.id],
    );
    await client.query(
      `insert into audit_entry (at, login, actor, action, subject, subject_id, borrower_id)
       values (clock_timestamp(), session_user, current_setting('hiram.actor', true), 'export', 'borrower', $1::text, $1::uuid)`,
      [borrower.id],
    );
    await client.query('commit');
    return {
      borrowerId: borrower.id,
      tables,
      pictures: rows.map(({ file, key_encrypted: key }) => ({
        file,
        key: key === null ? undefined : cipher.decrypt(key),
      })),
    };
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
