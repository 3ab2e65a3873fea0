import type { CoveredPerson } from '@hiram/contract/console/coverage';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useAnyWord } from '../i18n/words.ts';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { useClock } from './clock.ts';
import styles from './coverage.module.css';
import { endOf, type Shown } from './shown.ts';

const hourMs = 3_600_000;
/** Marks on the line of time at most. */
const maxMarks = 12;

/** The place of a moment on the line of time, in percent. */
function placeOf({ shownFrom, shownTo }: Shown, at: string): number {
  const [from, to] = [Date.parse(shownFrom), Date.parse(shownTo)];
  return Math.min(100, Math.max(0, ((Date.parse(at) - from) * 100) / (to - from)));
}

function marksOf({ shownFrom, shownTo }: Shown): readonly string[] {
  const [from, to] = [Date.parse(shownFrom), Date.parse(shownTo)];
  const step = Math.ceil((to - from) / hourMs / maxMarks) * hourMs;
  const marks: string[] = [];
  for (let at = from; at < to; at += step) marks.push(new Date(at).toISOString());
  return marks;
}

/** A day of time with the first gap: it begins no later than the hour of its beginning, and ends no sooner than it. */
function axisOf(shown: Shown): Shown {
  const length = Date.parse(shown.shownTo) - Date.parse(shown.shownFrom);
  const [gap] = shown.gaps;
  const first = gap && Math.floor(Date.parse(gap.from) / hourMs) * hourMs;
  const from =
    first !== undefined && first < Date.parse(shown.shownFrom)
      ? first
      : Math.max(
          ...[shown.shownTo, ...shown.gaps.map((one) => endOf(shown, one))].map((at) => Date.parse(at)),
        ) - length;
  return {
    ...shown,
    shownFrom: new Date(from).toISOString(),
    shownTo: new Date(from + length).toISOString(),
  };
}

/** The people at work by time, as a table whose cells are drawn on a line of time; below it, who has no shift then. */
export function ShiftChart({ shown: answered }: { readonly shown: Shown }): ReactNode {
  const shown = axisOf(answered);
  const { t } = useLingui();
  const clock = useClock();
  const dates = useDates();
  const word = useAnyWord();
  const isNow = shown.now >= shown.shownFrom && shown.now < shown.shownTo;
  const marks = marksOf(shown);
  const atWork = shown.people.filter(({ shifts }) => shifts.length > 0);
  const idle = shown.people.filter(({ shifts }) => shifts.length === 0);
  const namesOf = (people: readonly CoveredPerson[]) => people.map(({ name }) => name).join(', ');
  const without = idle.filter(({ endedAt }) => !isNow || endedAt === undefined);
  const here = namesOf(without.filter(({ isSignedIn }) => isNow && isSignedIn));
  const elsewhere = namesOf(without.filter(({ isSignedIn }) => !(isNow && isSignedIn)));
  const ended = isNow
    ? idle.flatMap(({ name, endedAt }) => {
        if (endedAt === undefined) return [];
        const at = clock(endedAt);
        return t`${name}, at ${at}`;
      })
    : [];
  const width = (from: string, to: string) => placeOf(shown, to) - placeOf(shown, from);
  return (
    <Card
      isFlush
      title={
        <>
          {t`Who is at work`} <span className={kit.muted}>{dates.weekdayOf(shown.from)}</span>{' '}
          {shown.holiday !== undefined && <Status tone="warn">{t`public holiday: ${shown.holiday}`}</Status>}
        </>
      }
      aside={
        <span className={styles.legend}>
          <span>
            <i className={styles.approves} /> {t`may approve`}
          </span>
          <span>
            <i className={styles.requests} /> {t`requests only`}
          </span>
          <span>
            <i className={styles.onCall} /> {t`on call`}
          </span>
          {shown.gaps.length > 0 && (
            <span>
              <i className={styles.gapKey} /> {t`no approver`}
            </span>
          )}
        </span>
      }
    >
      <div className={styles.chart}>
        <table className={styles.lines} data-now={shown.now >= shown.shownFrom ? '' : undefined}>
          <caption>{t`Shifts and on-call duty`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Person`}</th>
              <th scope="col" className={styles.role}>{t`Role`}</th>
              <th scope="col" className={styles.track} aria-label={t`Times`}>
                {marks.map((mark) => (
                  <span key={mark} className={styles.mark} style={{ left: `${placeOf(shown, mark)}%` }}>
                    {clock(mark)}
                  </span>
                ))}
              </th>
            </tr>
          </thead>
          <tbody>
            {(atWork.length > 0 ? atWork : [undefined]).map((person, index) => (
              <tr key={person?.staffId ?? ''}>
                <th scope="row">{person?.name ?? t`Nobody`}</th>
                <td className={styles.role}>{person?.roles.map(word).join(', ')}</td>
                <td className={styles.track}>
                  {shown.gaps.map((gap) => (
                    <i
                      key={gap.from}
                      className={styles.gap}
                      style={{
                        left: `${placeOf(shown, gap.from)}%`,
                        width: `${width(gap.from, endOf(shown, gap))}%`,
                      }}
                    />
                  ))}
                  {person?.shifts.map((shift) => (
                    <Bar
                      key={shift.shiftId}
                      person={person}
                      words={`${shift.startsAt < shown.shownFrom ? '← ' : ''}${clock(shift.startsAt)}–${clock(shift.endsAt)}${shift.endsAt > shown.shownTo ? ' →' : ''}`}
                      state={
                        shift.kind === 'onCall'
                          ? shift.state === 'requested'
                            ? 'requested'
                            : 'onCall'
                          : 'shift'
                      }
                      left={placeOf(shown, shift.startsAt)}
                      now={placeOf(shown, shown.now)}
                      width={width(shift.startsAt, shift.endsAt)}
                    />
                  ))}
                  {shown.now >= shown.shownFrom && (
                    <i className={styles.now} style={{ left: `${placeOf(shown, shown.now)}%` }}>
                      {index === 0 && <b>{clock(shown.now)}</b>}
                    </i>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {ended.length > 0 && <p className={styles.idle}>{t`Shift ended: ${ended.join('; ')}`}</p>}
      {here === '' ? null : <p className={styles.idle}>{t`Signed in without a shift: ${here}`}</p>}
      {elsewhere === '' ? null : <p className={styles.idle}>{t`No shift: ${elsewhere}`}</p>}
    </Card>
  );
}

interface BarProps {
  readonly person: CoveredPerson;
  readonly words: string;
  readonly state: 'shift' | 'onCall' | 'requested';
  readonly left: number;
  readonly width: number;
  /** The place of the time now. */
  readonly now: number;
}

/** A line of the time now so near to a bar's beginning, in percent, would go through its words. */
const nearBeginning = 25;

function Bar({ person, words, state, left, width, now }: BarProps): ReactNode {
  const { t } = useLingui();
  const look = state === 'shift' ? (person.mayApprove ? styles.approves : styles.requests) : styles.onCall;
  const says = { shift: words, onCall: t`on call ${words}`, requested: t`requested ${words}` }[state];
  const passed = now - left;
  const isThrough = passed > 0 && passed < Math.min(nearBeginning, width / 2);
  return (
    <span
      className={`${styles.bar} ${look}`}
      style={{
        left: `${left}%`,
        width: `${width}%`,
        ...(isThrough ? { paddingLeft: `calc(${passed}% + 6px)` } : {}),
      }}
      title={says}
    >
      {says}
    </span>
  );
}
