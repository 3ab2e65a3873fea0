import type { listMessages } from '@hiram/contract/console/money-in';
import { sql } from 'kysely';
import type { StaffHandler } from '../access/serve-staff.ts';
import { shownMessage, waitingMessages } from './message-rows.ts';

const pageSize = 50;

/** One page of the messages that wait. */
export const showMessages: StaffHandler<typeof listMessages> = async ({ outcome, after }, request) => {
  const { db, brand } = request;
  const condition = after
    ? sql`and outcome = ${outcome} and (message.received_at, message.provider || '/' || message_id) >
        (${new Date(after.receivedAt)}, ${after.messageId})`
    : sql`and outcome = ${outcome}`;
  const rows = await waitingMessages(db, brand, condition, pageSize + 1);
  const messages = rows.slice(0, pageSize).flatMap((row) => shownMessage(row) ?? []);
  return { messages, isLast: rows.length <= pageSize };
};
