import type { BorrowerId } from '@hiram/contract/ids';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newestImport, screenBorrower } from './screen.ts';

const batch = 200;
/** Milliseconds of a run of the scheduler. The next run goes on. */
const runMs = 20_000;
const firstId = '00000000-0000-0000-0000-000000000000' as BorrowerId;

/**
 * Compares every screened borrower with what came onto the lists since. Each borrower's row says up to which import they were
 * compared, so that any server goes on where another one stopped. Returns the number of borrowers.
 */
export async function screenAgain(appContext: AppContext): Promise<number> {
  const until = appContext.clock.now().getTime() + runMs;
  const newest = await newestImport(appContext.db);
  let screened = 0;
  for (const brand of appContext.brands.values()) {
    let after = firstId;
    for (;;) {
      const stale = await staleBorrowers(appContext, { brand, newest, after });
      for (const borrowerId of stale) {
        // One who cannot be screened must not keep the others from it. Their payout stays refused.
        const done = await screenStale(appContext, brand, borrowerId).catch((error: unknown) =>
          appContext.log.error({ err: error, borrower: borrowerId }, 'not screened'),
        );
        if (done !== undefined) screened += 1;
        if (appContext.clock.now().getTime() > until) return screened;
        after = borrowerId;
      }
      if (stale.length < batch) break;
    }
  }
  return screened;
}

async function staleBorrowers(
  { db }: AppContext,
  { brand, newest, after }: { readonly brand: Brand; readonly newest: number; readonly after: BorrowerId },
): Promise<readonly BorrowerId[]> {
  const rows = await db
    .selectFrom('screening')
    .select('borrower_id')
    .where('brand', '=', brand.id)
    .where('version', '<', newest)
    .where('borrower_id', '>', after)
    .orderBy('borrower_id')
    .limit(batch)
    .execute();
  return rows.map(({ borrower_id }) => borrower_id);
}

function screenStale(appContext: AppContext, brand: Brand, borrowerId: BorrowerId): Promise<unknown> {
  return inTransaction(appContext.db, (trx) => screenBorrower(trx, appContext, brand, borrowerId));
}
