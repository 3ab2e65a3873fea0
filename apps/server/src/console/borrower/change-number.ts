import type { proposeNumber as proposeNumberCall } from '@hiram/contract/console/borrower';
import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import { mobileNumber } from '../../brands/phone.ts';
import type { AppContext } from '../../context/app-context.ts';
import { borrowerByPhone } from '../../lending/borrowers/borrower-store.ts';
import { maskedPhone } from '../../lending/borrowers/masked.ts';
import { reserveNumber } from '../../lending/borrowers/reserve-number.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { reject, Unavailable } from '../../platform/errors/rejection.ts';
import { knownId, newId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import type { Action } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { loadBorrower, loadLockedBorrower } from './load-borrower.ts';

/** Tells if somebody has the number, here or in another cell. */
async function isTaken(
  { db, appContext }: { readonly db: Db; readonly appContext: AppContext },
  brand: string,
  phone: string,
): Promise<boolean> {
  const other = await borrowerByPhone(db, brand, phone);
  if (other !== undefined || !appContext.directory) return other !== undefined;
  const holder = await appContext.directory.cellOf(brand, phone);
  return holder !== undefined && holder !== appContext.cell.id;
}

/** Keeps the new number, so that the request of the action names it by its id alone. */
export const proposeNumber: StaffHandler<typeof proposeNumberCall> = async (input, staffRequest) => {
  const { context, db, brand, session, now } = staffRequest;
  const borrower = await loadBorrower(db, brand, input.borrowerId);
  if (borrower.erased_at !== null) return reject('erased');
  const phone = mobileNumber(brandOf(context.appContext, borrower), input.phone);
  if (phone === undefined) return reject('malformedNumber', { field: 'phone' });
  if (await isTaken({ db, appContext: context.appContext }, borrower.brand, phone))
    return reject('numberTaken', { field: 'phone' });
  const changeId = newId();
  await inTransaction(db, (trx) =>
    trx
      .insertInto('number_change')
      .values({
        borrower_id: borrower.id,
        id: changeId,
        phone,
        proposed_by: session.staffId,
        proposed_at: now,
      })
      .execute(),
  );
  return { changeId };
};

/** Gives a borrower another number and signs them out everywhere. It always needs a second person. */
export const changeNumber: Action<
  { readonly borrowerId: BorrowerId; readonly changeId: string },
  'numberTaken' | 'noSuchChange' | 'erased'
> = {
  name: 'borrower.changeNumber',
  right: 'borrower.changeNumber',
  approvalRight: 'borrower.approveRequest',
  async lock({ db, brand }, { borrowerId }) {
    await loadLockedBorrower(db, oneBrandOf({ brand }), borrowerId);
  },
  async preview({ db, brand, appContext }, { borrowerId, changeId }) {
    const borrower = await loadBorrower(db, oneBrandOf({ brand }), borrowerId);
    if (borrower.erased_at !== null) return reject('erased');
    const change = await db
      .selectFrom('number_change')
      .select('phone')
      .where('borrower_id', '=', borrower.id)
      .where('id', '=', knownId(changeId))
      .where('done_at', 'is', null)
      .executeTakeFirst();
    if (!change) return reject('noSuchChange');
    if (await isTaken({ db, appContext }, borrower.brand, change.phone)) return reject('numberTaken');
    return {
      subject: 'borrower',
      subjectId: borrowerId,
      amount: undefined,
      lines: [{ label: 'Number', before: maskedPhone(borrower.phone), after: maskedPhone(change.phone) }],
      notes: [
        'Whoever has the new number can sign in and withdraw money: check who asks, by document and call back.',
        'Every session ends.',
      ],
    };
  },
  async perform({ db, appContext, now }, { borrowerId, changeId }, { approvalId, staffId }) {
    const change = await db
      .selectFrom('number_change')
      .innerJoin('borrower', 'borrower.id', 'number_change.borrower_id')
      .select(['number_change.phone', 'borrower.brand'])
      .where('number_change.borrower_id', '=', borrowerId)
      .where('number_change.id', '=', knownId(changeId))
      .executeTakeFirstOrThrow();
    if (!(await reserveNumber(db, appContext, change.brand, change.phone)))
      throw new Unavailable('the number');
    await sql`select change_borrower_number(${changeId}::uuid, ${approvalId}::uuid) from installation`.execute(
      db,
    );
    await db
      .updateTable('session')
      .set({ revoked_at: now })
      .where('borrower_id', '=', borrowerId)
      .where('revoked_at', 'is', null)
      .execute();
    // It was said of the former number.
    await db
      .updateTable('contact_stop')
      .set({ ended_at: now, ended_by: staffId, end_note: 'the number was changed' })
      .where('borrower_id', '=', borrowerId)
      .where('kind', '=', 'wrongPerson')
      .where('ended_at', 'is', null)
      .execute();
  },
};
