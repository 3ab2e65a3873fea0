import type { OrderId } from '@hiram/contract/ids';
import type { LoanMilestone, MilestoneAccount } from '@hiram/contract/milestone';
import { payCode } from '@hiram/contract/repay';
import { formatTelephone, orderNumber } from '@hiram/loan/format';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { callContext } from '../app/settings/context.ts';
import { money, showDate } from '../app/settings/money.ts';
import { settings } from '../app/settings/settings.ts';
import { Button } from '../kit/controls/Button.tsx';
import { LockedNote } from '../kit/feedback/LockedNote.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Logo } from '../kit/layout/Card.tsx';
import { Icon, LineArt } from '../kit/layout/Icon.tsx';
import { ActionPair } from '../kit/layout/Screen.tsx';
import { momentText } from '../lending/receipt/moment-text.ts';
import { shareText } from '../lending/receipt/share-text.ts';
import { wantRating } from '../lending/seen.ts';
import { send } from '../net/transport/client.ts';
import { newKey } from '../net/transport/new-key.ts';
import { Frame } from './Frame.tsx';
import css from './Milestone.module.css';
import { CoinScene, PaidScene, SettledScene } from './scenes.tsx';
import { useShown } from './useShown.ts';

const shapes = {
  calendar: 'M4 6h16v14H4zM4 10.500h16M8.500 3v4M15.500 3v4',
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.1',
  star: 'M12 3.500l2.600 5.600 6 .7-4.500 4.100 1.300 6.100-5.400-3.100L6.600 20l1.300-6.100L3.400 9.800l6-.7z',
} as const;

interface MilestoneProps {
  readonly milestone: LoanMilestone;
  readonly orderId: OrderId;
  /** Called when the borrower leaves it. */
  readonly onEnd: () => void;
}

interface ApprovedProps extends MilestoneProps {
  /** The reason that would hold the payout to the bound account. */
  readonly note: string;
  /** Sends the money to the bound account, or opens the form of the chosen one. */
  readonly onSend: (account: MilestoneAccount) => void;
  /** Opens the form for another account than the bound one. */
  readonly onChange: () => void;
  readonly isSending: boolean;
}

/** A loan is approved: what is sent, and where to. */
export function Approved(props: ApprovedProps): ReactNode {
  const { milestone, orderId, onEnd, note, onSend, onChange, isSending } = props;
  const { t } = useLingui();
  const end = useShown(orderId, milestone, onEnd);
  const { accounts, isBound, date, lent, fee, owedInAll, next } = milestone;
  const [code, setCode] = useState(accounts[0]?.code);
  const chosen = accounts.find((account) => account.code === code);
  const textOf = ({ number }: MilestoneAccount) => (isBound ? t`Your account` : number ? t`Your number` : '');
  return (
    <Frame
      isStart
      isFull={accounts.length > 1}
      sign={
        <>
          <button type="button" className={css.back} aria-label={t`Back`} onClick={() => end()}>
            <Icon name="back" />
          </button>
          <span className={css.pill}>
            <Icon name="check" size={16} />
            {t`Approved`}
          </span>
        </>
      }
      amount={money(milestone.amount)}
      title={t`is ready for you`}
      text={[
        fee > 0 ? t`${money(lent)} less fee ${money(fee)}` : '',
        // The day of the first payment follows the day of the payout, which a hold leaves open.
        note ||
          (next
            ? t`You pay back ${money(owedInAll)}. If we send it today, the first ${money(next.amount)} is due on ${showDate(next.date, 'short')}`
            : ''),
        date ? t`Waiting for you until ${showDate(date, 'short')}` : '',
      ]}
      scene={<CoinScene isStart />}
      actions={
        chosen ? (
          <Button busy={isSending} onTap={() => (isBound ? onSend(chosen) : end(() => onSend(chosen)))}>
            {isBound && !note
              ? t`Send ${money(milestone.amount)} to ${chosen.name}`
              : chosen.name
                ? t`Continue with ${chosen.name}`
                : t`Continue with a bank`}
          </Button>
        ) : null
      }
    >
      <fieldset className={css.choice}>
        <legend className={css.heading}>
          {isBound ? t`It goes to` : t`Where should it go?`}
          <small>{t`Only to an account in your own name`}</small>
        </legend>
        <div className={css.card}>
          {accounts.map((account) => (
            <AccountRow
              key={account.code}
              name={`${account.name || t`Bank`} ${account.number}`}
              text={textOf(account)}
              logo={account.logo}
              isChosen={account.code === code}
              onChoose={accounts.length > 1 ? () => setCode(account.code) : undefined}
            />
          ))}
        </div>
      </fieldset>
      {isBound ? (
        <Button look="quiet" onTap={() => end(onChange)}>
          {t`Use another account`}
        </Button>
      ) : null}
      <LockedNote>{t`We never ask for a wallet or bank PIN or OTP`}</LockedNote>
    </Frame>
  );
}

function AccountRow({
  name,
  text,
  logo,
  isChosen,
  onChoose,
}: {
  readonly name: string;
  readonly text: string;
  readonly logo: string;
  readonly isChosen: boolean;
  /** Undefined: there is no other account. */
  readonly onChoose: (() => void) | undefined;
}): ReactNode {
  const Row = onChoose ? 'label' : 'div';
  return (
    <Row className={css.row}>
      <Logo src={logo} />
      <span className={css.rowWords}>
        <b>{name}</b>
        {text ? <small>{text}</small> : null}
      </span>
      {onChoose ? <input type="radio" name="account" checked={isChosen} onChange={onChoose} /> : null}
    </Row>
  );
}

/** A milestone that is only news: a payout that arrived, a payment that counts, a settled loan. */
export function Milestone(props: MilestoneProps): ReactNode {
  switch (props.milestone.kind) {
    case 'paidOut':
      return <PaidOut {...props} />;
    case 'settled':
      return <Settled {...props} />;
    default:
      return <Received {...props} />;
  }
}

interface Fact {
  readonly text: string;
  readonly value: string;
  readonly isStrong?: boolean;
}

function PaidOut({ milestone, orderId, onEnd }: MilestoneProps): ReactNode {
  const { t } = useLingui();
  const end = useShown(orderId, milestone, onEnd);
  const [account] = milestone.accounts;
  const { name = '', isWallet = false, number = '' } = account ?? {};
  const { next, lent, fee } = milestone;
  const facts: Fact[] = [
    { text: t`To`, value: `${name} ${number}`, isStrong: true },
    { text: t`When`, value: milestone.date ? momentText(milestone.date, milestone.at) : '' },
    { text: t`Receipt`, value: milestone.reference },
    { text: t`Loan`, value: orderNumber(orderId) },
    { text: t`Borrowed`, value: fee > 0 ? t`${money(lent)} less fee ${money(fee)}` : money(lent) },
  ];
  const title = isWallet ? t`is in your ${name}` : t`is in your ${name} account`;
  return (
    <Frame
      amount={money(milestone.amount)}
      title={title}
      scene={<CoinScene />}
      actions={<Actions facts={facts} title={`${money(milestone.amount)} ${title}`} onDone={() => end()} />}
    >
      {next ? (
        <NextPayment
          title={t`First payment ${money(next.amount)} on ${showDate(next.date, 'short')}`}
          days={milestone.reminderDays}
        />
      ) : null}
      <div className={css.card}>
        <Facts facts={facts} />
      </div>
    </Frame>
  );
}

function Received({ milestone, orderId, onEnd }: MilestoneProps): ReactNode {
  const { t } = useLingui();
  const end = useShown(orderId, milestone, onEnd);
  const { payment, next, owedInAll } = milestone;
  const title = useReceivedTitle(milestone);
  const facts: Fact[] = payment
    ? [
        { text: t`Paid`, value: momentText(payment.date, payment.receivedAt), isStrong: true },
        ...(payment.channel ? [{ text: t`With`, value: payment.channel }] : []),
        { text: t`Receipt`, value: payment.reference },
        ...payment.rows.map((row) => ({ text: row.text, value: money(row.amount) })),
        { text: t`Left to pay`, value: money(owedInAll), isStrong: true },
        { text: t`Loan`, value: orderNumber(orderId) },
      ]
    : [];
  return (
    <Frame
      sign={<Tick />}
      amount={money(milestone.amount)}
      title={title}
      text={[t`We received your payment.`]}
      scene={<PaidScene repayments={milestone.repayments} />}
      actions={<Actions facts={facts} title={`${money(milestone.amount)}. ${title}`} onDone={() => end()} />}
    >
      <div className={css.paper}>
        <Facts facts={facts} />
      </div>
      <TornEdge />
      {next ? (
        next.isLate ? (
          <NextPayment title={t`Still late: ${money(next.amount)}`} />
        ) : (
          <NextPayment
            title={t`Next ${money(next.amount)} on ${showDate(next.date, 'short')}`}
            days={milestone.reminderDays}
          />
        )
      ) : null}
      {next && !next.isLate ? <SavePicture milestone={milestone} orderId={orderId} /> : null}
    </Frame>
  );
}

/** Offers a picture that opens without signal and data: the steps, the next payment and whom to call. */
function SavePicture({
  milestone,
  orderId,
}: {
  readonly milestone: LoanMilestone;
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  const { next, repayments, counter } = milestone;
  if (!next) return null;
  const save = async () => {
    const { saveLoanPicture } = await import('./loan-picture.ts');
    const code = counter && (await codeAtCounter(orderId, next.amount, counter.channelNumber));
    const isSaved = await saveLoanPicture({
      brand: settings.name,
      number: orderNumber(orderId),
      count: repayments.length,
      done: repayments.filter(({ state }) => state === 'paid').length,
      label: t`Next payment`,
      amount: money(next.amount),
      dayLabel: t`on or before`,
      day: showDate(next.date, 'short'),
      ...(counter && code ? { barcode: { ...code, place: counter.name, note: t`pays this loan only` } } : {}),
      help: t`Help ${formatTelephone(settings.servicePhone)}`,
    });
    toast(isSaved ? t`Saved to your phone` : t`This browser cannot save it`, {
      kind: isSaved ? 'success' : 'info',
    });
  };
  return (
    <div className={css.card}>
      <button type="button" className={css.row} onClick={() => void save()}>
        <span className="tile">
          <LineArt path={shapes.picture} size={22} />
        </span>
        <span className={css.rowWords}>
          <b>{t`Save a picture`}</b>
          <small>{t`For your gallery. Shows no name and no balance.`}</small>
        </span>
        <Icon name="chevron" size={20} />
      </button>
    </div>
  );
}

/** A code for an amount, with its picture; undefined without a connection: the picture is then saved without it. */
async function codeAtCounter(
  orderId: OrderId,
  amount: number,
  channelNumber: string,
): Promise<{ readonly code: string; readonly svg: string } | undefined> {
  try {
    const input = { orderId, amount, channelNumber };
    const created = await send(payCode, input, callContext(), { idempotencyKey: newKey() });
    if (!created.ok) return undefined;
    const query = new URL(created.data.payUrl, location.href).searchParams;
    const picture = await fetch(query.get('payCodeImg') ?? '');
    if (!picture.ok) return undefined;
    return { code: query.get('payCode') ?? '', svg: await picture.text() };
  } catch {
    return undefined;
  }
}

/**
 * The achievement of a payment, in the words of the brand's drawing. A payment that completes no repayment is
 * only thanked for.
 */
function useReceivedTitle({ completed, repayments, givenName }: LoanMilestone): string {
  const { t } = useLingui();
  const count = repayments.length;
  if (completed === 0) return givenName ? t`Thank you, ${givenName}` : t`Thank you`;
  const done =
    settings.look.story === 'path'
      ? t`Milestone ${completed} of ${count} reached`
      : t`Step ${completed} of ${count} done`;
  return givenName ? `${done}, ${givenName}` : done;
}

function Settled({ milestone, orderId, onEnd }: MilestoneProps): ReactNode {
  const { t } = useLingui();
  const end = useShown(orderId, milestone, onEnd);
  const { payment, date, givenName, amount, lent, fee, repayments, credit } = milestone;
  const scheduled = repayments.reduce((sum, row) => sum + row.amount, 0);
  const cost = money(amount - credit - lent);
  const title = settings.look.story === 'path' ? t`You made it to the end` : t`You made it to the top`;
  const paidInAll = date ? t`paid in total, since ${showDate(date)}` : t`paid in total`;
  const last = payment
    ? [
        t`Last payment ${money(payment.amount)} · ${momentText(payment.date, payment.receivedAt)}`,
        [payment.channel, t`Receipt ${payment.reference}`].filter(Boolean).join(' · '),
      ]
    : [];
  return (
    <Frame
      amount={money(milestone.amount)}
      title={title}
      isTitleFirst
      text={
        amount > lent
          ? [
              paidInAll,
              amount - credit === scheduled
                ? t`${money(lent)} borrowed + ${cost} interest`
                : t`${money(lent)} borrowed + ${cost} interest and charges`,
              credit > 0 ? t`${money(credit)} of it is too much: it is yours` : '',
              fee > 0 ? t`${money(fee)} fee, taken at the start` : '',
            ]
          : [paidInAll]
      }
      scene={<SettledScene />}
      actions={
        <Actions
          facts={[]}
          title={[title, `${money(milestone.amount)} ${paidInAll}`, ...last].join('\n')}
          onDone={() => end()}
        />
      }
    >
      <div className={css.card}>
        <a className={css.row} href={href(paths.contracts, { orderId })}>
          <span className="tile">
            <LineArt path={shapes.paper} size={22} />
          </span>
          <span className={css.rowWords}>
            <b>{t`Certificate`}</b>
            <small>{t`of full payment, and documents`}</small>
          </span>
          <Icon name="chevron" size={20} />
        </a>
        <button
          type="button"
          className={css.row}
          onClick={() => {
            wantRating(orderId);
            end();
          }}
        >
          <span className="tile">
            <LineArt path={shapes.star} size={22} />
          </span>
          <span className={css.rowWords}>
            <b>{t`Rate us`}</b>
            <small>{t`Two taps`}</small>
          </span>
          <Icon name="chevron" size={20} />
        </button>
      </div>
      <p className={css.last}>
        {last.map((line) => (
          <span key={line}>
            {line}
            <br />
          </span>
        ))}
        {givenName ? t`Thank you, ${givenName}. Nothing is owed.` : t`Thank you. Nothing is owed.`}
      </p>
    </Frame>
  );
}

function Actions({
  facts,
  title,
  onDone,
}: {
  readonly facts: readonly Fact[];
  readonly title: string;
  readonly onDone: () => void;
}): ReactNode {
  const { t } = useLingui();
  const share = async () => {
    const lines = facts.map(({ text, value }) => `${text}: ${value}`);
    if (await shareText(settings.name, [settings.name, title, ...lines].join('\n')))
      toast(t`Copied`, { kind: 'success' });
  };
  return (
    <ActionPair>
      <Button look="secondary" onTap={() => void share()}>{t`Share`}</Button>
      <Button onTap={onDone}>{t`Done`}</Button>
    </ActionPair>
  );
}

function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={css.facts}>
      {facts.map(({ text, value, isStrong }) => (
        <div key={text} className={isStrong ? css.strong : ''}>
          <dt>{text}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function NextPayment({ title, days }: { readonly title: string; readonly days?: number }): ReactNode {
  const { t } = useLingui();
  return (
    <div className={css.next}>
      <span className="tile">
        <LineArt path={shapes.calendar} size={22} />
      </span>
      <span>
        <b>{title}</b>
        {days ? t`We text you ${plural(days, { one: '# day', other: '# days' })} before.` : null}
      </span>
    </div>
  );
}

function Tick(): ReactNode {
  return (
    <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
      <circle cx="28" cy="28" r="28" fill="var(--accent)" />
      <path
        className={css.tick}
        d="M16 29l8.500 8.500L41 20"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

const teeth = Array.from(
  { length: 24 },
  (_, index) => `L${index * 16.3 + 8.15} 9L${index * 16.3 + 16.3} 0`,
).join('');

function TornEdge(): ReactNode {
  return (
    <svg className={css.torn} viewBox="0 0 391 9" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 0${teeth}z`} fill="var(--surface-raised)" />
    </svg>
  );
}
