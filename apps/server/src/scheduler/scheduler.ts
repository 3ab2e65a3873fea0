import { addDays, type LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { AppContext } from '../context/app-context.ts';
import { brokenSince } from '../lending/ledger/ledger.ts';
import { loadEvents, loadOrder, postDifferences, refreshOrder } from '../lending/loans/loans.ts';
import { releaseHeldPayouts } from '../lending/payouts/payout-holds.ts';
import { askForUnsettled, queueUnsent } from '../lending/payouts/unsettled-payouts.ts';
import { checkLoans } from '../lending/reconciliation/check-loans.ts';
import { reconcile } from '../lending/reconciliation/reconciliation.ts';
import { removeOrphans } from '../pictures/remove-picture.ts';
import { actAs } from '../platform/database/actor.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { oncePerDay } from '../platform/jobs/daily-run.ts';
import { auditLine, checkAudit, writeAuditCheckpoint } from './audit.ts';
import { remindOfDueDates } from './due-reminders.ts';
import { eraseAccounts } from './erasure.ts';
import { deleteByAge } from './retention.ts';

const batch = 50;

/**
 * Brings what depends on the day up to date: stored statuses of running loans, offers that lapsed. It asks the clock
 * what day it is and may run at any time, on any number of servers: each order is locked, and a second run changes nothing.
 */
export async function runDueWork(appContext: AppContext): Promise<void> {
  await bringUpToDate(appContext);
  await checkBooks(appContext);
  await askProviders(appContext);
}

/** Once a day, every loan's ledger against its position: minutes for a large book, so nobody waits for it. */
export async function checkBooks(appContext: AppContext): Promise<void> {
  await actAs('tick', async () => {
    for (const brand of appContext.brands.values()) {
      const day = await appContext.clock.today(appContext.db, brand.timeZone);
      await apart(appContext, checkBrand(appContext, brand.id, day));
    }
  });
}

async function checkBrand(appContext: AppContext, brand: string, day: LocalDate): Promise<unknown> {
  return oncePerDay(appContext, { name: 'loan check', brand, day }, async (goesOn) => {
    const { loans, differing, named } = await checkLoans(appContext.db, { brand, today: day }, goesOn);
    if (differing > 0) appContext.log.error({ brand, differing, named }, 'ledger and loans differ');
    return { loans, differing };
  });
}

/** The part of it that asks nobody: done before a server says that it is ready. */
export async function bringUpToDate(appContext: AppContext): Promise<void> {
  await actAs('tick', () => workOfTheDay(appContext));
}

/** The part that waits for providers, who may be away or have a day of thousands to list: nobody waits for it. */
export async function askProviders(appContext: AppContext): Promise<void> {
  const { timeZone } = appContext.defaultBrand;
  await actAs('tick', async () => {
    await apart(appContext, askForUnsettled(appContext));
    await apart(
      appContext,
      reconcile(appContext, timeZone, await appContext.clock.today(appContext.db, timeZone)),
    );
  });
}

async function workOfTheDay(appContext: AppContext): Promise<void> {
  await apart(appContext, removeOrphans(appContext));
  for (const brand of appContext.brands.values()) {
    const today = await appContext.clock.today(appContext.db, brand.timeZone);
    for (const day of [today, addDays(today, 1)])
      await sql`select ensure_tracking_partition(${day}::date)`.execute(appContext.db);
    await lapseOffers(appContext, brand.id, today);
    await correctLapses(appContext, brand.id, today);
    await refreshStatuses(appContext, brand.id, today, 'byTime');
    await refreshStatuses(appContext, brand.id, today, 'reckoned');
    await refreshStatuses(appContext, brand.id, today, 'computedAhead');
    await apart(appContext, remindOfDueDates(appContext, brand, today));
    await apart(appContext, eraseAccounts(appContext, brand.id, today));
    await apart(appContext, deleteByAge(appContext, brand, today));
  }
  await apart(appContext, releaseHeldPayouts(appContext));
  const today = await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  for (const work of [queueUnsent, checkRecentLedger, writeAuditCheckpoint, checkRecentAudit])
    await apart(appContext, work(appContext, today));
}

/** Work that keeps nobody from lending, or a server from starting, when it fails: it is tried again at the next tick. */
async function apart(appContext: AppContext, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => appContext.log.error({ err: error }, 'work of the day'));
}

/** What the last days left is read again each day: the database refuses what must not be, and this shows that it does. */
const checkedDays = 3;
const daysAgo = (appContext: AppContext) =>
  new Date(appContext.clock.now().getTime() - checkedDays * 86_400_000);

async function checkRecentLedger(appContext: AppContext, today: LocalDate): Promise<void> {
  await oncePerDay(appContext, { name: 'ledger check', brand: 'all', day: today }, async () => {
    const broken = await brokenSince(appContext.db, daysAgo(appContext));
    if (broken > 0) appContext.log.error({ broken }, 'journals do not balance');
    return { broken };
  });
}

async function checkRecentAudit(appContext: AppContext, today: LocalDate): Promise<void> {
  await oncePerDay(appContext, { name: 'audit check', brand: 'all', day: today }, async () => {
    const check = await checkAudit(appContext.db, daysAgo(appContext));
    if (check.broken !== undefined) appContext.log.error({ cipher: check.broken }, auditLine(check));
    return { broken: check.broken === undefined ? 0 : 1 };
  });
}

/** An approved offer that was not withdrawn in time ends at 110; the borrower may apply again at once. */
async function lapseOffers(appContext: AppContext, brand: string, today: LocalDate): Promise<void> {
  await inTransaction(appContext.db, (trx) =>
    trx
      .updateTable('loan_order')
      .set({
        status: 110,
        apply_again_on: today,
        decision: JSON.stringify({ approved: true, reasons: ['lapsed'] }),
      })
      .where('brand', '=', brand)
      .where('status', '=', 151)
      .where('offer_lapses_on', '<', today)
      .where('withdrawn_at', 'is', null)
      .execute(),
  );
}

/** From which day a borrower whose offer lapsed may apply again is never ahead of today, unless a server's clock was wrong. */
async function correctLapses(appContext: AppContext, brand: string, today: LocalDate): Promise<void> {
  await inTransaction(appContext.db, (trx) =>
    trx
      .updateTable('loan_order')
      .set({ apply_again_on: today })
      .where('brand', '=', brand)
      .where('status', '=', 110)
      .where('apply_again_on', '>', today)
      .where(sql<boolean>`decision -> 'reasons' ? 'lapsed'`)
      .execute(),
  );
}

/** Which orders are looked at: those whose status time may have changed, and those that a wrong clock looked at. */
const due = {
  byTime: (today: LocalDate) =>
    sql<boolean>`status in (170, 174) and coalesce(next_status_check_on, '-infinity'::date) <= ${today}`,
  /** Interest that was paid ahead is reckoned anew on the first day on which prepayment is allowed. */
  reckoned: (today: LocalDate) =>
    sql<boolean>`status in (180, 200) and next_status_check_on is not null and next_status_check_on <= ${today}`,
  computedAhead: (today: LocalDate) =>
    sql<boolean>`status in (170, 174, 180) and status_computed_on > ${today}`,
};

/**
 * Brings orders' statuses up to date, a batch at once. Another server's batch is passed over, so that several work side by
 * side and each order is looked at once.
 */
async function refreshStatuses(
  appContext: AppContext,
  brand: string,
  today: LocalDate,
  which: keyof typeof due,
): Promise<void> {
  for (;;) {
    const looked = await inTransaction(appContext.db, async (trx) => {
      const orders = await trx
        .selectFrom('loan_order')
        .select(['id', 'borrower_id'])
        .where('brand', '=', brand)
        .where(due[which](today))
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const { id, borrower_id } of orders) {
        const order = await loadOrder(trx, borrower_id, id, true);
        const events = await loadEvents(trx, order);
        await postDifferences(trx, order, events, today);
        await refreshOrder(trx, order, events, today, appContext.clock.now());
      }
      return orders.length;
    });
    if (looked < batch) return;
  }
}
