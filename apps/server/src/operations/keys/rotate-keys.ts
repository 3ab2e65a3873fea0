import type pg from 'pg';
import { type SealedColumn, sealedColumns } from '../../platform/crypto/encrypted-columns.ts';
import type { Seal } from '../../platform/crypto/field-cipher.ts';
import { actAsCommand } from '../../platform/database/operator.ts';

const batch = 200;

export interface Rotated {
  /** Values sealed anew, by `table.column`. */
  readonly columns: Readonly<Record<string, number>>;
}

/**
 * Seals everything with the first key that another key sealed, a batch at a time beside running servers, and makes the
 * digests anew. May be broken off and begun again. Once it is through, nothing needs the other keys. Throws for a value
 * that no key opens, before it changes anything of it. In the audit trail the change is the tool's, and nobody's own.
 */
export async function rotateKeys(client: pg.Client, seal: Seal): Promise<Rotated> {
  await actAsCommand(client, 'keys rotate');
  const columns: Record<string, number> = {};
  for (const column of sealedColumns)
    columns[`${column.table}.${column.column}`] = await rotate(client, seal, column);
  return { columns };
}

/** How many values are still encrypted with another key than the first. */
export async function leftToRotate(client: pg.Client, seal: Seal): Promise<number> {
  return Object.values(await leftByColumn(client, seal)).reduce((sum, left) => sum + left, 0);
}

/** The same by `table.column`: what `rotateKeys` would change. */
export async function leftByColumn(client: pg.Client, seal: Seal): Promise<Rotated['columns']> {
  const columns: Record<string, number> = {};
  for (const { table, column } of sealedColumns) {
    const { rows } = await client.query<{ left: string }>(
      `select count(*) as left from ${table} where substring(${column} from 1 for 5) <> $1`,
      [seal.mark],
    );
    columns[`${table}.${column}`] = Number(rows[0]?.left ?? 0);
  }
  return columns;
}

async function rotate(
  client: pg.Client,
  seal: Seal,
  { table, column, digest }: SealedColumn,
): Promise<number> {
  let done = 0;
  for (;;) {
    await client.query('begin');
    try {
      const { rows } = await client.query<{ ctid: string; sealed: Buffer }>(
        `select ctid::text, ${column} as sealed from ${table}
         where substring(${column} from 1 for 5) <> $1 limit ${batch} for update`,
        [seal.mark],
      );
      for (const { ctid, sealed } of rows) {
        const plain = seal.open(sealed);
        await client.query(
          `update ${table} set ${column} = $1${digest ? `, ${digest} = $3` : ''} where ctid = $2::tid`,
          [seal.seal(plain), ctid, ...(digest ? [seal.digest(plain)] : [])],
        );
      }
      await client.query('commit');
      done += rows.length;
      if (rows.length < batch) return done;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }
}
