import type { ApprovalId, PictureId, TransferId } from '@hiram/contract/ids';
import { addDays, type LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { CannotResolve } from '../../../platform/errors/cannot-resolve.ts';
import { newId } from '../../../platform/ids.ts';
import type { Order } from '../../loans/order-store.ts';
import { closeTask, dueAfter, openTask } from '../../tasks.ts';
import { announcePayment } from '../codes/payment-means.ts';
import { recordedPayment } from '../payment-store.ts';
import { receivePayment } from '../payments.ts';
import { reverse } from '../reversals/reversals.ts';
import { recogniseLines } from '../statements/statement-lines.ts';
import {
  competingClaims,
  isPostedByLine,
  lockTransfer,
  type Transfer,
  transferPaymentId,
} from './transfer-claims.ts';

/** The provider name of transfers, which a reviewer reads from the bank's statement. */
const transferProvider = 'transfer';
/** Maximum age of a transfer, in days, when the borrower submits it. Older ones are held for review. */
const maxDaysBack = 14;
/** Maximum number of references of one order under review. */
const maxOpenReferences = 5;

/** Normalizes a bank reference to upper-case letters and digits. Undefined if it cannot be one. */
export function normalUtr(typed: string): string | undefined {
  const compact = typed.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z0-9]{8,30}$/.test(compact) ? compact : undefined;
}

export interface NewTransfer {
  readonly channel: string;
  readonly utr: string;
  readonly amount: number;
  readonly pictureId: PictureId | undefined;
  readonly today: LocalDate;
  readonly now: Date;
}

/**
 * Stores the reference of a transfer for review. Claims of other orders for the same reference are stored too: the reviewer
 * decides whose it is. An order can claim a reference once.
 */
export async function submitTransfer(
  trx: Db,
  order: Order,
  transfer: NewTransfer,
): Promise<'kept' | 'usedUtr' | 'tooManyReferences'> {
  const { channel, utr, amount, pictureId, today, now } = transfer;
  const ownClaim = await trx
    .selectFrom('utr_submission')
    .select('id')
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('utr', '=', utr)
    .where('state', '<>', 'rejected')
    .executeTakeFirst();
  if (ownClaim) return 'usedUtr';
  const { openCount } = await trx
    .selectFrom('utr_submission')
    .select((eb) => eb.fn.countAll<number>().as('openCount'))
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('state', '=', 'review')
    .executeTakeFirstOrThrow();
  if (openCount >= maxOpenReferences) return 'tooManyReferences';
  const codeId = await announcePayment(trx, order, {
    means: 'transfer',
    provider: transferProvider,
    channel,
    amount,
    today: addDays(today, -maxDaysBack),
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
    utr,
    amount,
    picture_id: pictureId ?? null,
    sent_on: today,
    sent_at: now,
  };
  // A payment of the reference that was reversed for another claim still has its id.
  const former = await recordedPayment(trx, {
    provider: transferProvider,
    paymentId: transferPaymentId({ ...claim, is_rival: false }),
  });
  const inserted = await trx
    .insertInto('utr_submission')
    .values({ ...claim, is_rival: former !== undefined })
    .onConflict((conflict) =>
      conflict
        .columns(['brand', 'utr'])
        // In full: a parameter would match no index once the plan is kept.
        .where((eb) => eb.and([eb('state', '<>', sql.lit('rejected')), eb.not('is_rival')]))
        .doNothing(),
    )
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n)
    await trx
      .insertInto('utr_submission')
      .values({ ...claim, is_rival: true })
      .execute();
  await openTask(trx, {
    kind: 'transfer',
    subjectId: id,
    brand: order.brand,
    borrowerId: order.borrower_id,
    orderId: order.id,
    amount,
    dueAt: dueAfter('transfer', now),
    now,
  });
  return 'kept';
}

/** The references submitted for an order, newest first. At most 20. */
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

/** A reviewer's decision on the claims of a reference. */
interface TransferReview {
  readonly brand: string;
  readonly utr: string;
  /** The id of the claim; without it, the oldest claim under review. */
  readonly id?: TransferId | undefined;
  readonly accepted: boolean;
  /** Cents, from the bank's statement; `paidOn` is its day. */
  readonly amount: number | undefined;
  readonly paidOn: LocalDate;
  readonly reason: string | undefined;
  readonly now: Date;
  /** The approval by which a member of the staff decides. */
  readonly approvalId?: ApprovalId | undefined;
  /** The person who decided. */
  readonly by?: string | undefined;
  /** Reverses the payment of the claim that was accepted by mistake. */
  readonly reassign?: boolean | undefined;
}

/**
 * Records a reviewer's decision on a claim. An accepted claim is posted as a payment with the amount and day of the bank's
 * statement, and its rivals are refused. Returns false if no claim of the reference is under review. Throws CannotResolve if the
 * transfer was given to another claim and `reassign` is not set, or if its payment is neither posted nor held.
 */
export async function reviewTransfer(
  trx: Db,
  appContext: AppContext,
  review: TransferReview,
): Promise<boolean> {
  await lockTransfer(trx, review);
  const claim = await claimUnderReview(trx, review);
  if (!claim) return false;
  if (review.accepted && (await isPostedByLine(trx, claim)))
    throw new CannotResolve(`The line of the transfer ${claim.utr} was posted before: refuse this claim.`);
  if (review.accepted) await refuseRivals(trx, appContext, claim, review);
  await trx
    .updateTable('utr_submission')
    .set({
      state: review.accepted ? 'accepted' : 'rejected',
      reason: review.reason ?? null,
      decided_at: review.now,
      reviewed_by: review.by ?? null,
      approval_id: review.approvalId ?? null,
    })
    .where('borrower_id', '=', claim.borrower_id)
    .where('id', '=', claim.id)
    .execute();
  await closeTask(trx, { kind: 'transfer', subjectId: claim.id }, review.now);
  if (!review.accepted) return true;
  const outcome = await receivePayment(trx, appContext, {
    provider: transferProvider,
    paymentId: transferPaymentId(claim),
    reference: claim.code_id,
    amount: review.amount ?? claim.amount,
    paidOn: review.paidOn,
    approvalId: review.approvalId,
  });
  if (outcome !== 'posted' && outcome !== 'held')
    throw new CannotResolve(`The payment of the transfer ${claim.utr} cannot be posted: it is ${outcome}.`);
  await recogniseLines(trx, { transferId: claim.id }, review.now);
  return true;
}

function claimUnderReview(trx: Db, { brand, utr, id }: TransferReview): Promise<Transfer | undefined> {
  return trx
    .selectFrom('utr_submission')
    .selectAll()
    .where('brand', '=', brand)
    .where((eb) => (id === undefined ? eb('utr', '=', utr) : eb('id', '=', id)))
    .where('state', '=', 'review')
    .orderBy('sent_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** Refuses the other claims of an accepted transfer: one transfer is one payment. */
async function refuseRivals(
  trx: Db,
  appContext: AppContext,
  claim: Transfer,
  review: TransferReview,
): Promise<void> {
  const rivals = await competingClaims(trx, claim);
  const acceptedClaim = rivals.find((rival) => rival.state === 'accepted');
  if (acceptedClaim && !review.reassign)
    throw new CannotResolve(
      `The transfer ${claim.utr} was given to the order ${acceptedClaim.order_id} (claim ${acceptedClaim.id}): refuse this claim, or post it instead of that one.`,
    );
  if (acceptedClaim)
    await reverse(trx, appContext, {
      provider: transferProvider,
      paymentId: transferPaymentId(acceptedClaim),
      isDecided: true,
    });
  if (rivals.length === 0) return;
  const rivalIds = rivals.map((rival) => rival.id);
  await trx
    .updateTable('utr_submission')
    .set({
      state: 'rejected',
      reason: 'usedElsewhere',
      decided_at: review.now,
      reviewed_by: review.by ?? null,
      approval_id: review.approvalId ?? null,
    })
    .where('id', 'in', rivalIds)
    .execute();
  for (const id of rivalIds) await closeTask(trx, { kind: 'transfer', subjectId: id }, review.now);
}
