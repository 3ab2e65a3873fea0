import { type ProblemDetail, problemDetail, saveScore } from '@hiram/contract/complaint';
import { asId, type ComplaintId } from '@hiram/contract/ids';
import { authorities } from '@hiram/visitor-pages/authorities';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { outsideLink } from '../app/host/outside-link.ts';
import { goBack } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { market } from '../app/settings/market.ts';
import { showDate } from '../app/settings/money.ts';
import { settings } from '../app/settings/settings.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Stars } from '../kit/controls/Stars.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Card, Pill, Rows } from '../kit/layout/Card.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { copyText } from '../kit/runtime/copy.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall, useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Complaint.module.css';
import { LenderQuestion } from './LenderQuestion.tsx';

/** CMP-16: milliseconds before the rating opens, so that the reply is read first. */
const ratingMs = 3_000;

/** One complaint as a conversation: the borrower's text, the reply, the rating (CMP-15 … CMP-17). */
export default function ComplainDetails(): ReactNode {
  const { t } = useLingui();
  const { problemId: id = '' } = usePage();
  const complaintId = asId<'complaint'>(id);
  const call = useCall(problemDetail, { complaintId });
  useTitle(t`Complaint`);
  return (
    <Screen title={t`Complaint`} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="form" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' ? <Details detail={call.data} /> : null}
    </Screen>
  );
}

const authority = authorities[settings.market];

interface DetailProps {
  readonly detail: ProblemDetail;
}

function Details({ detail }: DetailProps): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <Subject detail={detail} />
      <section className={`${css.said} ${css.yours}`} aria-label={t`Your words`}>
        <p className={css.words}>{detail.content}</p>
        <Pictures urls={detail.pictures} />
        <p className={css.muted}>{showDate(detail.receivedOn)}</p>
      </section>
      <Reply detail={detail} />
      {detail.question === undefined && (detail.answer !== '' || market.specifiedCopy) ? null : (
        <LenderQuestion complaintId={detail.complaintId} question={detail.question} />
      )}
      <h2 className={css.heading}>{t`What happened so far`}</h2>
      <ol className={css.history}>
        {detail.history.map((entry) => (
          <li key={`${entry.date} ${entry.text}`}>
            {entry.text} <span className={css.when}>{showDate(entry.date, 'short')}</span>
          </li>
        ))}
        {detail.answer === '' && !detail.overdue ? (
          <li className={css.next}>{t`We reply by ${showDate(detail.promisedBy, 'short')}`}</li>
        ) : null}
      </ol>
      {authority ? (
        <p className={css.muted}>
          {t`If our reply does not satisfy you, you can turn to the authority:`}{' '}
          <a className={css.again} {...outsideLink(authority.url)} rel="noopener noreferrer">
            {authority.name}
          </a>
        </p>
      ) : null}
      {detail.asksForRating ? <Rating complaintId={detail.complaintId} /> : null}
    </>
  );
}

/** The subject of the complaint and its number, which a tap copies. */
function Subject({ detail }: DetailProps): ReactNode {
  const { t } = useLingui();
  const copy = async () => {
    const copied = await copyText(detail.reference);
    if (copied) toast(t({ id: 'copied', message: 'Copied' }), { kind: 'success' });
  };
  return (
    <Card>
      {market.specifiedCopy ? null : (
        <p className={css.status}>
          {detail.answer === '' ? (
            <Pill tone="info">{t`We are looking into it`}</Pill>
          ) : (
            <Pill tone="positive">{t`Answered`}</Pill>
          )}
        </p>
      )}
      <Rows
        rows={[
          { text: t`About`, value: detail.type },
          ...(detail.subtype ? [{ text: t`What happened`, value: detail.subtype }] : []),
          ...(detail.productName ? [{ text: t`Loan`, value: detail.productName }] : []),
        ]}
      />
      <button type="button" className={css.reference} onClick={() => void copy()}>
        <span>
          <span className={css.muted}>{t`Complaint number`}</span> <b>{detail.reference}</b>
        </span>
        <span className="visually-hidden">{t`Copy`}</span>
        <Icon name="copy" size={20} />
      </button>
    </Card>
  );
}

/** The reply, or the day by which it is promised. */
function Reply({ detail }: DetailProps): ReactNode {
  const { t } = useLingui();
  // Nobody has answered yet: a receipt is no reply.
  const heading =
    detail.answer === '' && !detail.overdue && !market.specifiedCopy
      ? t`Automatic receipt`
      : t({ id: 'complaint.reply', message: 'Our reply' });
  return (
    <section className={`${css.said} ${css.ours}`} aria-label={heading}>
      <h2 className={css.saidHead}>{heading}</h2>
      {detail.answer !== '' ? (
        <>
          <p className={css.words}>{detail.answer}</p>
          <Pictures urls={detail.answerPictures} />
          <Link className={css.again} href={href(paths.complaint)}>{t`Not solved? Write again`}</Link>
        </>
      ) : (
        <p>
          {detail.overdue ? (
            <Trans>
              We promised a reply by {showDate(detail.promisedBy)} and are late. We are sorry. Call us if you
              cannot wait.
            </Trans>
          ) : (
            <Trans>We received it. A person answers it by {showDate(detail.promisedBy)}.</Trans>
          )}
        </p>
      )}
    </section>
  );
}

function Pictures({ urls }: { readonly urls: readonly string[] }): ReactNode {
  const { t } = useLingui();
  if (urls.length === 0) return null;
  return (
    <ul className={css.pictures}>
      {urls.map((url, index) => {
        const place = index + 1;
        return (
          <li key={url}>
            <img src={url} alt={t`Evidence ${place}`} loading="lazy" />
          </li>
        );
      })}
    </ul>
  );
}

/** CMP-16, CMP-17: opens after a delay. A tap outside does not close it. */
function Rating({ complaintId }: { readonly complaintId: ComplaintId }): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [stars, setStars] = useState(0);
  const { submit, busy } = useSubmit(saveScore);
  const refresh = useRefresh();
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), ratingMs);
    return () => clearTimeout(timer);
  }, []);
  if (!open) return null;
  const close = () => setOpen(false);
  const send = async () => {
    if (stars === 0) return void toast(t`Choose at least one star.`, { kind: 'info' });
    const answer = await submit({ stars: stars, complaintId });
    if (!answer?.ok) return;
    close();
    toast(t({ id: 'complaint.rated', message: 'Thank you for your rating.' }), { kind: 'success' });
    await refresh(problemDetail);
  };
  return (
    <Dialog
      title={t`Please rate this service`}
      onClose={close}
      buttons={
        <>
          <Button look="secondary" onTap={close}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} onTap={() => void send()}>
            {t`Send`}
          </Button>
        </>
      }
    >
      <Stars
        label={t`Your score`}
        stars={stars}
        onChoose={setStars}
        nameOf={(star) => t`${star} of 5 stars`}
      />
    </Dialog>
  );
}
