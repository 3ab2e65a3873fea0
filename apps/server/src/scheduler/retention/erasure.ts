import type { LocalDate } from '@hiram/loan';
import type { AppContext } from '../../context/app-context.ts';
import { lockBorrower } from '../../lending/borrowers/borrower-store.ts';
import { eraseNow } from '../../lending/borrowers/erase.ts';
import { runningOrder } from '../../lending/loans/order-store.ts';
import { closeTask } from '../../lending/tasks.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';

const batch = 50;

/**
 * Erases accounts whose cancellation period is over: personal data is deleted, and records that lending law requires (loans,
 * payments, agreements) stay without a phone number. A running loan cancels the request.
 */
export async function eraseAccounts(appContext: AppContext, brand: string, today: LocalDate): Promise<void> {
  const due = await appContext.db
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
    .limit(batch)
    .execute();
  for (const { id } of due)
    await inTransaction(appContext.db, async (trx) => {
      await lockBorrower(trx, id);
      const request = await trx
        .selectFrom('erasure_request')
        .select('borrower_id')
        .where('borrower_id', '=', id)
        .executeTakeFirst();
      if (!request) return;
      const isRunning = (await runningOrder(trx, id)) !== undefined;
      if (isRunning) await trx.deleteFrom('erasure_request').where('borrower_id', '=', id).execute();
      else await eraseNow(trx, appContext, id);
      await closeTask(trx, { kind: 'erasure', subjectId: id }, appContext.clock.now());
    });
}
