import type { BorrowerId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { AppContext } from '../../context/app-context.ts';
import { lockBorrower } from '../../lending/borrowers/borrower-store.ts';
import { eraseNow } from '../../lending/borrowers/erase.ts';
import { openOrder } from '../../lending/loans/order-store.ts';
import { closeTask } from '../../lending/tasks.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { eachRow } from '../../platform/jobs/each-row.ts';

const batch = 50;

/**
 * Erases accounts whose cancellation period is over: personal data is deleted, and records that lending law requires (loans,
 * payments, agreements) stay without a phone number. A running loan cancels the request.
 */
export async function eraseAccounts(appContext: AppContext, brand: string, today: LocalDate): Promise<void> {
  let after: BorrowerId | undefined;
  for (;;) {
    const due = await dueErasures(appContext.db, { brand, today, after });
    await eachRow(
      appContext,
      due,
      ({ id }) => ({ borrower: id }),
      ({ id }) => inTransaction(appContext.db, (trx) => eraseAccount(trx, appContext, id)),
    );
    if (due.length < batch) return;
    after = due.at(-1)?.id;
  }
}

/** The next accounts to erase. */
function dueErasures(
  db: Db,
  {
    brand,
    today,
    after,
  }: { readonly brand: string; readonly today: LocalDate; readonly after: BorrowerId | undefined },
) {
  return (
    db
      .selectFrom('erasure_request')
      .innerJoin('borrower', 'borrower.id', 'erasure_request.borrower_id')
      .select('borrower.id')
      .where('borrower.brand', '=', brand)
      .where('erase_on', '<=', today)
      // Held by the staff: a dispute, fraud, a court.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('erasure_hold')
              .select('erasure_hold.id')
              .whereRef('erasure_hold.borrower_id', '=', 'borrower.id')
              .where('released_at', 'is', null),
          ),
        ),
      )
      .$if(after !== undefined, (query) => query.where('borrower.id', '>', after as BorrowerId))
      .orderBy('borrower.id')
      .limit(batch)
      .execute()
  );
}

/** Erases an account whose request still stands; a running loan cancels the request. */
async function eraseAccount(trx: Db, appContext: AppContext, id: BorrowerId): Promise<void> {
  await lockBorrower(trx, id);
  const request = await trx
    .selectFrom('erasure_request')
    .select('borrower_id')
    .where('borrower_id', '=', id)
    .executeTakeFirst();
  if (!request) return;
  const isRunning = (await openOrder(trx, id)) !== undefined;
  if (isRunning) await trx.deleteFrom('erasure_request').where('borrower_id', '=', id).execute();
  else await eraseNow(trx, appContext, id);
  await closeTask(trx, { kind: 'erasure', subjectId: id }, appContext.clock.now());
}
