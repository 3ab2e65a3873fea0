import { maxPromises, promiseDays } from '@hiram/contract/console/collections';
import type { ContactAttemptId, StaffId } from '@hiram/contract/ids';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { newIdOfRow } from '../../platform/database/statements/new-id-of-row.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { eachRow } from '../../platform/jobs/each-row.ts';
import { addStop } from '../contact/stops.ts';
import { engineEvents, loadEvents, lockOrder, type Order } from '../loans/order-store.ts';
import { owesNothingBy, promisesOfOrders } from '../loans/payment-promises.ts';
import { notify } from '../notices/notify.ts';
import { endOfBusinessDay } from '../tasks.ts';

interface NewPromise {
  /** Cents. */
  readonly amount: number;
  readonly dueOn: LocalDate;
  readonly contactId: ContactAttemptId;
  readonly staffId: StaffId;
  readonly brand: Brand;
  readonly today: LocalDate;
  readonly now: Date;
}

/** Stores a promise of a locked order. Until its day begins nobody reminds the borrower. */
export async function addPromise(
  trx: Db,
  { clock }: Pick<AppContext, 'clock'>,
  order: Order,
  promise: NewPromise,
): Promise<Rejection<'badPromise' | 'twoPromises'> | undefined> {
  const { amount, dueOn, contactId, staffId, brand, today, now } = promise;
  if (dueOn < today || dueOn > addDays(today, promiseDays))
    return reject('badPromise', { field: 'promise', values: { days: promiseDays } });
  const open = await trx
    .selectFrom('payment_promise')
    .select('id')
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('state', '=', 'open')
    .execute();
  if (open.length >= maxPromises) return reject('twoPromises', { field: 'promise' });
  await trx
    .insertInto('payment_promise')
    .values({
      borrower_id: order.borrower_id,
      id: newId<'promise'>(),
      order_id: order.id,
      brand: order.brand,
      amount,
      promised_on: today,
      due_on: dueOn,
      contact_id: contactId,
      promised_at: now,
    })
    .execute();
  if (dueOn > today)
    await addStop(trx, {
      borrower: order.borrower_id,
      kind: 'promise',
      until: await endOfBusinessDay(trx, clock, brand.timeZone, addDays(dueOn, -1)),
      staffId,
      now,
    });
  return undefined;
}

/** Days after its day in which a payment that arrives late, dated in time, still keeps a promise. */
const correctableDays = 10;

/** Queues a reminder of each promise whose day it is, once. Whether it is still to be paid is checked when it is sent. */
export async function remindOfPromises(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  brand: string,
  today: LocalDate,
): Promise<void> {
  const now = clock.now();
  await sql`insert into notice (borrower_id, id, order_id, kind, event, variables, state, created_at, send_after)
    select borrower_id, ${newIdOfRow()}, order_id, 'promiseDue', 'promise due ' || id,
      jsonb_build_object('amount', amount, 'left', amount, 'date', due_on), 'queued', ${now}, ${now}
    from payment_promise where brand = ${brand} and state = 'open' and due_on = ${today}
    on conflict do nothing`.execute(db);
}

/**
 * Reads off the loans' events which promises are kept, once their day is over, and again when something
 * happens to the loan in the days after it: a payment may arrive late or be reversed. Within the tolerance of
 * the loan a promise is kept. One whose loan has nothing to pay by its day, as after an extension, is
 * cancelled: nobody asks for it.
 */
export async function judgePromises(appContext: AppContext, brand: Brand, today: LocalDate): Promise<void> {
  const { db } = appContext;
  const days = Math.max(correctableDays, ...brand.channels.map(({ reversalDays }) => reversalDays));
  const due = await db
    .selectFrom('payment_promise')
    .selectAll()
    .where('brand', '=', brand.id)
    .where('due_on', '<', today)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'open'),
        eb.and([
          eb('due_on', '>=', addDays(today, -days)),
          // Events of the minutes before it was judged may have been stored after it.
          sql<boolean>`exists (select from loan_event event where event.borrower_id = payment_promise.borrower_id
            and event.order_id = payment_promise.order_id and event.arrived_at > payment_promise.closed_at - interval '10 minutes')`,
        ]),
      ]),
    )
    .orderBy('due_on')
    .execute();
  await eachRow(
    appContext,
    due,
    ({ id }) => ({ promise: id }),
    (promise) => inTransaction(db, (trx) => judgePromise(trx, appContext, promise)),
  );
}

/** Stores whether a promise whose day is over was kept. */
async function judgePromise(
  trx: Db,
  appContext: AppContext,
  promise: Selectable<Database['payment_promise']>,
): Promise<void> {
  const order = await lockOrder(trx, promise.borrower_id, promise.order_id);
  const found = (await promisesOfOrders(trx, [order])).find(({ id }) => id === promise.id);
  const paid = found?.paid ?? 0;
  const isKept = paid >= promise.amount - (order.terms.tolerance ?? 0);
  const state = isKept ? 'kept' : (await isOverBy(trx, order, promise.due_on)) ? 'cancelled' : 'broken';
  await trx
    .updateTable('payment_promise')
    .set({ state, paid, closed_at: appContext.clock.now() })
    .where('borrower_id', '=', promise.borrower_id)
    .where('id', '=', promise.id)
    .execute();
  // If a payment is reversed, a message of its own says so.
  if (state === 'broken' && promise.state === 'open')
    await notify(trx, appContext, order, {
      kind: 'promiseBroken',
      event: `promise broken ${promise.id}`,
      values: { amount: promise.amount, left: promise.amount - paid, date: promise.due_on },
    });
}

/** True if nothing is to be paid by a promise's day, also because the payout came back. */
async function isOverBy(trx: Db, order: Order, day: string): Promise<boolean> {
  if (order.disbursed_on === null) return true;
  return owesNothingBy(order.terms, engineEvents(await loadEvents(trx, order)), localDate(day));
}
