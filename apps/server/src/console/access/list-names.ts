import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { namesOfAll } from '../../lending/borrowers/masked.ts';
import { newId } from '../../platform/ids.ts';
import { hasRight } from './rights.ts';
import type { StaffRequest } from './serve-staff.ts';

/** The full names of borrowers for who may read names, where the read of each is recorded by itself; nobody's otherwise. */
export async function namesFor(
  { context, db, brand, rights }: StaffRequest,
  borrowerIds: readonly BorrowerId[],
): Promise<ReadonlyMap<BorrowerId, string>> {
  if (!hasRight(rights, 'borrower.listNames', brand)) return new Map();
  return namesOfAll(context.appContext, db, borrowerIds);
}

/**
 * The full names of the borrowers of a page of a list, for who may read names there; nobody's otherwise. That the page was looked
 * at is recorded as one read of all of them, once an hour. `view`: the list, as the trail names it.
 */
export async function namesInList(
  request: StaffRequest,
  view: string,
  borrowerIds: readonly BorrowerId[],
): Promise<ReadonlyMap<BorrowerId, string>> {
  const { context, db, brand, rights, session, now } = request;
  const ids = [...new Set(borrowerIds)].sort();
  if (ids.length === 0 || !hasRight(rights, 'borrower.listNames', brand)) return new Map();
  const names = await namesOfAll(context.appContext, db, ids);
  await sql`
    insert into staff_read (id, staff_id, borrower_ids, subject, subject_id, field, encrypted, reason, at)
    select ${newId()}, ${session.staffId}, ${ids}::uuid[], 'list', ${view}, 'fullName', false, ${`the list ${view}`}, ${now}
    where not exists (
      select from staff_read where subject_id = ${view} and at > ${new Date(now.getTime() - 3_600_000)}
      and staff_id = ${session.staffId} and borrower_ids = ${ids}::uuid[]
    )`.execute(db);
  return names;
}
