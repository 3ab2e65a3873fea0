import type { BorrowerId, NoticeId, OrderId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { kindOf, type MessageKindName, type MessageValues } from '../../brands/messages/message-kinds.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { NoticeState } from '../../platform/database/schema/messages/notices.ts';
import { newId } from '../../platform/ids.ts';

/** The addressee of a message, and its order; without `id` it is about none. */
interface NoticeAbout {
  readonly borrower_id: BorrowerId;
  readonly id?: OrderId;
}

export interface NewNotice {
  readonly kind: MessageKindName;
  /** The event: the borrower is told once of each event of an order, or of their own. */
  readonly event: string;
  readonly values: MessageValues;
}

/**
 * Tells a borrower something, in the transaction of its cause: at once in the inbox, unless it asks for
 * money, then by a job through the first channel that takes it. What became false meanwhile is dropped.
 */
export async function notify(
  trx: Db,
  appContext: Pick<AppContext, 'clock' | 'jobs'>,
  { borrower_id: borrowerId, id: orderId }: NoticeAbout,
  { kind, event, values }: NewNotice,
): Promise<void> {
  const now = appContext.clock.now();
  const noticeId: NoticeId = newId();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('notice')
    .values({
      borrower_id: borrowerId,
      id: noticeId,
      order_id: orderId ?? null,
      kind,
      event,
      variables: JSON.stringify(values),
      state: 'queued',
      created_at: now,
      // What asks for money is shown once the guard allows it.
      shown_at: kindOf(kind).purpose === 'service' ? now : null,
      send_after: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) await appContext.jobs.send(trx, 'notice', { borrowerId, noticeId });
}

/** The state of a message that is not sent any more: what a channel may have brought stands in the inbox for good. */
export const dropped = sql<NoticeState>`case when exists (select from delivery tried
  where tried.borrower_id = notice.borrower_id and tried.notice_id = notice.id) then 'inbox' else 'dropped' end`;
