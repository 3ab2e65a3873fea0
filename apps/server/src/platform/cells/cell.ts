import type { Db } from '../database/connection/connect.ts';
import { currentSchema } from '../database/connection/endpoint.ts';

/** A part of the lender's borrowers with all that belongs to them: a schema of a database. Most lenders have one. */
export interface Cell {
  readonly id: number;
  readonly schema: string;
}

/** The cell whose tables a connection uses, as `hiram cells add` or `hiram migrate` recorded it. */
export async function readCell(db: Db): Promise<Cell> {
  const schema = await currentSchema(db);
  const { cell } = await db.selectFrom('installation').select('cell').executeTakeFirstOrThrow();
  return { id: cell, schema };
}
