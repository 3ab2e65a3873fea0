import { setCeiling, type showMoneyOut } from '@hiram/contract/console/money-out';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Money } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import { Status } from '../kit/Status.tsx';
import { Tiles } from '../kit/Tiles.tsx';
import { ceilingOf } from './ceiling.ts';
import styles from './money-out.module.css';

export type MoneyOutShown = StaffOutput<typeof showMoneyOut>;

/** From this part of the ceiling on, in per cent, the day is shown as nearly used up. */
const warnFrom = 80;

interface DayProps {
  readonly shown: MoneyOutShown;
}

/** The day's money: what was handed over and what became of it, and below it what the limits leave. */
export function DayTiles(props: DayProps): ReactNode {
  return (
    <div className={styles.tiles}>
      <Results {...props} />
      <LimitTiles {...props} />
    </div>
  );
}

/** The money handed to providers today, less what came back and what has no result yet: what was paid out. */
function Results({ shown: { day } }: DayProps): ReactNode {
  const { t } = useLingui();
  const { amount, payouts: count, paidOut, noResult } = day;
  const returned = {
    amount: amount - paidOut.amount - noResult.amount,
    count: count - paidOut.count - noResult.count,
  };
  const tile = (label: string, of: typeof paidOut, sign = '') => ({
    label,
    value: (
      <>
        {sign} <Money cents={of.amount} />
      </>
    ),
    foot: t`${plural(of.count, { one: '# payout', other: '# payouts' })}`,
  });
  return (
    <Tiles
      tiles={[
        tile(t`Handed over today`, { amount, count }),
        tile(t`Came back`, returned, '−'),
        tile(t`No result yet`, noResult, '−'),
        tile(t`Paid out of it`, paidOut, '='),
      ]}
    />
  );
}

/** What the limits of the day leave, and what waits to be released. */
function LimitTiles({ shown }: DayProps): ReactNode {
  const { t } = useLingui();
  const { amount, firstLoans, maxAmount, maxFirstLoans } = shown.day;
  const held = shown.lists.find(({ list }) => list === 'held') ?? { count: 0, amount: 0 };
  const countOf = (count: number) => t`${plural(count, { one: '# payout', other: '# payouts' })}`;
  return (
    <Tiles
      tiles={[
        maxAmount === undefined
          ? { label: t`Limit of the day’s money`, value: t`None set`, foot: t`any amount is handed over` }
          : {
              label: t`Left of the day’s limit`,
              value: <Money cents={Math.max(0, maxAmount - amount)} />,
              foot: <Bar amount={amount} max={maxAmount} />,
            },
        {
          label: t`First loans handed over`,
          value: firstLoans,
          foot:
            maxFirstLoans === undefined
              ? t`no limit is set`
              : t`limit of the day: ${plural(maxFirstLoans, { other: '#' })}`,
        },
        { label: t`To release`, value: <Money cents={held.amount} />, foot: countOf(held.count) },
      ]}
    />
  );
}

/** Changes the limits of the day; for those who may. */
export function Limits({ person, brand, shown }: ScreenProps & { shown: MoneyOutShown }): ReactNode {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (!hasRight(person, 'moneyOut.setCeiling', brand)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t`Limits …`}</Button>
      {isOpen && <CeilingDialog brand={brand} day={shown.day} onClose={() => setOpen(false)} />}
    </>
  );
}

function Bar({ amount, max }: { readonly amount: number; readonly max: number }): ReactNode {
  const { t } = useLingui();
  const used = Math.round((100 * amount) / max);
  return (
    <>
      {/* The words below say the same. */}
      <div className={styles.bar} aria-hidden="true">
        <span style={{ width: `${Math.min(100, used)}%` }} />
      </div>
      {used >= 100 ? (
        <Status tone="danger">{t`${used}%: every further payout waits for a person`}</Status>
      ) : used >= warnFrom ? (
        <Status tone="warn">{t`${used}%: nearly used up`}</Status>
      ) : (
        t`${used}% used`
      )}{' '}
      {t`of`} <Money cents={max} />
    </>
  );
}

interface CeilingProps {
  readonly brand: string;
  readonly day: MoneyOutShown['day'];
  readonly onClose: () => void;
}

function CeilingDialog({ brand, day, onClose }: CeilingProps): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const [amount, setAmount] = useState(day.maxAmount === undefined ? '' : String(day.maxAmount / 100));
  const [loans, setLoans] = useState(day.maxFirstLoans === undefined ? '' : String(day.maxFirstLoans));
  const request = ceilingOf(amount, loans, money);
  return (
    <ActionDialog
      title={t`Limits of a day`}
      act={t`Set the limits`}
      calls={setCeiling}
      draft={`moneyOut.setCeiling ${brand}`}
      brand={brand}
      request={request}
      onClose={onClose}
    >
      <InputField
        label={t`Handed to providers a day, at most (empty: no limit)`}
        inputMode="decimal"
        value={amount}
        onChange={setAmount}
      />
      <InputField
        label={t`First loans a day, at most (empty: no limit)`}
        inputMode="numeric"
        value={loans}
        onChange={setLoans}
      />
      {request === undefined && (
        <p role="alert">{t`Type an amount and a whole number, or leave them empty.`}</p>
      )}
    </ActionDialog>
  );
}
