import type { showBorrower } from '@hiram/contract/console/borrower';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { institutionName } from '../../brands/account-words.ts';
import type { Brand } from '../../brands/brand.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

type Card = StaffOutput<typeof showBorrower>;

/** Maximum number of rows of each kind on the card: the newest ones. */
const maxRows = 50;

export async function accountsOf(db: Db, borrowerId: BorrowerId, brand: Brand): Promise<Card['accounts']> {
  const rows = await db
    .selectFrom('bank_account')
    .select(['id', 'institution', 'number_tail', 'state', 'created_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('created_at', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map(({ id, institution, number_tail, state, created_at }) => ({
    accountId: id,
    institution: institutionName(brand, institution),
    tail: number_tail,
    state,
    createdAt: created_at.toISOString(),
  }));
}

export async function devicesOf(db: Db, borrowerId: BorrowerId): Promise<Card['devices']> {
  const rows = await db
    .selectFrom('device')
    .select(['name', 'os_version', 'app_version', 'first_seen_at', 'seen_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('seen_at', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map((row) => ({
    name: row.name,
    osVersion: row.os_version,
    appVersion: row.app_version,
    firstSeenAt: row.first_seen_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
  }));
}

export async function consentsOf(db: Db, borrowerId: BorrowerId): Promise<Card['consents']> {
  const rows = await db.selectFrom('consent').selectAll().where('borrower_id', '=', borrowerId).execute();
  return rows.map(({ kind, version, given_at, withdrawn_at }) => ({
    kind,
    version,
    givenAt: given_at.toISOString(),
    withdrawnAt: withdrawn_at?.toISOString() ?? '',
  }));
}

export async function notesOf(db: Db, borrowerId: BorrowerId): Promise<Card['notes']> {
  const rows = await db
    .selectFrom('note')
    .innerJoin('staff', 'staff.id', 'note.staff_id')
    .select(['note.id', 'note.text', 'note.at', 'staff.name'])
    .where('note.borrower_id', '=', borrowerId)
    .orderBy('note.at', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map(({ id, text, at, name }) => ({ noteId: id, author: name, at: at.toISOString(), text }));
}

export async function erasureOf(db: Db, borrowerId: BorrowerId): Promise<Pick<Card, 'erasure' | 'hold'>> {
  const erasure = await db
    .selectFrom('erasure_request')
    .select(['requested_at', 'erase_on'])
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirst();
  const hold = await db
    .selectFrom('erasure_hold')
    .innerJoin('staff', 'staff.id', 'erasure_hold.held_by')
    .select(['reason', 'held_at', 'name'])
    .where('borrower_id', '=', borrowerId)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return {
    ...(erasure
      ? { erasure: { requestedAt: erasure.requested_at.toISOString(), eraseOn: erasure.erase_on } }
      : {}),
    ...(hold ? { hold: { reason: hold.reason, by: hold.name, at: hold.held_at.toISOString() } } : {}),
  };
}

/** The number of live sessions. */
export async function liveSessions(db: Db, borrowerId: BorrowerId, now: Date): Promise<number> {
  const { rows } = await sql<{ sessions: number }>`select count(*)::int as sessions from session
    where borrower_id = ${borrowerId} and revoked_at is null and expires_at > ${now}`.execute(db);
  return rows[0]?.sessions ?? 0;
}
