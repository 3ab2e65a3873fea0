import { countMoneyIn } from '@hiram/contract/console/money-in';
import { showMoneyOut } from '@hiram/contract/console/money-out';
import { allBrands } from '@hiram/contract/console/rights';
import { formatPercent } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money } from '../app/cells.tsx';
import { hasRight, type Person } from '../app/person.ts';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { useStaffCall } from '../net/useStaffCall.ts';
import type { Counts } from './counts.ts';
import styles from './work.module.css';

interface Props {
  readonly person: Person;
  readonly brand: string;
  readonly counts: Counts;
}

/** The day in four figures: what was closed, which promises were kept, the bank's last statement, and the day's ceiling. */
export function DayStrip({ person, brand, counts }: Props): ReactNode {
  const { t, i18n } = useLingui();
  const dates = useDates();
  const { closedToday, lastClosedAt, promises } = counts;
  const broken = promises.closed - promises.kept;
  const share = Math.floor((promises.kept * 1000) / Math.max(1, promises.closed)) * 1000;
  const last = lastClosedAt && dates.time(lastClosedAt);
  return (
    <dl className={styles.strip}>
      <Cell label={t`Closed by you, last day`} value={closedToday}>
        {last && t`the last at ${last}`}
      </Cell>
      <Cell
        label={t`Promises kept, 7 days`}
        value={promises.closed === 0 ? '–' : formatPercent(share, i18n.locale, 1)}
      >
        {promises.closed > 0 && (
          <span className={broken > 0 ? kit['tone-danger'] : undefined}>
            {broken > 0 ? t`${broken} of ${promises.closed} broken` : t`all ${promises.closed}`}
          </span>
        )}
      </Cell>
      {brand !== allBrands && hasRight(person, 'moneyIn.read', brand) && <Statement brand={brand} />}
      {brand !== allBrands && hasRight(person, 'moneyOut.read', brand) && <Ceiling brand={brand} />}
    </dl>
  );
}

interface CellProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly children: ReactNode;
}

function Cell({ label, value, children }: CellProps): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong> {children}
      </dd>
    </div>
  );
}

function Statement({ brand }: { readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(countMoneyIn, {}, brand);
  const account = data?.accounts.find(({ lastBookedOn }) => lastBookedOn !== undefined);
  return (
    <Cell label={t`Bank’s statement to`} value={<Day on={account?.lastBookedOn} />}>
      {account && `${account.name} ${account.number}`}
    </Cell>
  );
}

function Ceiling({ brand }: { readonly brand: string }): ReactNode {
  const { t, i18n } = useLingui();
  const { data } = useStaffCall(showMoneyOut, {}, brand);
  if (!data) return null;
  const { amount, maxAmount } = data.day;
  const percent = (of: number) => formatPercent(Math.round((100 * amount) / of) * 10_000, i18n.locale, 0);
  return (
    <Cell
      label={t`Paid out today`}
      value={maxAmount === undefined ? <Money cents={amount} /> : percent(maxAmount)}
    >
      {maxAmount === undefined ? (
        t`no ceiling`
      ) : (
        <>
          <Money cents={amount} /> {t`of`} <Money cents={maxAmount} />
        </>
      )}
    </Cell>
  );
}
