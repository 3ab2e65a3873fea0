import type { OpenMatters } from '@hiram/contract/console/open-matters';
import type { BorrowerId, OrderId } from '@hiram/contract/ids';
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
  };
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
  const shown = (kind: 'reported' | 'held', rows: typeof held) =>
    rows.map(({ order_id, amount, at, reference }) => ({
      kind,
      orderId: order_id,
      amount,
      at: at.toISOString(),
      reference,
    }));
  return [...shown('reported', reported), ...shown('held', held)];
}
