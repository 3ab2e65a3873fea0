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
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { ceilingOf } from './ceiling.ts';
import styles from './money-out.module.css';

export type MoneyOutShown = StaffOutput<typeof showMoneyOut>;

/** From this part of the ceiling on, in per cent, the day is shown as nearly used up. */
const warnFrom = 80;

/** The money handed to providers today, beside the limits of the day. */
export function DayCard({ person, brand, shown }: ScreenProps & { shown: MoneyOutShown }): ReactNode {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { amount, payouts, firstLoans, maxAmount, maxFirstLoans } = shown.day;
  const mayLimit = hasRight(person, 'moneyOut.setCeiling', brand);
  return (
    <Card
      title={t`Handed to providers today`}
      aside={mayLimit && <Button onClick={() => setOpen(true)}>{t`Limits …`}</Button>}
    >
      <div className={styles.figures}>
        <p>
          <span className={styles.figure}>
            <Money cents={amount} />
          </span>{' '}
          {maxAmount === undefined ? t`no ceiling is set` : t`of a ceiling of`}{' '}
          {maxAmount !== undefined && <Money cents={maxAmount} />}
        </p>
        {maxAmount !== undefined && (
          <p className={styles.left}>
            {t`Left`}{' '}
            <span className={styles.figure}>
              <Money cents={Math.max(0, maxAmount - amount)} />
            </span>
          </p>
        )}
      </div>
      {maxAmount !== undefined && <Bar amount={amount} max={maxAmount} />}
      <p className={styles.small}>
        {t`${plural(payouts, { one: '# payout', other: '# payouts' })}; first loans:`}{' '}
        {maxFirstLoans === undefined
          ? firstLoans
          : t`${firstLoans} of ${plural(maxFirstLoans, { other: '#' })}`}
      </p>
      {isOpen && <CeilingDialog brand={brand} day={shown.day} onClose={() => setOpen(false)} />}
    </Card>
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
      <p className={styles.small}>
        {used >= 100 ? (
          <Status tone="danger">{t`${used}%: every further payout waits for a person`}</Status>
        ) : used >= warnFrom ? (
          <Status tone="warn">{t`${used}%: nearly used up`}</Status>
        ) : (
          t`${used}% used`
        )}
      </p>
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
