import { allBrands } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import { hasRight, oneBrandOf, type Person } from '../app/person.ts';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import type { Counts } from './counts.ts';
import { StripCell } from './StripCell.tsx';
import styles from './work.module.css';

const DayMoney = lazy(() => import('./DayMoney.tsx'));

interface Props {
  readonly person: Person;
  readonly brand: string;
  readonly counts: Counts;
}

/** The day in four figures: what was closed, how much of it on time, the bank's last statement, and the day's ceiling. */
export function DayStrip({ person, counts, ...props }: Props): ReactNode {
  const brand = oneBrandOf(person, props.brand);
  const { t } = useLingui();
  const dates = useDates();
  const { closedToday, lastClosedAt, promises } = counts;
  const late = promises.closed - promises.kept;
  const seesMoney =
    brand !== allBrands &&
    (hasRight(person, 'moneyIn.read', brand) || hasRight(person, 'moneyOut.read', brand));
  const last = lastClosedAt && dates.time(lastClosedAt);
  return (
    <dl className={styles.strip}>
      <StripCell label={t`Closed by you, last day`} value={closedToday}>
        {last && t`the last at ${last}`}
      </StripCell>
      {/* The lender's own times, of everybody's tasks: no borrower's promise to pay. */}
      <StripCell
        label={t`Closed on time by all, 7 days`}
        value={promises.closed === 0 ? '–' : t`${promises.kept} of ${promises.closed}`}
      >
        {late > 0 && <span className={kit['tone-danger']}>{t`${late} late`}</span>}
      </StripCell>
      {seesMoney && (
        <Suspense>
          <DayMoney person={person} brand={brand} />
        </Suspense>
      )}
    </dl>
  );
}
