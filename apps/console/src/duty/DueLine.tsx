import type { ComingDuty, DutyPeriod } from '@hiram/contract/console/duty';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useBrandName } from '../kit/brand-format.tsx';
import { useDates } from '../kit/dates.ts';
import { Card } from '../kit/Page.tsx';
import styles from './duty.module.css';

interface Props {
  /** The business day of each brand, ISO 8601. */
  readonly days: readonly { readonly brand: string; readonly today: string }[];
  readonly periods: readonly DutyPeriod[];
  readonly coming: readonly ComingDuty[];
}

const dayMs = 86_400_000;
/** The days of the line before today and in all. */
const [before, length] = [30, 130];
/** The width of a mark's words as a share of the line. One that would overlap another stands a lane lower. */
const wordsWidth = 0.25;

/** The due days of each brand on a line, from a month ago to three months ahead: each with its authority and state. */
export function DueLine({ days, periods, coming }: Props): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const nameOf = useBrandName();
  // The line of all begins by the day of the brand that is behind the others.
  const first = days.map(({ today }) => today).sort()[0] ?? '';
  const start = Date.parse(first) - before * dayMs;
  const placeOf = (day: string) => (Date.parse(day) - start) / dayMs / length;
  const marks = [
    ...periods.map(({ brand, authority, name, dueOn, daysOver, signedOffAt }) => {
      const open = daysOver > 0 ? ('over' as const) : ('open' as const);
      return { brand, authority, name, dueOn, state: signedOffAt === undefined ? open : ('done' as const) };
    }),
    ...coming.map((duty) => ({ ...duty, state: 'coming' as const })),
  ].filter(({ dueOn }) => placeOf(dueOn) >= 0 && placeOf(dueOn) <= 1);
  const brands = [...new Set(marks.map(({ brand }) => brand))];
  const months = Array.from({ length: 6 }, (_, index) => {
    const [year = 0, month = 0] = new Date(start).toISOString().slice(0, 7).split('-').map(Number);
    return new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 10);
  }).filter((day) => placeOf(day) >= 0 && placeOf(day) < 0.96);
  const words = { over: t`overdue`, open: t`to hand in`, coming: t`coming`, done: t`handed in` };
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
          const lanes: number[] = [];
          const today = days.find((day) => day.brand === brand)?.today ?? first;
          const placed = marks
            .filter((mark) => mark.brand === brand)
            .sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
            .map((mark) => {
              const place = placeOf(mark.dueOn);
              const isLeft = place > 1 - wordsWidth;
              const begin = isLeft ? place - wordsWidth : place;
              const free = lanes.findIndex((end) => end <= begin);
              const lane = free === -1 ? lanes.length : free;
              lanes[lane] = begin + wordsWidth;
              return { ...mark, place, isLeft, lane };
            });
          return (
            <div key={brand} className={styles.line} style={{ height: `${lanes.length * 38 + 10}px` }}>
              {brands.length > 1 && <span className={styles.brand}>{nameOf(brand)}</span>}
              <i className={styles.today} style={{ left: `${placeOf(today) * 100}%` }} />
              {placed.map(({ authority, name, dueOn, state, place, isLeft, lane }) => (
                <span
                  key={`${authority} ${name} ${dueOn}`}
                  className={styles.mark}
                  data-state={state}
                  data-left={isLeft ? '' : undefined}
                  style={{ left: `${place * 100}%`, top: `${lane * 38 + 6}px` }}
                  title={`${authority}, ${name}: ${dates.day(dueOn)}`}
                >
                  <strong>{authority}</strong> {words[state]}
                  <br />
                  {dates.day(dueOn)}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </Card>
  );
}
