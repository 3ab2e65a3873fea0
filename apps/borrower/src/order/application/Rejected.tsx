import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { marketMoneyFormat, money, showDate } from '../../app/settings/money.ts';
import { settings } from '../../app/settings/settings.ts';
import { StatusArt } from '../../art/StatusArt.tsx';
import { Icon, LineArt } from '../../kit/layout/Icon.tsx';
import { useSubmit } from '../../net/submit/useSubmit.ts';
import { askPerson, remindToPay } from '../calls.ts';
import offer from './CounterOffer.module.css';
import css from './Rejected.module.css';

const person = 'M12 4a4 4 0 110 8 4 4 0 010-8zM4 21c0-5 4-7 8-7s8 2 8 7';
const bell = 'M6 17V11a6 6 0 0112 0v6l2 1H4zM10 21h4';
const calendar = 'M4 6h16v14H4zM4 10.500h16M8.500 3v4M15.500 3v4';

/**
 * A refused application: each reason with what changes it, from when a new one is possible, and a person to
 * ask. No other product.
 */
export function Rejected({
  refusal,
  orderId,
}: {
  readonly refusal: NonNullable<LoanDetails['refusal']>;
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  const { amount, appliedOn, reasons, words, applyFrom, canRemind } = refusal;
  const day = canRemind && applyFrom && showDate(applyFrom, 'short');
  return (
    <>
      <h2 className={offer.title}>{t`Not this amount, not now`}</h2>
      <div className={css.head}>
        <p className={css.sub}>
          {t`You asked for ${money(amount)} on ${showDate(appliedOn, 'short')}. Here is why, and what would change it.`}
        </p>
        <StatusArt status="rejected" currency={marketMoneyFormat.symbol} story={settings.look.story} />
      </div>
      <ul className={css.card}>
        {reasons.map(({ text, helps }) => (
          <li key={text} className={css.reason}>
            <b>{text}</b>
            <p className={css.helps}>
              <LineArt path="M12 20V5M6 11l6-6 6 6" size={18} />
              <span>
                {day ? (
                  <Trans>
                    <b>From {day}:</b> {helps}
                  </Trans>
                ) : (
                  <Trans>
                    <b>What helps:</b> {helps}
                  </Trans>
                )}
              </span>
            </p>
          </li>
        ))}
        {words ? <li className={css.reason}>{words}</li> : null}
      </ul>
      <div className={css.card}>
        <ApplyAgain refusal={refusal} orderId={orderId} />
        <AskPerson appeal={refusal.appeal} orderId={orderId} />
      </div>
    </>
  );
}

interface RowProps {
  /** The drawing before the words. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** Undefined: nothing can be done. */
  readonly onTap?: () => void;
  readonly busy?: boolean;
  readonly isDone?: boolean;
}

function Row({ path, title, text, onTap, busy, isDone }: RowProps): ReactNode {
  const words = (
    <>
      <span className="tile">
        <LineArt path={path} size={22} />
      </span>
      <span className={css.rowWords}>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      {onTap ? <Icon name="chevron" size={20} /> : isDone ? <Icon name="check" size={20} /> : null}
    </>
  );
  return onTap ? (
    <button type="button" className={css.row} disabled={busy} onClick={onTap}>
      {words}
    </button>
  ) : (
    <p className={css.row} role="status">
      {words}
    </p>
  );
}

/** Asks a person of the lender to look at the refusal again, once, or says how that question stands. */
function AskPerson({
  appeal,
  orderId,
}: {
  readonly appeal: NonNullable<LoanDetails['refusal']>['appeal'];
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(askPerson);
  const [state, setState] = useState(appeal);
  const words = {
    asked: [t`A person will look at it again`, t`We will text you the answer within 3 days`],
    upheld: [t`A person looked at it again`, t`The answer stays the same`],
    reopened: [t`A person looked at it again`, t`You can apply again now`],
  } as const;
  const ask = async () => {
    const answer = await submit({ orderId });
    if (answer?.ok) setState('asked');
  };
  if (state) return <Row path={person} title={words[state][0]} text={words[state][1]} isDone />;
  return (
    <Row
      path={person}
      title={t`Ask a person`}
      text={t`If you think we got it wrong`}
      busy={busy}
      onTap={() => void ask()}
    />
  );
}

/** From when a new application is possible, with one text message on that day. */
function ApplyAgain({
  refusal: { applyFrom, canRemind, remindOn, appeal },
  orderId,
}: {
  readonly refusal: NonNullable<LoanDetails['refusal']>;
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(remindToPay);
  const [requested, setRequested] = useState(remindOn);
  if (!applyFrom) return null;
  // The person's answer says so already.
  if (!canRemind && appeal === 'reopened') return null;
  if (!canRemind)
    return <Row path={calendar} title={t`You can apply again now`} text={t`Your home page has our loans`} />;
  const day = showDate(applyFrom, 'short');
  if (requested)
    return (
      <Row
        path={bell}
        title={t`We will text you on ${day}`}
        text={t`You can apply again from that day`}
        isDone
      />
    );
  const remind = async () => {
    const answer = await submit({ orderId, day: applyFrom });
    if (answer?.ok) setRequested(answer.data.remindOn);
  };
  return (
    <Row
      path={bell}
      title={t`Remind me on ${day}`}
      text={t`You can apply again from that day. We will send one text.`}
      busy={busy}
      onTap={() => void remind()}
    />
  );
}
