import type pg from 'pg';
import { type EncryptedColumn, encryptedColumns } from '../../platform/crypto/encrypted-columns.ts';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import { setCommandActor } from '../../platform/database/operator.ts';

const batchSize = 200;

export interface RotationResult {
  /** Re-encrypted values, by `table.column`. */
  readonly columns: Readonly<Record<string, number>>;
}

/**
 * Re-encrypts with the first key every value of another key, in batches beside running servers, and renews the digests. It
 * may be interrupted and repeated. Afterwards the other keys are not needed. Throws for a value that no key decrypts, before
 * changing it. The audit trail names the command as the actor.
 */
export async function rotateKeys(client: pg.Client, cipher: FieldCipher): Promise<RotationResult> {
  await setCommandActor(client, 'keys rotate');
  const columns: Record<string, number> = {};
  for (const column of encryptedColumns)
    columns[`${column.table}.${column.column}`] = await rotate(client, cipher, column);
  return { columns };
}

/** The number of values that are encrypted with another key than the first. */
export async function countUnrotated(client: pg.Client, cipher: FieldCipher): Promise<number> {
  return Object.values(await countUnrotatedByColumn(client, cipher)).reduce((sum, left) => sum + left, 0);
}

/** The same by `table.column`: the values that `rotateKeys` would change. */
export async function countUnrotatedByColumn(
  client: pg.Client,
  cipher: FieldCipher,
): Promise<RotationResult['columns']> {
  const columns: Record<string, number> = {};
  for (const { table, column } of encryptedColumns) {
    const { rows } = await client.query<{ left: string }>(
      `select count(*) as left from ${table} where substring(${column} from 1 for 5) <> $1`,
      [cipher.mark],
    );
    columns[`${table}.${column}`] = Number(rows[0]?.left ?? 0);
  }
  return columns;
}

/** The number of borrowers who left this cell and have not arrived in another one: their values are in no table. */
export async function countUnderWay(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from cell_move where parcel is not null',
  );
  return rows[0]?.count ?? 0;
}

/** The columns of a table's primary key. */
async function keyOf(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
     where indrelid = $1::regclass and indisprimary order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function rotate(
  client: pg.Client,
  cipher: FieldCipher,
  { table, column, digest }: EncryptedColumn,
): Promise<number> {
  const key = await keyOf(client, table);
  const isRow = key.map((name, at) => `${name} = $${at + 2}`).join(' and ');
  let done = 0;
  for (;;) {
    await client.query('begin');
    try {
      const { rows } = await client.query<Readonly<Record<string, unknown>> & { readonly old_value: Buffer }>(
        `select ${key.join(', ')}, ${column} as old_value from ${table}
         where substring(${column} from 1 for 5) <> $1 limit ${batchSize} for update`,
        [cipher.mark],
      );
      for (const row of rows) {
        const plain = cipher.decrypt(row.old_value);
        const values = [cipher.encrypt(plain), ...key.map((name) => row[name])];
        await client.query(
          `update ${table} set ${column} = $1${digest ? `, ${digest} = $${values.length + 1}` : ''} where ${isRow}`,
          digest ? [...values, cipher.digest(plain)] : values,
        );
      }
      await client.query('commit');
      done += rows.length;
      if (rows.length < batchSize) return done;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }
}
