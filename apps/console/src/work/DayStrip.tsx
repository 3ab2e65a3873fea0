import { allBrands } from '@hiram/contract/console/rights';
import { formatPercent } from '@hiram/loan/format';
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

/** The day in four figures: what was closed, which promises were kept, the bank's last statement, and the day's ceiling. */
export function DayStrip({ person, counts, ...props }: Props): ReactNode {
  const brand = oneBrandOf(person, props.brand);
  const { t, i18n } = useLingui();
  const dates = useDates();
  const { closedToday, lastClosedAt, promises } = counts;
  const broken = promises.closed - promises.kept;
  const share = Math.floor((promises.kept * 1000) / Math.max(1, promises.closed)) * 1000;
  const seesMoney =
    brand !== allBrands &&
    (hasRight(person, 'moneyIn.read', brand) || hasRight(person, 'moneyOut.read', brand));
  const last = lastClosedAt && dates.time(lastClosedAt);
  return (
    <dl className={styles.strip}>
      <StripCell label={t`Closed by you, last day`} value={closedToday}>
        {last && t`the last at ${last}`}
      </StripCell>
      <StripCell
        label={t`Promises kept, 7 days`}
        value={promises.closed === 0 ? '–' : formatPercent(share, i18n.locale, 1)}
      >
        {promises.closed > 0 && (
          <span className={broken > 0 ? kit['tone-danger'] : undefined}>
            {broken > 0
              ? t`${broken} of ${promises.closed} closed tasks broken`
              : t`all ${promises.closed} closed tasks`}
          </span>
        )}
      </StripCell>
      {seesMoney && (
        <Suspense>
          <DayMoney person={person} brand={brand} />
        </Suspense>
      )}
    </dl>
  );
}
