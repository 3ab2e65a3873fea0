import type { BorrowerId } from '@hiram/contract/ids';
import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { isAnyOf } from '../../platform/database/statements/is-any-of.ts';

export type BorrowerRow = Readonly<Selectable<Database['borrower']>>;

/** The borrower of an id that is known to exist. */
export function borrowerById(db: Db, id: BorrowerId): Promise<BorrowerRow> {
  return db.selectFrom('borrower').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The borrower of a brand with a phone number, or undefined. */
export function borrowerByPhone(db: Db, brand: string, phone: string): Promise<BorrowerRow | undefined> {
  return db
    .selectFrom('borrower')
    .selectAll()
    .where('brand', '=', brand)
    .where('phone', '=', phone)
    .executeTakeFirst();
}

/**
 * Locks a borrower, so that parallel applications run one after the other. Uses `for no key update`: rows that reference the
 * borrower take a key-share lock on the row, and a stronger lock would deadlock with them.
 */
export async function lockBorrower(trx: Db, borrowerId: BorrowerId): Promise<void> {
  await trx.selectFrom('borrower').select('id').where('id', '=', borrowerId).forNoKeyUpdate().execute();
}

/** Locks borrowers as `lockBorrower` does, in one order for all who lock several. */
export async function lockBorrowers(trx: Db, ids: readonly BorrowerId[]): Promise<void> {
  await trx
    .selectFrom('borrower')
    .select('id')
    .where(isAnyOf('id', ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Changes columns of a borrower. */
export async function updateBorrower(
  trx: Db,
  id: BorrowerId,
  changed: Updateable<Database['borrower']>,
): Promise<void> {
  await trx.updateTable('borrower').set(changed).where('id', '=', id).execute();
}

/** The borrower of a brand who has an invitation code; undefined: none. */
export async function borrowerByInvite(db: Db, brand: string, code: string): Promise<BorrowerId | undefined> {
  const inviter = await db
    .selectFrom('borrower')
    .select('id')
    .where('brand', '=', brand)
    .where('invite_code', '=', code)
    .executeTakeFirst();
  return inviter?.id;
}
