import { formatCents } from '@hiram/loan';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Day, Money, When } from '../app/cells.tsx';
import { hasRight, type Person } from '../app/person.ts';
import { useAnyWord, useHoldWords } from '../i18n/words.ts';
import { Banner } from '../kit/Banner.tsx';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import styles from './loan.module.css';
import type { ShownLoan } from './types.ts';

interface Props {
  readonly loan: ShownLoan;
  readonly person: Person;
}

/** What keeps the money back, since when, and who may decide on it. */
export function PayoutBanner({ loan, person }: Props): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const held = useHoldWords();
  const { money } = useBrandFormat();
  const [, navigate] = useLocation();
  const { order, holds, reviews, payouts, requests } = loan;
  const [hold] = holds;
  const review = reviews.find(({ kind }) => kind === 'payout' || kind === 'application');
  const amount = formatCents(hold?.amount ?? review?.amount ?? order.amount, money);
  const reasons = [hold ? held[hold.reason] : '', ...(review?.reasons ?? []).map(word)];
  const why = reasons.filter((reason) => reason !== '').join(', ');
  const waits = hold || review?.kind === 'payout' ? t`Approved, payout of ${amount} held` : undefined;
  const title =
    waits ??
    (order.status === 'applied'
      ? t`Applied for ${amount}, not decided yet`
      : order.status === 'rejected'
        ? t`Refused, nothing was paid out`
        : payouts.length > 0
          ? t`Approved, the payout is on its way`
          : t`Approved, not paid out yet`);
  const at = hold?.at ?? review?.at;
  const [href, right] = hold
    ? (['/money-out?list=held', 'moneyOut.release'] as const)
    : ([`/decisions/${review?.reviewId}`, 'decision.decide'] as const);
  const mayDecide = at !== undefined && requests.length === 0 && hasRight(person, right, order.brand);
  return (
    <Banner
      tone={waits === undefined ? 'info' : 'warn'}
      title={why === '' ? `${title}.` : `${title}: ${why}.`}
      actions={mayDecide && <Button look="primary" onClick={() => navigate(href)}>{t`Decide`}</Button>}
    >
      {at !== undefined && (
        <>
          {t`Since`} <When at={at} />.{' '}
        </>
      )}
      {loan.deciders.length > 0 && t`May decide: ${loan.deciders.join(', ')}.`}
    </Banner>
  );
}

/** Whether nothing was paid out, so that there is no position and no event of the loan. */
export const isBeforePayout = ({ order, events }: ShownLoan) =>
  order.disbursedOn === undefined && events.length === 0;

/** The payments as agreed, if the money goes out today. */
export function PlannedSchedule({ loan: { planned } }: Pick<Props, 'loan'>): ReactNode {
  const { t } = useLingui();
  if (planned.length === 0) return null;
  return (
    <Card title={t`Planned schedule`} aside={t`if paid out today`} isFlush>
      <PlainTable
        caption={t`Planned schedule`}
        rows={planned}
        rowKey={({ no }) => String(no)}
        columns={[
          {
            header: t`Due`,
            isHead: true,
            cell: ({ no, dueDate }) => (
              <span className={kit.whole}>
                {no} · <Day on={dueDate} />
              </span>
            ),
          },
          { header: t`Principal`, isRight: true, cell: ({ principal }) => <Money cents={principal} /> },
          { header: t`Interest`, isRight: true, cell: ({ interest }) => <Money cents={interest} /> },
          {
            header: t`Payment`,
            isRight: true,
            cell: ({ principal, interest }) => <Money cents={principal + interest} />,
          },
        ]}
      />
    </Card>
  );
}

/** What happened before there are events of the loan. */
export function FirstEvents({ loan: { order, decidedAt, payouts } }: Pick<Props, 'loan'>): ReactNode {
  const { t } = useLingui();
  const steps = [
    ...payouts.map(({ requestedAt, amount }) => ({ what: t`Payout requested`, amount, at: requestedAt })),
    ...(decidedAt === undefined
      ? []
      : [
          {
            what: order.status === 'rejected' ? t`Refused` : t`Approved`,
            amount: order.amount,
            at: decidedAt,
          },
        ]),
    { what: t`Applied`, amount: order.amount, at: order.appliedAt },
  ];
  return (
    <Card title={t`Events`} aside={steps.length}>
      <ul className={styles.documents}>
        {steps.map(({ what, amount, at }) => (
          <li key={`${what} ${at}`}>
            <span>
              {what} <Money cents={amount} />
            </span>
            <span className={styles.muted}>
              <When at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
