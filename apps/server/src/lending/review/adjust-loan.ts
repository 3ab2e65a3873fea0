import { asId, type BorrowerId, type OrderId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { v5, validate } from 'uuid';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { appendEvent } from '../loans/append-event.ts';
import { findOrder, loadEvents, loadOrder, lockOrder, type Order } from '../loans/order-store.ts';
import {
  type Adjustment,
  buckets,
  CannotAdjust,
  type LoanSituation,
  plannedEvent,
  situationOf,
} from './adjustment.ts';

/**
 * The reference of a decision (a memo's number, the bank's reference of a refund), its reason, and the two
 * persons who stand for it.
 */
export interface Grounds {
  readonly reference: string;
  readonly reason: string;
  readonly by: string;
  readonly second: string;
}

/** The current state of an order. Throws CannotAdjust for an unknown order. */
export async function loanSituation(appContext: AppContext, orderId: OrderId): Promise<LoanSituation> {
  const { borrower_id } = await ownerOf(appContext.db, orderId);
  const order = await loadOrder(appContext.db, borrower_id, orderId);
  const stored = await loadEvents(appContext.db, order);
  return situationOf({ order, stored, today: await todayOf(appContext, appContext.db, order) });
}

/**
 * Books a decision about a loan from the shell, as of today: a waiver, a refund of the borrower's credit, or a write-off of the
 * principal in the books (the debt remains). The database accepts it with the login of the schema's owner alone: `db` of
 * `appContext` must be that. Idempotent by the order's reference. Throws CannotAdjust with the reason.
 */
export async function adjustLoan(
  appContext: AppContext,
  orderId: OrderId,
  adjustment: Adjustment,
  grounds: Grounds,
): Promise<'done' | 'repeated'> {
  const { borrower_id } = await ownerOf(appContext.db, orderId);
  return inTransaction(appContext.db, async (trx) => {
    const order = await lockOrder(trx, borrower_id, orderId);
    const today = await todayOf(appContext, trx, order);
    const stored = await loadEvents(trx, order);
    // The id is derived from order and reference, so that a repeated decision has the same id.
    const id = asId<'loanEvent'>(v5(`adjustment ${grounds.reference}`, orderId));
    const existing = stored.find(({ event }) => event.id === id);
    if (existing) {
      if (isSame(existing.event, adjustment)) return 'repeated';
      throw new CannotAdjust(`Another decision was booked under the reference ${grounds.reference}.`);
    }
    const event = await plannedEvent(trx, appContext, { order, stored, today }, adjustment);
    const [brand, now] = [brandOf(appContext, order), appContext.clock.now()];
    await appendEvent(trx, order, { ...event, id, note: { ...grounds } }, { brand, today, now });
    return 'done';
  });
}

async function ownerOf(db: Db, orderId: OrderId): Promise<{ borrower_id: BorrowerId }> {
  const found = validate(orderId) ? await findOrder(db, orderId) : undefined;
  if (!found) throw new CannotAdjust(`No order ${orderId}.`);
  return found;
}

function todayOf(appContext: AppContext, db: Db, order: Order): Promise<LocalDate> {
  return appContext.clock.today(db, brandOf(appContext, order).timeZone);
}

/** Reports whether a stored event is of the kind and the amounts of a decision. */
function isSame(event: { readonly kind: string }, adjustment: Adjustment): boolean {
  if (event.kind !== adjustment.kind) return false;
  const wanted: object =
    adjustment.kind === 'waived'
      ? adjustment.amounts
      : adjustment.kind === 'refunded'
        ? { amount: adjustment.amount }
        : {};
  return [...buckets, 'amount'].every((field) => Reflect.get(event, field) === Reflect.get(wanted, field));
}
