import * as calls from '@hiram/contract/messages';
import { formatTime } from '@hiram/loan/moments';
import type { Handler, Server } from '../../api/serve.ts';
import { isMessageKind } from '../../brands/messages/message-kinds.ts';
import { inboxRows, markRead } from '../../lending/notices/inbox.ts';
import { readValues, renderNotice } from '../../lending/notices/render.ts';
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
  { appContext, db, borrower, brand, lang, translate, now },
) => {
  const rows = await inboxRows(db, borrower.id);
  return {
    list: rows.flatMap(({ id, kind, variables, channel, shown_at, read_at }) =>
      isMessageKind(kind)
        ? {
            messageId: id,
            ...renderNotice(
              { brand, lang, translate },
              kind,
              readValues(variables),
              appContext.config.publicUrl,
            ),
            receivedOn: dayIn(brand.timeZone, shown_at ?? now),
            receivedAt: formatTime(shown_at ?? now, lang, brand.timeZone),
            isRead: read_at !== null,
            ...(channel && { channel }),
          }
        : [],
    ),
  };
};

const read: Handler<typeof calls.readMessages> = async (_input, { db, borrower, now }) => {
  await markRead(db, borrower.id, now);
  return {};
};
