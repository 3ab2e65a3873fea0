import { showApprovalCase } from '@hiram/contract/console/approval-case';
import type { EffectLine } from '@hiram/contract/console/effect';
import type { ApprovalId } from '@hiram/contract/ids';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { EffectValue, Warning } from '../action/EffectView.tsx';
import { InTheBooks } from '../action/JournalTable.tsx';
import { DueIn, Money, When } from '../app/cells.tsx';
import { OthersHere } from '../app/OthersHere.tsx';
import type { ScreenProps } from '../app/person.ts';
import { useRemember } from '../app/recent.ts';
import { useLineLabel } from '../facts/part-words.ts';
import { useAnyWord, useTaskKindWords } from '../i18n/words.ts';
import { Banner } from '../kit/Banner.tsx';
import { InBrand } from '../kit/brand-format.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Status } from '../kit/Status.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './approval.module.css';
import { BorrowerReads, WhatChanges } from './CaseEffect.tsx';
import { Checks, RequesterToday, Similar, Talk } from './CaseSidebar.tsx';
import type { Case } from './case.ts';
import { Decide } from './Decide.tsx';
import { EvidenceCard } from './EvidenceCard.tsx';
import { Whose } from './Whose.tsx';
import { approvalNumber, useOutcomeWords } from './words.ts';

interface Props extends ScreenProps {
  readonly approvalId: ApprovalId;
  /** It was decided on, withdrawn, or turned out to have changed. */
  readonly onClosed: () => void;
}

/** A request with everything that a second person needs to decide on it. */
export function ApprovalCase(props: Props): ReactNode {
  const query = useStaffCall(showApprovalCase, { approvalId: props.approvalId }, props.brand);
  return (
    <div className={styles.case}>
      <Loaded query={query}>
        {(shown) => (
          <InBrand brand={shown.approval.brand}>
            <Opened {...props} shown={shown} />
          </InBrand>
        )}
      </Loaded>
    </div>
  );
}

function Opened({ shown, person, brand, onClosed }: Props & { readonly shown: Case }): ReactNode {
  const word = useAnyWord();
  const { approval, effect, evidence, messages } = shown;
  const { approvalId, action, isOwn } = approval;
  // Whoever requested it decides nothing: what only the decision needs is left out.
  const hasAside = !isOwn || messages.length > 0;
  useRemember({
    href: `/approvals/${approvalId}`,
    label: `${approvalNumber(approvalId)} ${word(action)}`,
    icon: 'approval',
  });
  return (
    <>
      <div className={styles.body} data-alone={hasAside ? undefined : ''}>
        <div className={styles.middle}>
          <OthersHere path={`/approvals/${approvalId}`} brand={brand} />
          <Head shown={shown} />
          <News shown={shown} />
          <Warning text={effect.warning} />
          <EarlyWriteOff shown={shown} />
          <div className={styles.pair}>
            <WhatChanges shown={shown} />
            {effect.journal && effect.journal.length > 0 && <InTheBooks lines={effect.journal} />}
          </div>
          {!isOwn && evidence.length > 0 && <EvidenceCard shown={shown} />}
          <BorrowerReads shown={shown} />
        </div>
        {hasAside && (
          <div className={styles.aside}>
            {!isOwn && (
              <>
                <RequesterToday shown={shown} />
                <Similar shown={shown} />
                <Checks shown={shown} person={person} />
              </>
            )}
            <Talk shown={shown} />
          </div>
        )}
      </div>
      <Decide shown={shown} person={person} onClosed={onClosed} />
    </>
  );
}

/** Days late from which a loan is usually written off. */
const writeOffDays = 90;

/** A write-off of a loan that collections can still bring in. */
function EarlyWriteOff({ shown: { approval, loan } }: { readonly shown: Case }): ReactNode {
  const { t } = useLingui();
  const { action, state } = approval;
  if (action !== 'loan.writeOff' || state !== 'waiting' || !loan || loan.daysLate >= writeOffDays)
    return null;
  const late = plural(loan.daysLate, { one: '# day', other: '# days' });
  return (
    <Banner tone="warn" title={t`The loan is only ${late} late.`}>
      {t`Before ${writeOffDays} days Collections still asks for it. Check the reason.`}
    </Banner>
  );
}

/** The request, its subject, and its effect on the debt. */
function Head({ shown }: { readonly shown: Case }): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const { approval, effect, loan, requester } = shown;
  const { action, amount, borrower, orderId, requestedBy, requestedAt, reason, reference, state } = approval;
  const owed = effect.lines.find(({ of }) => of === 'owed');
  const due = effect.lines.find(({ of }) => of === 'due');
  const roles = requester.roles.map(word).join(', ');
  return (
    <section className={styles.head}>
      <WhyTwo shown={shown} />
      <div className={styles.headWhat}>
        <p className={styles.by}>
          {t`${requestedBy}, ${roles}, requests`} <When at={requestedAt} />{' '}
          {state !== 'waiting' && <Outcome shown={shown} />}
        </p>
        <h2 className={styles.deed}>
          {word(action)} {amount !== undefined && <Money cents={amount} />}
        </h2>
        {borrower && (
          <p>
            <Whose borrower={borrower} orderId={orderId} />
            {loan && (loan.daysLate > 0 ? `, ${t`${loan.daysLate} days late`}` : `, ${t`not late`}`)}
          </p>
        )}
        <p className={styles.reason}>
          “{reason}”{reference !== '' && ` · ${reference}`}
        </p>
        {state === 'waiting' && <Deadlines shown={shown} />}
      </div>
      {owed && (
        <dl className={styles.figures}>
          <dt>{t`Owed today`}</dt>
          <dd>
            <BeforeAfter line={owed} />
          </dd>
          {due && (
            <>
              <dt>{t`Due`}</dt>
              <dd className={styles.minor}>
                <BeforeAfter line={due} />
              </dd>
            </>
          )}
        </dl>
      )}
    </section>
  );
}

/** When the request ends, when the promise about its subject ends, and what happens at each. */
function Deadlines({ shown: { approval, task } }: { readonly shown: Case }): ReactNode {
  const { t } = useLingui();
  const kinds = useTaskKindWords();
  const { expiresAt, isOwn, requestedBy } = approval;
  return (
    <dl className={styles.deadlines}>
      <dt>{t`The request ends`}</dt>
      <dd>
        <When at={expiresAt} /> <DueIn at={expiresAt} />
        <span>
          {isOwn
            ? t`Nothing is done then: you can request it again.`
            : t`Nothing is done then: ${requestedBy} can request it again.`}
        </span>
      </dd>
      {task && (
        <>
          <dt>{t`${kinds[task.kind]}: promised by`}</dt>
          <dd>
            <When at={task.dueAt} /> <DueIn at={task.dueAt} />
            <span>{t`Then it is over its time under Work. Approving closes it.`}</span>
          </dd>
        </>
      )}
    </dl>
  );
}

/** The rule that makes a second person necessary: the reader, if they may approve it. */
function WhyTwo({ shown: { why, approval, mayApprove } }: { readonly shown: Case }): ReactNode {
  const { t } = useLingui();
  const { requestedBy, amount } = approval;
  if (!why) return null;
  if (why.rule === 'alwaysTwo' || (why.rule === 'fromAmount' && why.limit === 0))
    return (
      <p className={styles.why}>
        <strong>{t`This always needs a second person.`}</strong>
      </p>
    );
  return (
    <p className={styles.why}>
      <strong>{mayApprove ? t`It needs you:` : t`It needs a second person:`}</strong>{' '}
      {why.rule === 'ownWork' && t`${requestedBy} took part in what it changes, so somebody else decides.`}
      {why.rule === 'dayOfRequest' && t`it went beyond a limit of ${requestedBy} on the day of the request.`}
      {why.rule === 'fromAmount' && (
        <>
          {t`${requestedBy} decides alone below`} <Money cents={why.limit} />
          {amount !== undefined && (
            <>
              ; {t`this is`} <Money cents={amount} />
            </>
          )}
          .
        </>
      )}
      {why.rule === 'costOfDay' && (
        <>
          {t`what ${requestedBy} decides alone may cost`} <Money cents={why.limit} /> {t`a day; it was`}{' '}
          <Money cents={why.done} /> {t`today, and this costs`} <Money cents={why.cost} />.
        </>
      )}
    </p>
  );
}

function BeforeAfter({
  line,
}: {
  readonly line: { readonly before: string; readonly after: string };
}): ReactNode {
  const { t } = useLingui();
  const after = <Money cents={Number(line.after)} />;
  if (line.before === line.after)
    return (
      <>
        {after} <span className={styles.by}>{t`stays`}</span>
      </>
    );
  return (
    <>
      <s className={styles.was}>
        <Money cents={Number(line.before)} />
      </s>{' '}
      <Icon name="arrow" /> {after}
    </>
  );
}

function Outcome({ shown }: { readonly shown: Case }): ReactNode {
  const { tone, words } = useOutcomeWords()(shown.approval);
  return <Status tone={tone}>{words}</Status>;
}

/** The history of the request since it was made, in one banner. */
function News({ shown }: { readonly shown: Case }): ReactNode {
  const { t } = useLingui();
  const labelOf = useLineLabel();
  const { approval, changedTo } = shown;
  const { state, closedBy = '', closedAt, rejectedBecause = '', requestedBy } = approval;
  if (state === 'changed')
    return (
      <Banner tone="warn" title={t`The loan changed before this was approved.`}>
        {t`Nothing was done. ${requestedBy} sees it and can request it again.`}
      </Banner>
    );
  if (state === 'rejected')
    return (
      <Banner tone="danger" title={t`${closedBy} rejected it.`}>
        “{rejectedBecause}” <When at={closedAt} />
      </Banner>
    );
  if (state !== 'waiting' || !changedTo) return null;
  const requestedOf = (line: EffectLine) => shown.effect.lines.find(({ label }) => label === line.label);
  const other = changedTo.filter((line) => {
    const requested = requestedOf(line);
    return requested?.before !== line.before || requested.after !== line.after;
  });
  return (
    <Banner tone="warn" title={t`What it would do has changed since it was requested.`}>
      {t`It cannot be approved as it stands: ${requestedBy} requests it again.`}
      {other.map((line) => (
        <span key={line.label} className={styles.changedLine}>
          {labelOf(line)}: <EffectValue text={line.after} format={line.format} /> {t`instead of`}{' '}
          <EffectValue text={requestedOf(line)?.after ?? ''} format={line.format} />
        </span>
      ))}
    </Banner>
  );
}
