import { sql } from 'kysely';
import type { Db } from '../database/connection/connect.ts';

/** A borrower who left a cell, by one of the values that still lead there. */
export interface Departure {
  readonly cell: number;
  readonly moveId: string;
}

/** Where the borrower of one of these values went: ids, codes, and hashes of tokens in hexadecimal. Undefined: none left. */
export async function departureOf(db: Db, values: readonly string[]): Promise<Departure | undefined> {
  if (values.length === 0) return undefined;
  const { rows } = await sql<Departure>`
    select move.other_cell as cell, move.id as "moveId" from moved_mark
    join cell_move move on move.id = moved_mark.move_id where moved_mark.value = any(${values}) limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Reports whether a move has arrived in its cell. */
export async function hasArrived(db: Db, moveId: string): Promise<boolean> {
  const { rows } = await sql`select from cell_move where id = ${moveId}::uuid`.execute(db);
  return rows.length > 0;
}

const anId = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** The ids in a text, as in a provider's message: fifty at most. */
export const idsInText = (text: string): readonly string[] =>
  [...text.matchAll(anId)].slice(0, 50).map(([id]) => id.toLowerCase());
