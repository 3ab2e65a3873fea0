import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';

/** Messages of the inbox at most. */
const maxListed = 50;

const inboxOf = (db: Db, borrowerId: BorrowerId) =>
  db
    .selectFrom('notice')
    .where('borrower_id', '=', borrowerId)
    .where('state', '<>', 'dropped')
    .where('shown_at', 'is not', null);

/** A borrower's newest messages. */
export function inboxRows(db: Db, borrowerId: BorrowerId) {
  return inboxOf(db, borrowerId)
    .select(['id', 'kind', 'variables', 'channel', 'shown_at', 'read_at', 'order_id'])
    .orderBy('shown_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
}

/** The number of messages that a borrower has not read. */
export async function unreadCount(db: Db, borrowerId: BorrowerId): Promise<number> {
  const row = await inboxOf(db, borrowerId)
    .select(sql<number>`count(*)::int`.as('unread'))
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return row?.unread ?? 0;
}

/** Marks a borrower's messages as read. */
export async function markRead(db: Db, borrowerId: BorrowerId, now: Date): Promise<void> {
  await db
    .updateTable('notice')
    .set({ read_at: now })
    .where('borrower_id', '=', borrowerId)
    .where('shown_at', 'is not', null)
    .where('read_at', 'is', null)
    .execute();
}
