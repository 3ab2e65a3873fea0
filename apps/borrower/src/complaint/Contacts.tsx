import {
  type ContactsOfLender,
  contactsOfLender,
  doNotCall,
  objectToContact,
} from '@hiram/contract/complaint';
import { formatMoment } from '@hiram/loan/moments';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { goBack } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { QuietArt } from '../art/QuietArt.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { StatePanel } from '../kit/feedback/States.tsx';
import { Card, Pill } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { ChannelIcon } from '../lending/ChannelIcon.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Contacts.module.css';

type Contact = ContactsOfLender['list'][number];

/** The lender's attempts to reach the borrower, with the way to object. */
export default function Contacts(): ReactNode {
  const { t } = useLingui();
  const call = useCall(contactsOfLender, {});
  const [wrong, setWrong] = useState<Contact | undefined>(undefined);
  const title = t`Who contacted me`;
  useTitle(title);
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' ? (
        <>
          <Limits contacts={call.data} />
          {call.data.list.length === 0 ? (
            <StatePanel
              art={<QuietArt />}
              title={t`Nobody has contacted you`}
              text={
                <>
                  {t`You will see here each call, visit and message about a late payment, and who it was. You can tell us if it was wrong.`}{' '}
                  {t`What we send automatically stands under Messages.`}{' '}
                  <Link href={href(paths.messages)}>{t`See messages`}</Link>
                </>
              }
            />
          ) : (
            <Card>
              {call.data.list.map((contact) => (
                <Attempt key={contact.contactId} contact={contact} onWrong={() => setWrong(contact)} />
              ))}
            </Card>
          )}
          <DoNotCall isPossible={call.data.canStopCalls} onChanged={call.retry} />
          {wrong ? (
            <Objection
              contact={wrong}
              kinds={call.data.kinds}
              onDone={() => {
                setWrong(undefined);
                call.retry();
              }}
              onClose={() => setWrong(undefined)}
            />
          ) : null}
        </>
      ) : null}
    </Screen>
  );
}

function Limits({ contacts }: { readonly contacts: ContactsOfLender }): ReactNode {
  const { t } = useLingui();
  const { thisWeek, mostAWeek, hours } = contacts;
  return (
    <div className={css.limits}>
      <b>{t`This week: ${thisWeek} of at most ${mostAWeek}`}</b>
      <span className={css.week} aria-hidden="true">
        {Array.from({ length: mostAWeek }, (_, index) => index).map((index) => (
          <i key={index} data-used={index < thisWeek ? '' : undefined} />
        ))}
      </span>
      <small>{t`Only from ${hours.from}:00 to ${hours.until}:00. These are our own hours, and they always hold.`}</small>
    </div>
  );
}

function useWords() {
  const { t } = useLingui();
  return {
    channels: {
      call: t`Call`,
      sms: t`Text message`,
      email: t`E-mail`,
      push: t`Notification`,
      visit: t`Visit`,
    },
    answered: { borrower: t`you spoke`, another: t`someone else answered`, nobody: t`not answered` },
    by: (contact: Contact) =>
      contact.by === 'agency'
        ? t`${contact.agency}, for us`
        : contact.by === 'staff'
          ? t`Our collections`
          : t`Automatic message of ours`,
  };
}

function Attempt({
  contact,
  onWrong,
}: {
  readonly contact: Contact;
  readonly onWrong: () => void;
}): ReactNode {
  const { t, i18n } = useLingui();
  const words = useWords();
  const answered = contact.channel === 'call' || contact.channel === 'visit' ? contact.answeredBy : 'unknown';
  return (
    <div className={css.attempt}>
      <ChannelIcon channel={contact.channel} />
      <div className={css.what}>
        <b>
          {words.channels[contact.channel]}
          {answered === 'unknown' ? null : <>, {words.answered[answered]}</>}
        </b>
        <time dateTime={contact.at}>{formatMoment(new Date(contact.at), i18n.locale, contact.timeZone)}</time>
        <span>{words.by(contact)}</span>
        {contact.complaint ? (
          <Link
            className={css.wrong}
            href={href(paths.complainDetails, { problemId: contact.complaint.complaintId })}
          >
            <Pill tone="warning">{t`You said: wrong`}</Pill> {contact.complaint.reference}
          </Link>
        ) : (
          <button type="button" className={css.wrong} onClick={onWrong}>
            {t`This was wrong`}
          </button>
        )}
      </div>
    </div>
  );
}

/** An objection to an attempt: one of the kinds, and words if the borrower wants. */
function Objection({
  contact,
  kinds,
  onDone,
  onClose,
}: {
  readonly contact: Contact;
  readonly kinds: ContactsOfLender['kinds'];
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  const id = useId();
  const [kind, setKind] = useState(kinds[kinds.length - 1]?.value ?? 0);
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState('');
  const { submit, busy } = useSubmit(objectToContact);
  const send = async () => {
    const answer = await submit({ contactId: contact.contactId, subtype: kind, words });
    if (answer?.ok) onDone();
    else if (answer) setProblem(answer.message);
  };
  return (
    <Dialog look="sheet" title={t`What was wrong?`} closeLabel={t`Close`} onClose={onClose} maskCloses>
      <label htmlFor={`${id}-kind`}>{t`It was about`}</label>
      <select
        id={`${id}-kind`}
        className={css.select}
        value={kind}
        onChange={(event) => setKind(Number(event.target.value))}
      >
        {kinds.map(({ title, value }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-words`}>{t`In your words, if you want`}</label>
      <textarea
        id={`${id}-words`}
        className={css.select}
        rows={3}
        maxLength={160}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {problem ? <p role="alert">{problem}</p> : null}
      <Button busy={busy} onTap={() => void send()}>
        {t`Send the complaint`}
      </Button>
    </Dialog>
  );
}

function DoNotCall({
  isPossible,
  onChanged,
}: {
  readonly isPossible: boolean;
  readonly onChanged: () => void;
}): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(doNotCall);
  if (!isPossible) return <p className={css.limits}>{t`We do not call you. We write instead.`}</p>;
  const stop = async () => {
    if (await submit({})) onChanged();
  };
  return (
    <>
      <Button look="secondary" busy={busy} onTap={() => void stop()}>
        {t`Do not call me`}
      </Button>
      <p className={css.consequence}>{t`From then on we only write to you. What you owe stays as it is.`}</p>
    </>
  );
}
