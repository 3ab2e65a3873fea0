import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newestImport, screenBorrower } from './screen.ts';

const batch = 200;
/** Milliseconds of a run of the scheduler. The next run goes on. */
const runMs = 20_000;

/** A borrower's last comparison: up to which import, and whose. */
interface Stale {
  readonly version: number;
  readonly borrower_id: BorrowerId;
}

const first: Stale = { version: 0, borrower_id: '00000000-0000-0000-0000-000000000000' as BorrowerId };

/**
 * Compares every screened borrower with what came onto the lists since. Each borrower's row says up to which import they were
 * compared, so that any server goes on where another one stopped. Returns the number of borrowers.
 */
export async function screenAgain(appContext: AppContext): Promise<number> {
  const until = appContext.clock.now().getTime() + runMs;
  const newest = await newestImport(appContext.db);
  let screened = 0;
  for (const brand of appContext.brands.values()) {
    let after = first;
    for (;;) {
      const stale = await staleBorrowers(appContext, { brand, newest, after });
      for (const row of stale) {
        const borrowerId = row.borrower_id;
        // One who cannot be screened must not keep the others from it. Their payout stays refused.
        const done = await screenStale(appContext, brand, borrowerId).catch((error: unknown) =>
          appContext.log.error({ err: error, borrower: borrowerId }, 'not screened'),
        );
        if (done !== undefined) screened += 1;
        if (appContext.clock.now().getTime() > until) return screened;
        after = row;
      }
      if (stale.length < batch) break;
    }
  }
  return screened;
}

/** The next borrowers behind the newest import, those longest behind first. */
function staleBorrowers(
  { db }: AppContext,
  { brand, newest, after }: { readonly brand: Brand; readonly newest: number; readonly after: Stale },
): Promise<readonly Stale[]> {
  return db
    .selectFrom('screening')
    .select(['version', 'borrower_id'])
    .where('brand', '=', brand.id)
    .where('version', '<', newest)
    .where(sql<boolean>`(version, borrower_id) > (${after.version}, ${after.borrower_id})`)
    .orderBy('version')
    .orderBy('borrower_id')
    .limit(batch)
    .execute();
}

function screenStale(appContext: AppContext, brand: Brand, borrowerId: BorrowerId): Promise<unknown> {
  return inTransaction(appContext.db, (trx) => screenBorrower(trx, appContext, brand, borrowerId));
}
