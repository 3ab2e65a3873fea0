import type { ComingDuty, DutyPeriod } from '@hiram/contract/console/duty';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useBrandName } from '../kit/brand-format.tsx';
import { useDates } from '../kit/dates.ts';
import { Card } from '../kit/Page.tsx';
import styles from './duty.module.css';

interface Props {
  /** ISO 8601. */
  readonly today: string;
  readonly periods: readonly DutyPeriod[];
  readonly coming: readonly ComingDuty[];
}

const dayMs = 86_400_000;
/** The days of the line before today and in all. */
const [before, length] = [30, 130];
/** Names nearer to each other than this share of the line would overlap: the later one is left out. */
const apart = 0.06;

/** The due days of each brand on a line, from a month ago to three months ahead. The tables name them. */
export function DueLine({ today, periods, coming }: Props): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const nameOf = useBrandName();
  const start = Date.parse(today) - before * dayMs;
  const placeOf = (day: string) => (Date.parse(day) - start) / dayMs / length;
  const marks = [
    ...periods.map(({ brand, authority, name, dueOn, signedOffAt }) => {
      const state = signedOffAt !== undefined ? 'done' : dueOn < today ? 'over' : 'open';
      return { brand, authority, name, dueOn, state };
    }),
    ...coming.map((duty) => ({ ...duty, state: 'coming' })),
  ].filter(({ dueOn }) => placeOf(dueOn) >= 0 && placeOf(dueOn) <= 1);
  const brands = [...new Set(marks.map(({ brand }) => brand))];
  const months = Array.from({ length: 6 }, (_, index) => {
    const [year = 0, month = 0] = new Date(start).toISOString().slice(0, 7).split('-').map(Number);
    return new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 10);
  }).filter((day) => placeOf(day) >= 0 && placeOf(day) < 0.96);
  const keys = [
    ['over', t`overdue`],
    ['open', t`to hand in`],
    ['coming', t`coming`],
    ['done', t`handed in`],
  ] as const;
  if (marks.length === 0) return null;
  return (
    <Card>
      <div className={styles.due} role="img" aria-label={t`Due days. The tables below name them.`}>
        <div className={styles.months}>
          {months.map((day) => (
            <span key={day} style={{ left: `${placeOf(day) * 100}%` }}>
              {dates.month(day.slice(0, 7))}
            </span>
          ))}
        </div>
        {brands.map((brand) => {
          let last = -1;
          return (
            <div key={brand} className={styles.line}>
              {brands.length > 1 && <span className={styles.brand}>{nameOf(brand)}</span>}
              <i className={styles.today} style={{ left: `${placeOf(today) * 100}%` }} />
              {marks
                .filter((mark) => mark.brand === brand)
                .sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
                .map(({ authority, name, dueOn, state }) => {
                  const place = placeOf(dueOn);
                  const hasName = place - last >= apart;
                  if (hasName) last = place;
                  return (
                    <span
                      key={`${authority} ${name} ${dueOn}`}
                      className={styles.mark}
                      data-state={state}
                      style={{ left: `${place * 100}%` }}
                      title={`${authority}, ${name}: ${dates.day(dueOn)}`}
                    >
                      {hasName && <span>{authority}</span>}
                    </span>
                  );
                })}
            </div>
          );
        })}
        <p className={styles.key}>
          {keys.map(([state, words]) => (
            <span key={state}>
              <i data-state={state} /> {words}
            </span>
          ))}
        </p>
      </div>
    </Card>
  );
}
