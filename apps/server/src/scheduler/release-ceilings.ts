import type { AppContext } from '../context/app-context.ts';
import { lockPayouts, payoutDay } from '../lending/payouts/payout-limits.ts';
import { codesSince } from '../messaging/one-time-codes.ts';
import { releaseUnused } from '../platform/cells/ceilings.ts';
import { inTransaction } from '../platform/database/connection/connect.ts';

const dayMs = 86_400_000;

/** Gives other cells what this one does not use of the ceilings of a day, once an hour. */
export async function releaseCeilings(appContext: AppContext): Promise<void> {
  const { db, clock, directory } = appContext;
  if (!directory) return;
  const transact = <Result>(work: Parameters<typeof inTransaction<Result>>[1]) => inTransaction(db, work);
  for (const { id: brand, timeZone } of appContext.brands.values()) {
    const day = await clock.today(db, timeZone);
    for (const [kind, field] of [
      ['payouts', 'amount'],
      ['firstLoans', 'firstLoans'],
    ] as const)
      await releaseUnused(transact, appContext, { kind, brand, day }, async (trx) => {
        await lockPayouts(trx, brand);
        return (await payoutDay(trx, brand, day))[field];
      });
    const now = clock.now();
    await releaseUnused(
      transact,
      appContext,
      { kind: 'codes', brand, day: now.toISOString().slice(0, 10) },
      (trx) => codesSince(trx, brand, new Date(now.getTime() - dayMs)),
    );
  }
}
