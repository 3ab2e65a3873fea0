import { addDays, type LocalDate } from '@hiram/loan';
import type { Selectable } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Database } from '../db/schema.ts';
import type { House } from '../house.ts';
import { newId } from './ids.ts';
import type { Order } from './loans.ts';
import { announcePayment } from './paid-by-hand.ts';
import { receive } from './payments.ts';

export type Transfer = Selectable<Database['utr_submission']>;

/** Who tells of transfers: a person with the bank's statement. */
const teller = 'transfer';
/** A transfer may have been made some days before it was told of; older ones are for a person to look at. */
const daysBack = 14;
/** References under review that one order may have. */
const mostOpen = 5;

/** A bank's reference as one text however it was typed: letters and digits, large. Undefined for what can be none. */
export function normalUtr(typed: string): string | undefined {
  const compact = typed.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z0-9]{8,30}$/.test(compact) ? compact : undefined;
}

export interface NewTransfer {
  readonly channel: string;
  readonly utr: string;
  readonly amount: number;
  readonly pictureId: string | undefined;
  readonly today: LocalDate;
  readonly now: Date;
}

/** Keeps the reference of a transfer for review. A reference counts once in the brand, whoever sent it. */
export async function submitTransfer(
  trx: Db,
  order: Order,
  transfer: NewTransfer,
): Promise<'kept' | 'usedUtr' | 'tooManyReferences'> {
  const { channel, utr, amount, pictureId, today, now } = transfer;
  const { open } = await trx
    .selectFrom('utr_submission')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('state', '=', 'review')
    .executeTakeFirstOrThrow();
  if (open >= mostOpen) return 'tooManyReferences';
  const codeId = await announcePayment(trx, order, {
    means: 'transfer',
    provider: teller,
    channel,
    amount,
    today: addDays(today, -daysBack),
    now,
  });
  const kept = await trx
    .insertInto('utr_submission')
    .values({
      borrower_id: order.borrower_id,
      id: newId(),
      brand: order.brand,
      order_id: order.id,
      code_id: codeId,
      channel,
      utr,
      amount,
      picture_id: pictureId ?? null,
      sent_on: today,
      sent_at: now,
    })
    .onConflict((conflict) => conflict.columns(['brand', 'utr']).where('state', '<>', 'refused').doNothing())
    .executeTakeFirst();
  return kept.numInsertedOrUpdatedRows === 1n ? 'kept' : 'usedUtr';
}

/** The references sent for an order, newest first. */
export async function transfersOf(db: Db, order: Order): Promise<Transfer[]> {
  return db
    .selectFrom('utr_submission')
    .selectAll()
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .orderBy('sent_at', 'desc')
    .limit(20)
    .execute();
}

/**
 * A person found the transfer on the bank's statement, or did not. What was found is posted as any payment, with what the
 * statement says. False where nothing of that reference waits.
 */
export async function reviewTransfer(
  trx: Db,
  house: House,
  review: {
    brand: string;
    utr: string;
    accepted: boolean;
    /** Cents and day of the bank's statement. */
    amount: number | undefined;
    paidOn: LocalDate;
    reason: string | undefined;
    now: Date;
  },
): Promise<boolean> {
  const found = await trx
    .selectFrom('utr_submission')
    .selectAll()
    .where('brand', '=', review.brand)
    .where('utr', '=', review.utr)
    .where('state', '=', 'review')
    .forUpdate()
    .executeTakeFirst();
  if (!found) return false;
  await trx
    .updateTable('utr_submission')
    .set({
      state: review.accepted ? 'accepted' : 'refused',
      reason: review.reason ?? null,
      decided_at: review.now,
    })
    .where('borrower_id', '=', found.borrower_id)
    .where('id', '=', found.id)
    .execute();
  if (review.accepted)
    await receive(trx, house, {
      provider: teller,
      paymentId: `${review.brand}:${found.utr}`,
      reference: found.code_id,
      amount: review.amount ?? found.amount,
      paidOn: review.paidOn,
    });
  return true;
}
