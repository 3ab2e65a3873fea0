import type { FindWay } from '@hiram/contract/console/find';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import { lockStaff } from '../access/sign-in/staff-store.ts';
import type { FoundRow } from './lookups.ts';

/** Searches by a mobile number that one person may make in an hour: more is no work at a desk. */
const maxSearchesPerHour = 200;

/** Ways that use personal data. */
export type PersonalWay = Extract<FindWay, 'number' | 'lastFour'>;

/** The name of each way in the audit trail. */
const fields: Readonly<Record<PersonalWay, string>> = {
  number: 'search by mobile number',
  lastFour: 'search by the last four digits of a number',
};

/**
 * Runs a search by personal data and records it in the same transaction: the kind of search and, if it found one borrower, who
 * that is; never the number. Rejects the 201st search of a person in an hour, before anything is looked up.
 */
export async function recordedSearch(
  { db, now, session: { staffId } }: StaffRequest,
  ways: readonly PersonalWay[],
  search: (trx: Db) => Promise<readonly FoundRow[]>,
): Promise<{ readonly rows: readonly FoundRow[] } | Rejection<'tooManySearches'>> {
  return inTransaction(db, async (trx) => {
    // Concurrent searches of one person wait for each other, so that the limit holds.
    await lockStaff(trx, staffId);
    const { count } = await trx
      .selectFrom('staff_read')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('staff_id', '=', staffId)
      .where('at', '>', new Date(now.getTime() - 3_600_000))
      .where('subject', '=', 'search')
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxSearchesPerHour) return reject('tooManySearches');
    const rows = await search(trx);
    const borrowers = rows.filter(({ kind }) => kind === 'borrower');
    const only = borrowers.length === 1 ? borrowers[0] : undefined;
    await trx
      .insertInto('staff_read')
      .values(
        ways.map((way) => ({
          id: newId(),
          staff_id: staffId,
          borrower_id: only?.borrower_id ?? null,
          subject: 'search',
          subject_id: only?.id ?? '',
          field: fields[way],
          encrypted: false,
          reason: `found ${borrowers.length}`,
          at: now,
        })),
      )
      .execute();
    return { rows };
  });
}
