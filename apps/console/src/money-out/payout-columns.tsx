import type { PayoutList, ShownPayout } from '@hiram/contract/console/money-out';
import { orderNumber } from '@hiram/loan/format';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BorrowerLink } from '../app/BorrowerName.tsx';
import { Day, Money, When } from '../app/cells.tsx';
import { useHoldWords } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Status } from '../kit/Status.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { useDayGroups } from '../list/useDayGroups.ts';
import type { MoneyOutShown } from './DayCard.tsx';
import styles from './money-out.module.css';

export type PayoutActionName = 'release' | 'retry' | 'cancel' | 'settle';
type Act = (name: PayoutActionName, payout: ShownPayout) => void;

/** What a person may do about the payouts of a list. */
const actionsOf: Readonly<Record<PayoutList, readonly PayoutActionName[]>> = {
  held: ['release', 'cancel'],
  waiting: ['retry', 'cancel'],
  sent: [],
  paid: [],
  returned: ['settle'],
};

/** The columns of a list of payouts. */
export function useColumns(
  list: PayoutList,
  may: (name: PayoutActionName) => boolean,
  onAct: Act,
  day: MoneyOutShown['day'],
): readonly Column<ShownPayout>[] {
  const { t } = useLingui();
  const byDay = useDayGroups();
  const hasActions = actionsOf[list].some(may);
  return [
    {
      key: 'order',
      header: t`Loan`,
      isFixed: true,
      cell: ({ orderId }) => <span className={kit.whole}>{orderNumber(orderId)}</span>,
      narrow: 'main',
    },
    {
      key: 'who',
      header: t`Borrower`,
      narrow: 'sub',
      cell: ({ borrowerId, name }) => <BorrowerLink borrowerId={borrowerId} name={name} />,
    },
    {
      key: 'to',
      header: t`To`,
      cell: ({ institution, tail }) => (
        <span className={kit.whole}>
          {institution} ··· {tail}
        </span>
      ),
      narrow: 'subEnd',
    },
    {
      key: 'what',
      header: t`What happened`,
      cell: (row) => (
        <div>
          <What payout={row} day={day} />
        </div>
      ),
      narrow: 'more',
    },
    { key: 'by', header: t`Provider`, cell: ({ provider }) => provider },
    {
      key: 'requested',
      isSortable: true,
      groupOf: byDay(({ requestedAt }) => requestedAt),
      filter: { kind: 'range', of: 'days' },
      header: list === 'paid' || list === 'returned' ? t`On` : t`Since`,
      cell: ({ requestedAt, sentAt, settledOn }) =>
        settledOn === undefined ? <When at={sentAt ?? requestedAt} /> : <Day on={settledOn} />,
    },
    {
      key: 'amount',
      header: t`Amount`,
      isFixed: true,
      filter: { kind: 'range', of: 'money', hasSpread: true },
      align: 'right',
      cell: ({ amount }) => <Money cents={amount} />,
      narrow: 'mainEnd',
    },
    ...(hasActions
      ? [
          {
            key: 'do',
            header: t`Actions`,
            isFixed: true,
            cell: (row: ShownPayout) => <Actions row={row} list={list} may={may} onAct={onAct} />,
            narrow: 'more' as const,
          },
        ]
      : []),
  ];
}

interface Use {
  readonly used: number;
  /** With this payout. */
  readonly withIt: number;
  /** Undefined: none is set. */
  readonly atMost: number | undefined;
}

/** The limit that holds a payout, as it stands today. */
export function limitToday(
  { amount, holdReason }: Pick<ShownPayout, 'amount' | 'holdReason'>,
  day: Pick<MoneyOutShown['day'], 'amount' | 'firstLoans' | 'maxAmount' | 'maxFirstLoans'>,
): Use {
  return holdReason === 'firstLoans'
    ? { used: day.firstLoans, withIt: day.firstLoans + 1, atMost: day.maxFirstLoans }
    : { used: day.amount, withIt: day.amount + amount, atMost: day.maxAmount };
}

interface WhatProps {
  readonly payout: ShownPayout;
  readonly day: MoneyOutShown['day'];
}

function What({ payout, day }: WhatProps): ReactNode {
  const { t } = useLingui();
  const held = useHoldWords();
  const { state, holdReason, passed, reason, isHandedOver } = payout;
  if (holdReason)
    return (
      <>
        <Status tone="waiting">{held[holdReason]}</Status>
        {passed && <Uses payout={payout} passed={passed} day={day} />}
      </>
    );
  if (state === 'paid') return <Status tone="good">{t`Paid`}</Status>;
  if (state === 'returned') return <Status tone="danger">{reason === '' ? t`Returned` : reason}</Status>;
  if (state === 'sent') return <Status tone="clock">{t`Accepted, no result yet`}</Status>;
  if (isHandedOver) return <Status tone="warn">{t`Sent, no answer yet`}</Status>;
  return <Status tone="clock">{t`Not sent yet`}</Status>;
}

/** How the limit stood when it held the payout, and how it stands today. */
function Uses({
  payout,
  passed,
  day,
}: WhatProps & { readonly passed: NonNullable<ShownPayout['passed']> }): ReactNode {
  const { t } = useLingui();
  const isMoney = payout.holdReason === 'ceiling';
  const then = {
    used: passed.counted,
    withIt: passed.counted + (isMoney ? payout.amount : 1),
    atMost: passed.atMost,
  };
  const today = limitToday(payout, day);
  const hasRoom = today.atMost === undefined || today.withIt <= today.atMost;
  return (
    <dl className={styles.uses}>
      <div>
        <dt>
          {t`Held`} <When at={passed.at} />:
        </dt>{' '}
        <dd>
          <Used use={then} isMoney={isMoney} />
        </dd>
      </div>
      <div>
        <dt>{t`Today:`}</dt>{' '}
        <dd>
          <Used use={today} isMoney={isMoney} />.{' '}
          {hasRoom ? t`Within the limit: it can be released.` : t`Above the limit today too.`}
        </dd>
      </div>
    </dl>
  );
}

/** A limit, what was used of it, and what the payout makes of that. */
function Used({
  use: { used, withIt, atMost },
  isMoney,
}: {
  readonly use: Use;
  readonly isMoney: boolean;
}): ReactNode {
  const { t } = useLingui();
  const value = (of: number) => (isMoney ? <Money cents={of} /> : t`${plural(of, { other: '#' })}`);
  return (
    <>
      {atMost === undefined ? (
        t`no limit is set`
      ) : (
        <>
          {t`limit`} {value(atMost)}
        </>
      )}
      , {t`used`} {value(used)}, {t`with this payout`} {value(withIt)}
    </>
  );
}

interface ActionsProps {
  readonly row: ShownPayout;
  readonly list: PayoutList;
  readonly may: (name: PayoutActionName) => boolean;
  readonly onAct: Act;
}

function Actions({ row, list, may, onAct }: ActionsProps): ReactNode {
  const { t } = useLingui();
  if (list === 'returned')
    return (
      may('settle') && row.isReturnOpen && <Button onClick={() => onAct('settle', row)}>{t`Settle …`}</Button>
    );
  const main = list === 'held' ? 'release' : 'retry';
  return (
    <span className={kit.row}>
      {may(main) && (
        <Button onClick={() => onAct(main, row)}>{main === 'release' ? t`Release …` : t`Retry …`}</Button>
      )}
      {may('cancel') && !row.isHandedOver && (
        <Button onClick={() => onAct('cancel', row)}>{t`Cancel …`}</Button>
      )}
    </span>
  );
}
