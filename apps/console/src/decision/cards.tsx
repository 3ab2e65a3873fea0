import type { SharedWith } from '@hiram/contract/console/decision';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { BorrowerLink } from '../app/BorrowerName.tsx';
import { Day, Money, When } from '../app/cells.tsx';
import { useAnyWord, useStateWords as useStatusWords } from '../i18n/words.ts';
import kit from '../kit/kit.module.css';
import { Card, Facts } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import styles from './decision.module.css';
import type { ShownDecision } from './types.ts';
import { useNextWords, useSharedWords, useStateWords } from './words.ts';

interface Props {
  readonly decision: ShownDecision;
}

/** The loan that the borrower applied for. */
export function AsksFor({ decision: { order, kind, run } }: Props): ReactNode {
  const { t } = useLingui();
  const { periods, termDays, amount, proceeds, product } = order;
  const isPayout = kind === 'payout';
  const offered = run?.offered?.amount;
  return (
    <Card
      title={isPayout ? t`Waits to be paid` : t`Asks for`}
      aside={<Link href={`/loan/${order.orderId}`}>{t`Open the loan`}</Link>}
    >
      <p className={kit.row}>
        <span className={kit.figure}>
          <Money cents={isPayout ? proceeds : amount} />
        </span>
        {isPayout && proceeds < amount && (
          <span className={kit.muted}>
            <Money cents={amount} /> − {t`fee`} <Money cents={amount - proceeds} />
          </span>
        )}
        {offered !== undefined && amount > offered && (
          <Status tone="warn">
            {t`more than the policy offered:`} <Money cents={offered} />
          </Status>
        )}
      </p>
      <Facts
        items={[
          {
            label: t`Product`,
            value: order.client === 'new' ? t`${product}, first loan` : t`${product}, repeat client`,
          },
          {
            label: t`Term`,
            value: periods === 1 ? t`${termDays} days` : t`${periods} payments in ${termDays} days`,
          },
          {
            label: t`Repays`,
            value: (
              <>
                <Money cents={order.repaid} />
                {periods > 1 && (
                  <>
                    , {t`each at most`} <Money cents={order.largestInstalment} />
                  </>
                )}
              </>
            ),
          },
          { label: t`Applied`, value: <When at={order.appliedAt} /> },
          { label: t`Decision promised by`, value: <Day on={order.decideBy} /> },
        ]}
      />
    </Card>
  );
}

const markKinds = ['document', 'account', 'device', 'person'] as const;

/** The reasons why it waits for a person, each with what to compare or to do. */
export function WhyItWaits({ decision: { kind, reasons, order, run } }: Props): ReactNode {
  const { t } = useLingui();
  const offered = run?.offered?.amount;
  const word = useAnyWord();
  const next = useNextWords();
  return (
    <section>
      <h2>{kind === 'payout' ? t`Why it is held` : t`Why it waits`}</h2>
      {reasons.map((reason) => (
        <p key={reason} className={styles.reasonToWait}>
          <Status tone="warn">{word(reason)}</Status>
          <span className={kit.under}>{next[reason]}</span>
        </p>
      ))}
      {kind === 'payout' && offered !== undefined && order.amount > offered && (
        <p className={styles.reasonToWait}>
          <Status tone="warn">{t`Approved above the policy’s offer`}</Status>
          <span className={kit.under}>
            <Money cents={order.amount} />{' '}
            {t`by ${order.approvedBy ?? t`nobody who is recorded`}; the policy offered`}{' '}
            <Money cents={offered} />. {t`Releasing it pays the amount above the offer.`}
          </span>
        </p>
      )}
    </section>
  );
}

/** Other borrowers with the same identifiers, and for each kind without one that nobody has it. */
export function Shared({ decision: { shared } }: Props): ReactNode {
  const { t } = useLingui();
  const kinds = useSharedWords();
  const free = markKinds.filter((kind) => !shared.some((other) => other.kind === kind));
  const freeNames = free.map((kind) => kinds[kind]).join(', ');
  return (
    <Card title={t`Same person or account elsewhere`} isFlush>
      {shared.length > 0 && (
        <PlainTable
          caption={t`Who has the same`}
          rows={shared}
          rowKey={({ kind, borrowerId }) => `${kind} ${borrowerId}`}
          columns={[
            {
              header: t`What is shared`,
              cell: ({ kind }) => <Status tone={kind === 'person' ? 'warn' : 'danger'}>{kinds[kind]}</Status>,
            },
            {
              header: t`With`,
              cell: (other) => <BorrowerLink borrowerId={other.borrowerId} name={other.name} />,
            },
            {
              header: t`Their loan`,
              className: styles.whole,
              cell: (other) => <TheirLoan other={other} />,
            },
          ]}
        />
      )}
      <p className={styles.foot}>
        {free.length > 0 && <Status tone="good">{t`Nobody else: ${freeNames}`}</Status>}{' '}
        {t`Compared without opening encrypted data.`}
      </p>
    </Card>
  );
}

function TheirLoan({ other }: { readonly other: SharedWith }): ReactNode {
  const { t } = useLingui();
  const statuses = useStatusWords();
  const { orderId, status, isBlocked } = other;
  return (
    <span className={kit.row}>
      {isBlocked && <Status tone="danger">{t`blocked`}</Status>}
      {orderId === undefined || status === undefined ? (
        t`none`
      ) : (
        <Link href={`/loan/${orderId}`}>
          <Status tone={status === 'overdue' ? 'danger' : 'plain'}>{statuses[status]}</Status>
        </Link>
      )}
    </span>
  );
}

/** Who approved the amount, and that it is not what the policy offered. */
function Approved({ order, run }: Pick<ShownDecision, 'order' | 'run'>): ReactNode {
  const { t } = useLingui();
  const offered = run?.offered?.amount;
  const isMore = offered !== undefined && order.amount > offered;
  const { approvedBy } = order;
  return (
    <>
      {t`Approved`} <Money cents={order.amount} />{' '}
      {approvedBy !== undefined
        ? t`by ${approvedBy}`
        : isMore
          ? t`by nobody who is recorded`
          : run
            ? t`by policy ${run.version}`
            : t`without a policy`}
      {isMore && (
        <>
          , {t`the policy had offered`} <Money cents={offered} />
        </>
      )}
    </>
  );
}

/** The history so far, and earlier decisions about the borrower. */
export function Past({ decision }: Props): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const states = useStateWords();
  const { order, run, openedAt, correctionsRequestedAt, answeredAt, closedAt, closedBy, reasons } = decision;
  const steps = [
    { at: order.appliedAt, text: t`Applied` },
    ...(order.approvedAt === undefined
      ? []
      : [{ at: order.approvedAt, text: <Approved order={order} run={run} /> }]),
    { at: openedAt, text: t`Referred to a person: ${reasons.map(word).join(', ')}` },
    ...(correctionsRequestedAt === undefined
      ? []
      : [{ at: correctionsRequestedAt, text: t`The borrower was asked` }]),
    ...(answeredAt === undefined ? [] : [{ at: answeredAt, text: t`The borrower saved the form` }]),
    ...(closedAt === undefined
      ? []
      : [{ at: closedAt, text: `${states[decision.state]} · ${closedBy ?? '–'}` }]),
    ...decision.past.map((past) => ({
      at: past.closedAt ?? past.openedAt,
      text: t`Earlier: ${past.reasons.map(word).join(', ')}, ${states[past.state]}`,
    })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <section className={styles.past}>
      <h2>{t`Until now`}</h2>
      <ol className={styles.steps}>
        {steps.map(({ at, text }) => (
          <li key={`${at} ${typeof text === 'string' ? text : 'approved'}`}>
            <span>{text}</span>
            <span className={kit.muted}>
              <When at={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
