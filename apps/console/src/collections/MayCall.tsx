import type { May, ShownLateLoan } from '@hiram/contract/console/collections';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useMinute } from '../app/cells.tsx';
import { Banner } from '../kit/Banner.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Status } from '../kit/Status.tsx';
import styles from './collections.module.css';
import { useDeskWords } from './words.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;

type Hours = ShownLateLoan['hours'];

/** A length of minutes in words; empty: a day and more, or none. */
function useLength(): (minutes: number) => string {
  const { t } = useLingui();
  return (minutes) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    if (minutes <= 0 || minutes >= dayMinutes) return '';
    return hours > 0 ? t`${hours} h ${rest} min` : t`${rest} min`;
  };
}

interface Props {
  readonly may: May;
  /** The open promise follows a broken one. */
  readonly isPromisedAgain?: boolean;
}

/** Tells if a borrower may be called now; if not why, and from when. */
export function MayCall({ may, isPromisedAgain = false }: Props): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  if (may.ok) return <Status tone="good">{t`now`}</Status>;
  // Nobody is at fault where the parts of an arrangement are paid.
  if (may.why === 'arrangement') return <Status tone="plain">{t`arrangement kept: do not call`}</Status>;
  return (
    <>
      <Status tone={may.from === undefined ? 'danger' : 'clock'}>
        {isPromisedAgain ? t`promised again` : words.why(may.why ?? '')}
      </Status>
      {may.from !== undefined && <span className={kit.under}>{words.from(may.from)}</span>}
    </>
  );
}

interface NowProps {
  readonly may: May;
  /** Absent: for all of a list. */
  readonly hours?: Hours;
}

/** The same in a sentence, with the time until then: for one loan with its hours, or for all of a list. */
export function MayCallNow({ may, hours }: NowProps): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const dates = useDates();
  const now = useMinute();
  const lengthOf = useLength();
  const day = hours && <HoursOfDay hours={hours} isOpen={may.ok} now={dates.minuteIn(now, hours.zone)} />;
  if (may.ok) {
    const left = hours ? lengthOf(hours.until * 60 - dates.minuteIn(now, hours.zone)) : '';
    return (
      <Banner tone="good" title={t`You may call now.`} actions={day}>
        {left !== '' && <span aria-live="off">{t`${left} left`}</span>}
      </Banner>
    );
  }
  const why = words.why(may.why ?? '');
  if (may.from === undefined)
    return (
      <Banner tone="danger" title={t`Do not call.`}>
        {t`Stopped: ${why}.`}
      </Banner>
    );
  const from = dates.moment(may.from);
  const left = lengthOf(Math.ceil((Date.parse(may.from) - now) / minuteMs));
  return (
    <Banner
      tone="warn"
      title={hours ? t`Not before ${from}.` : t`Nobody may be called before ${from}.`}
      actions={day}
    >
      {may.holiday === undefined
        ? `${why.charAt(0).toLocaleUpperCase()}${why.slice(1)}.`
        : t`${dates.weekday(may.holiday.on)} is a public holiday: ${may.holiday.name}.`}
      {/* The minutes that pass are not announced. */}
      {left !== '' && <span aria-live="off"> {t`That is in ${left}.`}</span>}
    </Banner>
  );
}

interface DayProps {
  readonly hours: Hours;
  readonly isOpen: boolean;
  /** The minute of the day. */
  readonly now: number;
}

/** The hours of calls on the line of a day, with a mark at this minute. */
function HoursOfDay({ hours: { from, until, zone }, isOpen, now }: DayProps): ReactNode {
  const { t } = useLingui();
  const at = (hour: number) => `${(hour * 100) / 24}%`;
  const place = zone.replaceAll('_', ' ');
  return (
    <div className={styles.hours}>
      <div className={styles.day} data-open={isOpen ? '' : undefined} aria-hidden="true">
        <i style={{ left: at(from), right: at(24 - until) }} />
        <b style={{ left: `${(now * 100) / dayMinutes}%` }} />
        {[0, from, until, 24].map((hour) => (
          <small key={hour} style={{ left: at(hour) }}>
            {hour}
          </small>
        ))}
      </div>
      <p>{t`Calls from ${from}:00 to ${until}:00, ${place}.`}</p>
    </div>
  );
}
