import { useLingui } from '@lingui/react/macro';
import { useDates } from '../kit/dates.ts';

/** The time of day of a moment in the brand's time zone. `at`: ISO 8601. */
export function useClock(): (at: string) => string {
  return useDates().time;
}

const minuteMs = 60_000;
const minuteOf = (at: string) => Math.floor(Date.parse(at) / minuteMs);

/** The length of minutes in words. */
export function useMinutes(): (minutes: number) => string {
  const { t } = useLingui();
  return (minutes) => {
    const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60), minutes % 60];
    if (days > 1) return t`${days} days`;
    if (hours === 0) return t`${rest} min`;
    return rest === 0 ? t`${hours} h` : t`${hours} h ${rest} min`;
  };
}

/** The length of time between two moments in words: between the minutes that are shown, which have no seconds. */
export function useSpan(): (from: string, to: string) => string {
  const minutes = useMinutes();
  return (from, to) => minutes(minuteOf(to) - minuteOf(from));
}
