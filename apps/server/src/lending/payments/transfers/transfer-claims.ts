import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database/connection/connect.ts';
import type { Database } from '../../../platform/database/schema/schema.ts';
import { lockStatements } from '../statements/statement-lines.ts';

export type Transfer = Selectable<Database['utr_submission']>;

/** The id of a claim's payment. A rival's is its own: its reference may have paid another loan before. */
export function transferPaymentId({
  brand,
  utr,
  is_rival,
  id,
}: Pick<Transfer, 'brand' | 'utr' | 'is_rival' | 'id'>): string {
  return is_rival ? `${brand}:${utr} ${id}` : `${brand}:${utr}`;
}

/** Locks a reference, so that its claims are decided one after the other. Call it before locking any of their rows. */
export async function lockTransfer(trx: Db, { brand, utr }: Pick<Transfer, 'brand' | 'utr'>): Promise<void> {
  await lockStatements(trx, brand, 'toPost');
  const lockName = `transfer ${brand} ${utr}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(trx);
}

/** Other claims of the same reference that are under review or accepted. */
export async function competingClaims(
  db: Db,
  claim: Pick<Transfer, 'id' | 'brand' | 'utr'>,
): Promise<
  readonly Pick<Transfer, 'id' | 'borrower_id' | 'order_id' | 'brand' | 'state' | 'utr' | 'is_rival'>[]
> {
  return db
    .selectFrom('utr_submission')
    .select(['id', 'borrower_id', 'order_id', 'brand', 'state', 'utr', 'is_rival'])
    .where('brand', '=', claim.brand)
    .where('id', '<>', claim.id)
    .where('state', '<>', 'rejected')
    .where('utr', '=', claim.utr)
    .orderBy('sent_at')
    .execute();
}

/** Reports whether the transfer was posted by its line of the bank's statement, before it was claimed. */
export async function isPostedByLine(
  db: Db,
  { brand, utr }: Pick<Transfer, 'brand' | 'utr'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('statement_line')
    .select('id')
    .where('brand', '=', brand)
    .where('reference', '=', utr)
    .where('payment_id', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
