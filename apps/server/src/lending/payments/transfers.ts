import { addDays, type LocalDate } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import { newId } from '../../platform/ids.ts';
import type { Order } from '../loans/loans.ts';
import { announcePayment } from './paid-by-hand.ts';
import { receive } from './payments.ts';
import { reverse } from './reversals.ts';

export type Transfer = Selectable<Database['utr_submission']>;

/** Who tells of transfers: a person with the bank's statement. */
const teller = 'transfer';
/** A transfer may have been made some days before it was told of; older ones are for a person to look at. */
const daysBack = 14;
/** References under review that one order may have. */
const maxOpen = 5;

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

/** A claim's reference as the bank has it: later claims of one reference bear their own id behind it. */
export const bankReference = (utr: string) => utr.split(' ')[0] ?? utr;

/**
 * Keeps the reference of a transfer for review. Whoever claims it too is kept beside the first: the person who looks decides
 * whose it is. One order claims a reference once. A transfer counts once in the brand.
 */
export async function submitTransfer(
  trx: Db,
  order: Order,
  transfer: NewTransfer,
): Promise<'kept' | 'usedUtr' | 'tooManyReferences'> {
  const { channel, utr, amount, pictureId, today, now } = transfer;
  const own = await trx
    .selectFrom('utr_submission')
    .select('id')
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where((eb) => eb.or([eb('utr', '=', utr), eb('utr', 'like', `${utr} %`)]))
    .where('state', '<>', 'refused')
    .executeTakeFirst();
  if (own) return 'usedUtr';
  const { open } = await trx
    .selectFrom('utr_submission')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('state', '=', 'review')
    .executeTakeFirstOrThrow();
  if (open >= maxOpen) return 'tooManyReferences';
  const codeId = await announcePayment(trx, order, {
    means: 'transfer',
    provider: teller,
    channel,
    amount,
    today: addDays(today, -daysBack),
    now,
  });
  const id = newId();
  const claim = {
    borrower_id: order.borrower_id,
    id,
    brand: order.brand,
    order_id: order.id,
    code_id: codeId,
    channel,
    amount,
    picture_id: pictureId ?? null,
    sent_on: today,
    sent_at: now,
  };
  const first = await trx
    .insertInto('utr_submission')
    .values({ ...claim, utr })
    .onConflict((conflict) => conflict.columns(['brand', 'utr']).where('state', '<>', 'refused').doNothing())
    .executeTakeFirst();
  if (first.numInsertedOrUpdatedRows === 0n)
    await trx
      .insertInto('utr_submission')
      .values({ ...claim, utr: `${utr} ${id}` })
      .execute();
  return 'kept';
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

/** Claims of one transfer are decided one after the other: before any of their rows is locked. */
export async function takeTurn(trx: Db, { brand, utr }: Pick<Transfer, 'brand' | 'utr'>): Promise<void> {
  const turn = `transfer ${brand} ${bankReference(utr)}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(trx);
}

/** Who else claims the reference of a claim: under review, or found to be theirs. */
export async function rivalClaims(
  db: Db,
  claim: Pick<Transfer, 'id' | 'brand' | 'utr'>,
): Promise<readonly Pick<Transfer, 'id' | 'borrower_id' | 'order_id' | 'state' | 'utr'>[]> {
  const reference = bankReference(claim.utr);
  return db
    .selectFrom('utr_submission')
    .select(['id', 'borrower_id', 'order_id', 'state', 'utr'])
    .where('brand', '=', claim.brand)
    .where('id', '<>', claim.id)
    .where('state', '<>', 'refused')
    .where((eb) => eb.or([eb('utr', '=', reference), eb('utr', 'like', `${reference} %`)]))
    .orderBy('sent_at')
    .execute();
}

/**
 * A person found the transfer on the bank's statement, or did not. What was found is posted as any payment, with what the
 * statement says. False where nothing of that reference waits.
 */
export async function reviewTransfer(
  trx: Db,
  appContext: AppContext,
  review: {
    brand: string;
    utr: string;
    /** The claim, where several are of one reference; else the oldest that waits. */
    id?: string | undefined;
    accepted: boolean;
    /** Cents and day of the bank's statement. */
    amount: number | undefined;
    paidOn: LocalDate;
    reason: string | undefined;
    now: Date;
    /** The person who decided. */
    by?: string | undefined;
    /** It was given to another claim by mistake: that one's payment is taken back. */
    instead?: boolean | undefined;
  },
): Promise<boolean> {
  await takeTurn(trx, review);
  const found = await trx
    .selectFrom('utr_submission')
    .selectAll()
    .where('brand', '=', review.brand)
    .where((eb) =>
      review.id === undefined
        ? eb.or([eb('utr', '=', review.utr), eb('utr', 'like', `${review.utr} %`)])
        : eb('id', '=', review.id),
    )
    .where('state', '=', 'review')
    .orderBy('sent_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return false;
  const rivals = review.accepted ? await rivalClaims(trx, found) : [];
  const winner = rivals.find((rival) => rival.state === 'accepted');
  if (winner && !review.instead)
    throw new CannotResolve(
      `The transfer ${bankReference(found.utr)} was given to the order ${winner.order_id} (claim ${winner.id}): refuse this claim, or post it instead of that one.`,
    );
  if (winner)
    await reverse(trx, appContext, {
      provider: teller,
      paymentId: `${review.brand}:${winner.utr}`,
      on: review.paidOn,
    });
  // One transfer is one payment: whoever else claims it did not send it.
  if (rivals.length > 0)
    await trx
      .updateTable('utr_submission')
      .set({
        state: 'refused',
        reason: 'usedElsewhere',
        decided_at: review.now,
        reviewed_by: review.by ?? null,
      })
      .where(
        'id',
        'in',
        rivals.map((rival) => rival.id),
      )
      .execute();
  await trx
    .updateTable('utr_submission')
    .set({
      state: review.accepted ? 'accepted' : 'refused',
      reason: review.reason ?? null,
      decided_at: review.now,
      reviewed_by: review.by ?? null,
    })
    .where('borrower_id', '=', found.borrower_id)
    .where('id', '=', found.id)
    .execute();
  if (review.accepted)
    await receive(trx, appContext, {
      provider: teller,
      paymentId: `${review.brand}:${found.utr}`,
      reference: found.code_id,
      amount: review.amount ?? found.amount,
      paidOn: review.paidOn,
    });
  return true;
}
