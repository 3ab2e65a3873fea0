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
import { Card } from '../kit/layout/Card.tsx';
import { LineArt } from '../kit/layout/Icon.tsx';
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
  const { list, today } = call.state === 'ready' ? call.data : {};
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
          text={t`You will see here what we tell you about your loans: our decisions, when we send money, your payments and when the next one is due.`}
        />
      ) : null}
      {list && list.length > 0 ? (
        <p className={css.safe}>
          <LineArt
            path="M12 3l8 3v6c0 5-3.500 8-8 9.500C7.500 20 4 17 4 12V6zM8.500 12l2.500 2.500 4.500-5"
            size={24}
          />
          <span>
            {t`A message about your loan that is not here is not from us.`}{' '}
            <Link href={href(paths.complaint)}>{t`Report it`}</Link>
          </span>
        </p>
      ) : null}
      {byDay(list ?? []).map(([day, messages]) => (
        <section key={day}>
          <h2 className={css.day}>{day === today ? t`Today` : showDate(day)}</h2>
          <Card>
            {messages.map((message) => (
              <MessageRow
                key={message.messageId}
                message={message}
                isPast={list?.find(({ orderId }) => orderId === message.orderId) !== message}
              />
            ))}
          </Card>
        </section>
      ))}
    </Screen>
  );
}

/** Messages by their day, in the order of the list. */
function byDay(list: readonly Message[]): [string, Message[]][] {
  const days = new Map<string, Message[]>();
  for (const message of list)
    days.set(message.receivedOn, [...(days.get(message.receivedOn) ?? []), message]);
  return [...days];
}

const address = /(https?:\/\/\S+)/;

/** A text, in which the sentence before each address ends without it, and the addresses. */
function read(text: string): { readonly text: string; readonly addresses: readonly string[] } {
  const parts = text.split(address);
  const words = parts.filter((_, at) => at % 2 === 0).map((part) => part.trim().replace(/:$/, '.'));
  return { text: words.filter(Boolean).join(' '), addresses: parts.filter((_, at) => at % 2 === 1) };
}

function MessageRow({
  message,
  isPast,
}: {
  readonly message: Message;
  /** A newer message of the same loan says what holds now: this one no longer leads there. */
  readonly isPast: boolean;
}): ReactNode {
  const { t } = useLingui();
  const { title, receivedAt, isRead, channel, opens, orderId } = message;
  const names: Readonly<Record<string, string>> = {
    [paths.main]: t`Go to your loan`,
    [paths.complaint]: t`Tell us`,
    [paths.accountChange]: t`Undo the change`,
  };
  const own = {
    loan: { name: t`Go to your loan`, href: orderId ? href(paths.order, { orderId }) : href(paths.main) },
    offer: { name: t`Read it and answer`, href: href(paths.waysOut, orderId ? { orderId } : {}) },
    complaints: { name: t`Read the answer`, href: href(paths.complaintList) },
  };
  const sent = { sms: t`Text message and app`, email: t`E-mail and app`, push: t`Notification and app` };
  const { text, addresses } = read(message.text);
  return (
    <article className={css.message}>
      <ChannelIcon channel={channel ?? 'push'} />
      <div className={css.words}>
        <header className={css.head}>
          <h3 className={css.title}>{title}</h3>
          <span className={css.time}>{receivedAt}</span>
          {isRead ? null : (
            <span className={css.unread}>
              <span className="visually-hidden">{t`New`}</span>
            </span>
          )}
        </header>
        <p className={css.text}>{text}</p>
        {addresses.length > 0 ? (
          <div className={css.asks}>
            {addresses.map((ask) => (
              <a key={ask} className={css.action} href={ask}>
                {names[new URL(ask).pathname] ?? ask}
              </a>
            ))}
          </div>
        ) : null}
        {opens && addresses.length === 0 && !(isPast && opens === 'loan') ? (
          <Link className={css.action} href={own[opens].href}>
            {own[opens].name}
          </Link>
        ) : null}
        {channel ? <p className={css.time}>{sent[channel]}</p> : null}
      </div>
    </article>
  );
}
