import { addDays, type LocalDate, position } from '@hiram/loan';
import { type RawBuilder, sql } from 'kysely';
import type { Brand } from '../brands/brand.ts';
import { brandOf } from '../brands/brand-of.ts';
import type { AppContext } from '../context/app-context.ts';
import { lapseProposals } from '../lending/arrangements/arrangement-store.ts';
import { postedThrough } from '../lending/books/balances.ts';
import { lastEndedDay, runBooks } from '../lending/books/run-books.ts';
import { refreshLateFigures } from '../lending/collections/late-figures.ts';
import { judgePromises, remindOfPromises } from '../lending/collections/promises.ts';
import { openDuties } from '../lending/duties/open-duties.ts';
import { brokenSince } from '../lending/ledger/ledger.ts';
import { postDifferences, recordEnd } from '../lending/loans/append-event.ts';
import { engineEvents, loadEvents, lockOrder, type Order } from '../lending/loans/order-store.ts';
import { refreshOrder, refreshTogether } from '../lending/loans/refresh-orders.ts';
import { notify } from '../lending/notices/notify.ts';
import { sendDueNotices } from '../lending/notices/send-notice.ts';
import { recordActivations } from '../lending/origination/decision/policies.ts';
import { releaseHeldPayouts } from '../lending/payouts/payout-holds.ts';
import { queryUnsettled, queueUnsent } from '../lending/payouts/unsettled-payouts.ts';
import { checkLoans } from '../lending/reconciliation/check-loans.ts';
import { checkTasks } from '../lending/reconciliation/check-tasks.ts';
import { reconcile } from '../lending/reconciliation/reconciliation.ts';
import { screenAgain } from '../lending/screening/screen-again.ts';
import { queueDueMessages } from '../lending/strategy/queue-messages.ts';
import { removeOldIdentity, removeOrphans } from '../pictures/remove-picture.ts';
import { actAs } from '../platform/database/actor.ts';
import { type Db, inTransaction } from '../platform/database/connection/connect.ts';
import { oncePerDay } from '../platform/jobs/daily-run.ts';
import { auditLine, checkAudit, writeAuditCheckpoint } from './audit/audit.ts';
import { replayDecisions } from './audit/check-decisions.ts';
import { checkSignatures } from './audit/check-signatures.ts';
import { changeOrders, type OrderChange } from './change-orders.ts';
import { watchCoverage } from './coverage-gaps.ts';
import { releaseCeilings } from './release-ceilings.ts';
import { sendRequestedReminders } from './requested-reminders.ts';
import { archiveByAge, checkArchive } from './retention/archive.ts';
import { eraseAccounts } from './retention/erasure.ts';
import { deleteByAge } from './retention/retention.ts';

/** Maximum number of orders that one transaction refreshes: a borrower who pays waits until it has ended. */
const refreshBatch = 200;
/** Maximum number of orders that one statement updates. */
const updateBatch = 500;

/**
 * Runs all scheduled work: updates stored statuses of running loans and lapsed offers, checks the books, and queries providers.
 * Safe to run at any time on any number of servers: each order is locked, and a second run changes nothing.
 */
export async function runDueWork(appContext: AppContext): Promise<void> {
  await runLocalWork(appContext);
  await actAs('system', () => logFailure(appContext, sendDueNotices(appContext)));
  await actAs('system', () => logFailure(appContext, releaseCeilings(appContext)));
  await checkBooks(appContext);
  await screenBorrowers(appContext);
  await queryProviders(appContext);
}

/**
 * Compares borrowers with what came onto the lists of persons since. Takes hours after a first import, so
 * nothing waits for it.
 */
async function screenBorrowers(appContext: AppContext): Promise<void> {
  await actAs('system', () => logFailure(appContext, screenAgain(appContext)));
}

/** Compares every loan's ledger with its position, once a day. Takes minutes for a large book, so nothing waits for it. */
export async function checkBooks(appContext: AppContext): Promise<void> {
  await actAs('system', async () => {
    for (const brand of appContext.brands.values()) {
      const day = await appContext.clock.today(appContext.db, brand.timeZone);
      await logFailure(appContext, checkBrand(appContext, brand.id, day));
      await logFailure(appContext, postBooks(appContext, brand));
      await logFailure(appContext, replayDecisions(appContext, brand.id, day));
      await logFailure(appContext, archiveByAge(appContext, brand, day));
    }
    await logFailure(appContext, checkArchive(appContext));
    await logFailure(appContext, checkWork(appContext));
  });
}

async function checkBrand(appContext: AppContext, brand: string, day: LocalDate): Promise<unknown> {
  return oncePerDay(appContext, { name: 'loan check', brand, day }, async (heartbeat) => {
    const { loans, ...found } = await checkLoans(appContext.db, { brand, today: day }, heartbeat);
    if (found.differing > 0) appContext.log.error({ brand, ...found }, 'ledger and loans differ');
    return { loans, differing: found.differing };
  });
}

/** Posts the general ledger to the end of yesterday, once a day. */
async function postBooks(appContext: AppContext, brand: Brand): Promise<unknown> {
  const on = await lastEndedDay(appContext, brand);
  // An operator's command may have posted a later day.
  const through = await postedThrough(appContext.db, brand.id);
  if (through !== undefined && through > on) return;
  return oncePerDay(appContext, { name: 'books', brand: brand.id, day: on }, async (heartbeat) => {
    const { loans, journals, differing, refused, uncomputed } = await runBooks(
      appContext,
      brand,
      on,
      heartbeat,
    );
    if (differing.length + refused > 0)
      appContext.log.error(
        { brand: brand.id, differing: differing.slice(0, 20), refused, uncomputed },
        'books and loans differ',
      );
    return { loans, journals, differing: differing.length + refused };
  });
}

/** Reports whether everything that waits for a person is in their list. */
async function checkWork(appContext: AppContext): Promise<void> {
  const day = await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  await oncePerDay(appContext, { name: 'task check', brand: 'all', day }, async () => {
    const faults = await checkTasks(appContext.db);
    if (faults.length > 0) appContext.log.error({ faults }, 'tasks and their causes differ');
    return { differing: faults.length };
  });
}

/** The part without calls to providers. A server completes it before it reports ready. */
export async function runLocalWork(appContext: AppContext): Promise<void> {
  await actAs('system', () => runDailyWork(appContext));
}

/** The part with calls to providers, which may be unavailable or list thousands of entries, so nothing waits for it. */
export async function queryProviders(appContext: AppContext): Promise<void> {
  const { timeZone } = appContext.defaultBrand;
  await actAs('system', async () => {
    await logFailure(appContext, queryUnsettled(appContext));
    await logFailure(
      appContext,
      reconcile(appContext, timeZone, await appContext.clock.today(appContext.db, timeZone)),
    );
  });
}

async function runDailyWork(appContext: AppContext): Promise<void> {
  await logFailure(appContext, removeOrphans(appContext));
  for (const brand of appContext.brands.values()) {
    const today = await appContext.clock.today(appContext.db, brand.timeZone);
    await logFailure(appContext, removeOldIdentity(appContext, brand));
    // Shifts are cell 0's.
    if (appContext.cell.id === 0) await logFailure(appContext, watchCoverage(appContext, brand.id));
    await logFailure(appContext, makeTrackingPartitions(appContext, today));
    await logFailure(
      appContext,
      inTransaction(appContext.db, (trx) => recordActivations(trx, brand.id)),
    );
    await logFailure(appContext, lapseOffers(appContext, brand.id, today));
    await logFailure(appContext, correctLapses(appContext, brand.id, today));
    await logFailure(appContext, refreshStatuses(appContext, brand.id, today, 'byTime'));
    await logFailure(appContext, refreshStatuses(appContext, brand.id, today, 'calculated'));
    await logFailure(appContext, refreshStatuses(appContext, brand.id, today, 'computedAhead'));
    await logFailure(
      appContext,
      inTransaction(appContext.db, (trx) =>
        lapseProposals(trx, brand.id, { today, now: appContext.clock.now() }),
      ),
    );
    await logFailure(appContext, judgePromises(appContext, brand, today));
    await logFailure(appContext, remindOfPromises(appContext, brand.id, today));
    await logFailure(appContext, refreshLateFigures(appContext.db, brand.id, today));
    await logFailure(appContext, queueDueMessages(appContext, brand, today));
    await logFailure(appContext, sendRequestedReminders(appContext, brand, today));
    await logFailure(appContext, eraseAccounts(appContext, brand.id, today));
    if (!appContext.config.sandbox) await logFailure(appContext, openDuties(appContext, brand, today));
    await logFailure(appContext, deleteByAge(appContext, brand, today));
  }
  await logFailure(appContext, releaseHeldPayouts(appContext));
  const today = await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  for (const work of [
    queueUnsent,
    checkRecentLedger,
    writeAuditCheckpoint,
    checkRecentAudit,
    checkStaffSignatures,
  ])
    await logFailure(appContext, work(appContext, today));
}

async function makeTrackingPartitions({ db }: AppContext, today: LocalDate): Promise<void> {
  for (const day of [today, addDays(today, 1)])
    await sql`select ensure_tracking_partition(${day}::date)`.execute(db);
}

/** Runs work whose failure must not stop lending or the start of a server. It is retried on the next run. */
async function logFailure(appContext: AppContext, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => appContext.log.error({ err: error }, 'daily work'));
}

/** Number of past days that the daily checks read again, to confirm that the database's constraints hold. */
const checkedDays = 3;
const checkedSince = (appContext: AppContext) =>
  new Date(appContext.clock.now().getTime() - checkedDays * 86_400_000);

async function checkRecentLedger(appContext: AppContext, today: LocalDate): Promise<void> {
  await oncePerDay(appContext, { name: 'ledger check', brand: 'all', day: today }, async () => {
    const broken = await brokenSince(appContext.db, checkedSince(appContext));
    if (broken > 0) appContext.log.error({ broken }, 'journals do not balance');
    return { broken };
  });
}

async function checkRecentAudit(appContext: AppContext, today: LocalDate): Promise<void> {
  await oncePerDay(appContext, { name: 'audit check', brand: 'all', day: today }, async () => {
    const check = await checkAudit(appContext.db, checkedSince(appContext));
    if (check.broken !== undefined) appContext.log.error({ checkpoint: check.broken }, auditLine(check));
    return { broken: check.broken === undefined ? 0 : 1 };
  });
}

async function checkStaffSignatures(appContext: AppContext, today: LocalDate): Promise<void> {
  await oncePerDay(appContext, { name: 'signature check', brand: 'all', day: today }, async () => {
    const { db, config, log } = appContext;
    const { approvals, signatures, faults } = await checkSignatures(
      db,
      checkedSince(appContext),
      config.sandbox,
    );
    if (faults.length > 0) log.error({ faults }, 'what the staff signed does not hold');
    return { approvals, signatures, broken: faults.length };
  });
}

/**
 * Ends offers that were not taken, and approved ones that were not withdrawn, in time: the order is then
 * refused. The borrower may apply again at once.
 */
function lapseOffers(appContext: AppContext, brand: string, today: LocalDate): Promise<void> {
  return updateOrders(appContext, {
    brand,
    condition: sql`status in ('applied', 'approved') and offer_lapses_on < ${today} and withdrawn_at is null`,
    by: sql`offer_lapses_on`,
    to: sql`status = 'rejected', apply_again_on = ${today}, decision = ${JSON.stringify({ approved: true, reasons: ['lapsed'] })}`,
  });
}

/**
 * Corrects the day from which borrowers with lapsed offers may apply again. It is in the future only after a server's clock was
 * wrong.
 */
function correctLapses(appContext: AppContext, brand: string, today: LocalDate): Promise<void> {
  return updateOrders(appContext, {
    brand,
    condition: sql`status = 'rejected' and apply_again_on > ${today} and decision -> 'reasons' ? 'lapsed'`,
    by: sql`apply_again_on`,
    to: sql`apply_again_on = ${today}`,
  });
}

/** Updates orders with one statement a batch. */
function updateOrders(
  appContext: AppContext,
  { to, ...which }: Pick<OrderChange, 'brand' | 'condition' | 'by'> & { readonly to: RawBuilder<unknown> },
): Promise<void> {
  return changeOrders(appContext, {
    ...which,
    size: updateBatch,
    change: (trx, orders) =>
      sql`update loan_order set ${to} where (borrower_id, id) in (${sql.join(
        orders.map((order) => sql`(${order.borrower_id}::uuid, ${order.id}::uuid)`),
      )})`.execute(trx),
  });
}

/** Orders to refresh: their status may have changed with the date, or a server with a wrong clock computed it. */
const due = {
  byTime: (today: LocalDate) => ({
    condition: sql<boolean>`status in ('active', 'dueSoon') and coalesce(next_status_check_on, '-infinity'::date) <= ${today}`,
    by: sql`coalesce(next_status_check_on, '-infinity'::date)`,
  }),
  /** On the first day on which prepayment is allowed, interest paid ahead is allocated again. */
  calculated: (today: LocalDate) => ({
    condition: sql<boolean>`status in ('overdue', 'settled') and next_status_check_on is not null and next_status_check_on <= ${today}`,
    by: sql`next_status_check_on`,
  }),
  computedAhead: (today: LocalDate) => ({
    condition: sql<boolean>`status in ('active', 'dueSoon', 'overdue') and status_computed_on > ${today}`,
    by: sql`status_computed_on`,
  }),
};

/** Tells the borrower that an arrangement is broken, and from which day on. */
async function notifyOfBreak(trx: Db, appContext: AppContext, order: Order, today: LocalDate): Promise<void> {
  const current = position(order.terms, engineEvents(await loadEvents(trx, order)), today);
  const { state, brokenOn } = current.arrangement ?? {};
  if (state !== 'broken' || !brokenOn) return;
  await notify(trx, appContext, order, {
    kind: 'arrangementBroken',
    event: `arrangement ended ${order.event_count}`,
    values: { amount: current.due, date: brokenOn },
  });
}

/** Refreshes orders' statuses, and posts what a day changed. */
function refreshStatuses(
  appContext: AppContext,
  brand: string,
  today: LocalDate,
  condition: keyof typeof due,
): Promise<void> {
  return changeOrders(appContext, {
    brand,
    ...due[condition](today),
    size: refreshBatch,
    async change(trx, orders) {
      const left = await refreshTogether(trx, orders, { today, now: appContext.clock.now() });
      for (const { id, borrower_id } of left) {
        const order = await lockOrder(trx, borrower_id, id);
        const events = await loadEvents(trx, order);
        const moment = { brand: brandOf(appContext, order), today, now: appContext.clock.now() };
        await postDifferences(trx, order, events, moment);
        const refreshed = await refreshOrder(trx, order, events, moment);
        const ended = await recordEnd(trx, refreshed, events, moment);
        if (ended.event_count > refreshed.event_count) await notifyOfBreak(trx, appContext, ended, today);
      }
    },
  });
}
