import type { OrderId } from '@hiram/contract/ids';
import * as calls from '@hiram/contract/messages';
import { formatTime } from '@hiram/loan/moments';
import type { Handler, Server } from '../../api/serve.ts';
import { isMessageKind, kindOf, type MessageKindName } from '../../brands/messages/message-kinds.ts';
import { inboxRows, markRead } from '../../lending/notices/inbox.ts';
import { type Rendered, readValues, renderNotice } from '../../lending/notices/render.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { listPreferences, setPreference } from './preferences.ts';

/** Calls for the lender's messages to the borrower, and for the borrower's preferences. */
export function messageRoutes({ serve }: Server): void {
  serve(calls.messageList, listMessages);
  serve(calls.readMessages, read);
  serve(calls.messagePreferences, listPreferences);
  serve(calls.setMessagePreference, setPreference);
}

const listMessages: Handler<typeof calls.messageList> = async (
  _input,
  { appContext, db, borrower, brand, lang, translate, now, today },
) => {
  const rows = await inboxRows(db, borrower.id);
  return {
    today: await today(),
    list: rows.flatMap(({ id, kind, variables, channel, shown_at, read_at, order_id }) =>
      isMessageKind(kind)
        ? {
            messageId: id,
            ...withoutSender(
              brand.names.english,
              renderNotice(
                { brand, lang, translate },
                kind,
                readValues(variables),
                appContext.config.publicUrl,
              ),
            ),
            receivedOn: dayIn(brand.timeZone, shown_at ?? now),
            receivedAt: formatTime(shown_at ?? now, lang, brand.timeZone),
            isRead: read_at !== null,
            ...(channel && { channel }),
            ...opensOf(kind, order_id),
          }
        : [],
    ),
  };
};

const read: Handler<typeof calls.readMessages> = async (_input, { db, borrower, now }) => {
  await markRead(db, borrower.id, now);
  return {};
};

/** The loan stands on messages that open nothing too: they are newer than what an older one asked for. */
function opensOf(kind: MessageKindName, orderId: OrderId | null) {
  const { opens } = kindOf(kind);
  return { ...(opens && { opens }), ...(orderId && { orderId }) };
}

/** In the lender's own app no message needs the lender's name before its text. */
function withoutSender(name: string, { title, text }: Rendered): Rendered {
  const prefix = `${name}: `;
  if (!text.startsWith(prefix)) return { title, text };
  const rest = text.slice(prefix.length);
  return { title, text: rest.charAt(0).toUpperCase() + rest.slice(1) };
}
