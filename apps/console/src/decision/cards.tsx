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
import { useSharedWords, useStateWords } from './words.ts';

interface Props {
  readonly decision: ShownDecision;
}

/** The loan that the borrower applied for. */
export function AsksFor({ decision: { order, kind, state, reasons, run } }: Props): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const { periods, termDays, amount, proceeds } = order;
  const offered = run?.offered?.amount;
  return (
    <Card title={kind === 'payout' ? t`Waits to be paid` : t`Asks for`}>
      {state === 'waiting' &&
        reasons.map((reason) => (
          <Status key={reason} tone="warn">
            {kind === 'payout' && `${t`Held:`} `}
            {word(reason)}
          </Status>
        ))}
      <p className={kit.figure}>
        <Money cents={kind === 'payout' ? proceeds : amount} />
      </p>
      {kind === 'payout' && proceeds < amount && (
        <p className={kit.muted}>
          <Money cents={amount} /> − {t`fee`} <Money cents={amount - proceeds} />
        </p>
      )}
      {offered !== undefined && amount > offered && (
        <Status tone="warn">
          {t`more than the policy offered:`} <Money cents={offered} />
        </Status>
      )}
      <Facts
        items={[
          { label: t`Product`, value: order.product },
          {
            label: t`Term`,
            value: periods === 1 ? t`${termDays} days` : t`${periods} payments in ${termDays} days`,
          },
          { label: t`Largest payment`, value: <Money cents={order.largestInstalment} /> },
          { label: t`Repays`, value: <Money cents={order.repaid} /> },
          { label: t`Client`, value: order.client === 'new' ? t`new` : t`repeat` },
          { label: t`Applied`, value: <When at={order.appliedAt} /> },
          { label: t`Decision promised by`, value: <Day on={order.decideBy} /> },
          { label: t`Loan`, value: <Link href={`/loan/${order.orderId}`}>{t`Open the loan`}</Link> },
        ]}
      />
    </Card>
  );
}

const markKinds = ['document', 'account', 'device', 'person'] as const;

/** Other borrowers with the same identifiers, and for each kind without one that nobody has it. */
export function Shared({ decision: { shared } }: Props): ReactNode {
  const { t } = useLingui();
  const kinds = useSharedWords();
  const free = markKinds.filter((kind) => !shared.some((other) => other.kind === kind));
  const rows: readonly { kind: SharedWith['kind']; other?: SharedWith }[] = [
    ...shared.map((other) => ({ kind: other.kind, other })),
    ...free.map((kind) => ({ kind })),
  ];
  return (
    <Card title={t`Same person or account elsewhere`} isFlush>
      <PlainTable
        caption={t`Who has the same`}
        rows={rows}
        rowKey={({ kind, other }) => `${kind} ${other?.borrowerId}`}
        columns={[
          {
            header: t`What is shared`,
            cell: ({ kind, other }) => (
              <Status tone={!other ? 'good' : kind === 'person' ? 'warn' : 'danger'}>{kinds[kind]}</Status>
            ),
          },
          {
            header: t`With`,
            cell: ({ other }) =>
              other ? (
                <BorrowerLink borrowerId={other.borrowerId} name={other.name} />
              ) : (
                <span className={styles.whole}>{t`nobody`}</span>
              ),
          },
          {
            header: t`Their loan`,
            className: styles.whole,
            cell: ({ other }) => (other ? <TheirLoan other={other} /> : '–'),
          },
        ]}
      />
      <p className={styles.foot}>{t`Compared without opening encrypted data.`}</p>
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

/** The account that the money would go to. */
export function AccountHolder({ decision: { account, kind } }: Props): ReactNode {
  const { t } = useLingui();
  if (account === undefined)
    return (
      <Card title={t`Account holder`}>
        <p className={kit.muted}>
          {kind === 'payout'
            ? t`The account was taken away.`
            : t`No account yet. The holder’s name is compared before money goes out.`}
        </p>
      </Card>
    );
  return (
    <Card
      title={t`Account holder`}
      aside={
        account.isOwnName ? (
          <Status tone="good">{t`Names agree`}</Status>
        ) : (
          <Status tone="danger">{t`Names differ`}</Status>
        )
      }
    >
      <Facts
        items={[
          { label: t`Account`, value: `${account.institution} ··· ${account.tail}` },
          { label: t`Named on`, value: <When at={account.boundAt} /> },
        ]}
      />
    </Card>
  );
}

/** The history so far, and earlier decisions about the borrower. */
export function Past({ decision }: Props): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const states = useStateWords();
  const { order, openedAt, correctionsRequestedAt, answeredAt, closedAt, closedBy, reasons } = decision;
  const steps = [
    { at: order.appliedAt, text: t`Applied` },
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
    <Card title={t`Until now`}>
      <ol className={styles.steps}>
        {steps.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <span>{text}</span>
            <span className={kit.muted}>
              <When at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
