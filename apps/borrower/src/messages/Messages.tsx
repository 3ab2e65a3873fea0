import { type Message, messageList, readMessages } from '@hiram/contract/messages';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { goBack } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { showDate } from '../app/settings/money.ts';
import { QuietArt } from '../art/QuietArt.tsx';
import { StatePanel } from '../kit/feedback/States.tsx';
import { Card, Pill } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { ChannelIcon } from '../lending/ChannelIcon.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Messages.module.css';

/** Messages of the lender to the borrower, the newest first. Once they are shown they count as read. */
export default function Messages(): ReactNode {
  const { t } = useLingui();
  const call = useCall(messageList, {});
  const { submit } = useSubmit(readMessages);
  const title = t`Messages`;
  useTitle(title);
  const list = call.state === 'ready' ? call.data.list : undefined;
  // The newest one: a message may arrive while the page is open.
  const unread = list?.find(({ isRead }) => !isRead)?.messageId;
  const marked = useRef<typeof unread>(undefined);
  useEffect(() => {
    if (unread === undefined || unread === marked.current) return;
    marked.current = unread;
    void submit({}, { quiet: true });
  }, [unread, submit]);
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      <CallPanel call={call} />
      {list?.length === 0 ? (
        <StatePanel
          art={<QuietArt />}
          title={t`No messages yet`}
          text={t`What we tell you about your loans stands here too: decisions, money on its way, payments and when the next one is due.`}
        />
      ) : null}
      {list && list.length > 0 ? (
        <Card>
          {list.map((message) => (
            <MessageRow key={message.messageId} message={message} />
          ))}
        </Card>
      ) : null}
      {list && list.length > 0 ? (
        <p className={css.foot}>
          {t`A message about your loan that is not here is not from us.`}{' '}
          <Link href={href(paths.complaint)}>{t`Report it`}</Link>
        </p>
      ) : null}
    </Screen>
  );
}

const address = /(https?:\/\/\S+)/;

function MessageRow({
  message: { title, text, receivedOn, receivedAt, isRead, channel },
}: {
  readonly message: Message;
}): ReactNode {
  const { t } = useLingui();
  const opens: Readonly<Record<string, string>> = {
    [paths.main]: t`Go to your loan`,
    [paths.complaint]: t`Tell us`,
    [paths.accountChange]: t`Undo the change`,
  };
  const sent = { sms: t`Text message and app`, email: t`E-mail and app`, push: t`Notification and app` };
  return (
    <article className={css.message}>
      <ChannelIcon channel={channel ?? 'push'} />
      <div className={css.words}>
        <h2 className={css.title}>
          {title}
          {isRead ? null : <Pill tone="info">{t`New`}</Pill>}
        </h2>
        <p className={css.day}>
          {showDate(receivedOn)}, {receivedAt}
          {channel ? ` · ${sent[channel]}` : ''}
        </p>
        <p className={css.text}>
          {text.split(address).map((part, at) =>
            at % 2 === 1 ? (
              <a key={part} href={part}>
                {opens[new URL(part).pathname] ?? part}
              </a>
            ) : (
              part
            ),
          )}
        </p>
      </div>
    </article>
  );
}
