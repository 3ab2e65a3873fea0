import type * as calls from '@hiram/contract/account';
import { addDays } from '@hiram/loan';
import { type Handler, inTransactionOf } from '../../api/serve.ts';
import { lockBorrower } from '../../lending/borrowers/borrower-store.ts';
import { openOrder } from '../../lending/loans/order-store.ts';
import { closeTask, endOfBusinessDay, openTask } from '../../lending/tasks.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { endSessions } from '../../platform/http/sessions/session.ts';
import { notifyOwner } from './owner-notifications.ts';

/** Days in which a deletion can be cancelled. */
const coolingOffDays = 30;

/** Requests the account's deletion, which can be cancelled for 30 days. */
export const requestDeletion: Handler<typeof calls.deleteAccount> = async (_input, requestContext) => {
  const { appContext, db, brand, borrower, now } = requestContext;
  return inTransaction(db, async (trx) => {
    const inTrx = inTransactionOf(trx, requestContext);
    await lockBorrower(trx, borrower.id);
    if (await openOrder(trx, borrower.id)) return reject('loanUnderWay');
    const today = await inTrx.today();
    const eraseOn = addDays(today, coolingOffDays);
    const requested = await trx
      .insertInto('erasure_request')
      .values({ borrower_id: borrower.id, requested_at: now, erase_on: eraseOn })
      .onConflict((conflict) => conflict.column('borrower_id').doNothing())
      .executeTakeFirst();
    if (requested.numInsertedOrUpdatedRows === 1n)
      await openTask(trx, {
        kind: 'erasure',
        subjectId: borrower.id,
        brand: brand.id,
        borrowerId: borrower.id,
        now,
        dueAt: await endOfBusinessDay(trx, appContext.clock, brand.timeZone, eraseOn),
      });
    await endSessions(trx, borrower.id, now);
    await notifyOwner(inTrx, borrower.phone, 'deletionRequested');
    return { eraseOn };
  });
};

/** Cancels the account's deletion. */
export const cancelDeletion: Handler<typeof calls.cancelAccountDeletion> = async (
  _input,
  { db, borrower, now },
) => {
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('erasure_request').where('borrower_id', '=', borrower.id).execute();
    await closeTask(trx, { kind: 'erasure', subjectId: borrower.id }, now);
  });
  return {};
};
