import type { OpenMatters } from '@hiram/contract/console/open-matters';
import type { ActionName } from '@hiram/contract/console/rights';
import { asId, type BorrowerId, type OrderId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { translateToEnglish } from '../../brands/texts/translate.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { complaintTypes, titleOf } from './kinds.ts';

const maxRows = 20;

/**
 * The unanswered complaints about a loan, or about any loan of the borrower, and the money that waits for a
 * person's decision.
 */
export async function openMatters(db: Db, borrowerId: BorrowerId, orderId?: OrderId): Promise<OpenMatters> {
  const complaints = await db
    .selectFrom('complaint')
    .select(['id', 'reference', 'type', 'promised_by'])
    .where('borrower_id', '=', borrowerId)
    .where('answered_at', 'is', null)
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? null))
    .orderBy('promised_by')
    .limit(maxRows)
    .execute();
  const types = complaintTypes(translateToEnglish);
  return {
    complaints: complaints.map((row) => ({
      complaintId: row.id,
      reference: row.reference,
      type: titleOf(types, row.type),
      promisedBy: row.promised_by,
    })),
    waiting: await waitingMoney(db, borrowerId, orderId),
    requests: await waitingRequests(db, borrowerId, orderId),
    reviews: await waitingReviews(db, borrowerId, orderId),
  };
}

/** Actions about the loan, or about the borrower and any loan of theirs, that wait for a second person. */
export async function waitingRequests(
  db: Db,
  borrowerId: BorrowerId,
  orderId?: OrderId,
): Promise<OpenMatters['requests']> {
  const orders = db
    .selectFrom('loan_order')
    .select(sql<string>`id::text`.as('id'))
    .where('borrower_id', '=', borrowerId);
  const rows = await db
    .selectFrom('approval')
    .innerJoin('staff', 'staff.id', 'approval.requested_by')
    .select(['approval.id', 'action', 'subject', 'subject_id', 'amount', 'requested_at', 'staff.name'])
    .where('approval.state', '=', 'waiting')
    .where((eb) =>
      orderId === undefined
        ? eb.or([eb('subject_id', 'in', orders), eb('subject_id', '=', borrowerId)])
        : eb('subject_id', '=', orderId),
    )
    .orderBy('requested_at')
    .limit(maxRows)
    .execute();
  return rows.map(({ id, action, subject, subject_id, amount, requested_at, name }) => ({
    approvalId: id,
    action: action as ActionName,
    ...(subject === 'borrower' ? {} : { orderId: asId<'order'>(subject_id) }),
    ...(amount === null ? {} : { amount }),
    by: name,
    at: requested_at.toISOString(),
  }));
}

/** What waits for a reviewer. */
export async function waitingReviews(
  db: Db,
  borrowerId: BorrowerId,
  orderId?: OrderId,
): Promise<OpenMatters['reviews']> {
  const rows = await db
    .selectFrom('review')
    .select(['id', 'order_id', 'kind', 'reasons', 'opened_at'])
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'waiting')
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? null))
    .orderBy('opened_at')
    .limit(maxRows)
    .execute();
  return rows.map(({ id, order_id, kind, reasons, opened_at }) => ({
    reviewId: id,
    orderId: order_id,
    kind,
    reasons,
    at: opened_at.toISOString(),
  }));
}

/** Transfers that the borrower reported and payments that are held, the newest first. */
export async function waitingMoney(
  db: Db,
  borrowerId: BorrowerId,
  orderId?: OrderId,
): Promise<OpenMatters['waiting']> {
  const reported = await db
    .selectFrom('utr_submission')
    .select(['order_id', 'amount', 'sent_at as at', 'utr as reference'])
    .select(
      sql<boolean>`not is_rival and exists (select from statement_line line where line.brand = utr_submission.brand
        and line.reference = utr and line.amount = utr_submission.amount
        and transfer_id is null and payment_id is null and set_aside_by is null)`.as('isAtBank'),
    )
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'review')
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? null))
    .orderBy('sent_at', 'desc')
    .limit(maxRows)
    .execute();
  const held = await db
    .selectFrom('payment')
    .select(['order_id', 'amount', 'received_at as at', 'provider_payment_id as reference'])
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'held')
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? null))
    .orderBy('received_at', 'desc')
    .limit(maxRows)
    .execute();
  const shown = (
    kind: 'reported' | 'held',
    rows: readonly ((typeof held)[number] & { isAtBank?: boolean })[],
  ) =>
    rows.map(({ order_id, amount, at, reference, isAtBank }) => ({
      kind,
      orderId: order_id,
      amount,
      at: at.toISOString(),
      reference,
      ...(isAtBank && { isAtBank }),
    }));
  return [...shown('reported', reported), ...shown('held', held)];
}
