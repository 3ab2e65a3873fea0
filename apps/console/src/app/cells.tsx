import { formatCents } from '@hiram/loan';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useAnyWord } from '../i18n/words.ts';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { None } from '../kit/None.tsx';
import { Status } from '../kit/Status.tsx';

/** An amount of cents with its currency, or the words that it is not known; a dash for none. */
export function Money({ cents }: { readonly cents: number | undefined }): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  if (cents === undefined) return <None />;
  const amount = formatCents(cents, money);
  if (money.symbol !== '') return amount;
  return (
    <>
      {amount} <span className={kit.under}>{t`(currency unknown)`}</span>
    </>
  );
}

/** An amount of cents without its currency, in a table that names it; a dash for none. */
export function Figure({ cents }: { readonly cents: number | undefined }): ReactNode {
  const { money } = useBrandFormat();
  return cents === undefined ? <None /> : formatCents(cents, { ...money, symbol: '' }).trim();
}

/** A moment, in the zone of the page. `at`: ISO 8601; empty: never. */
export function When({ at }: { readonly at: string | undefined }): ReactNode {
  const dates = useDates();
  if (at === undefined || at === '') return <None />;
  return <time dateTime={at}>{dates.moment(at)}</time>;
}

/** The day of a moment, in the time zone of the brand. `at`: ISO 8601. */
export function DayOf({ at }: { readonly at: string }): ReactNode {
  return <time dateTime={at}>{useDates().dayOf(at)}</time>;
}

interface DayProps {
  /** An ISO 8601 date; empty: none. */
  readonly on: string | undefined;
  /** A day by which a person plans. */
  readonly hasWeekday?: boolean;
}

/** A business day. */
export function Day({ on, hasWeekday = false }: DayProps): ReactNode {
  const dates = useDates();
  if (on === undefined || on === '') return <None />;
  return <time dateTime={on}>{(hasWeekday ? dates.weekday : dates.day)(on)}</time>;
}

/** How late something is, in the one form of the console: `2 days late`. */
export function DaysLate({ days }: { readonly days: number }): ReactNode {
  const { t } = useLingui();
  return t`${plural(days, { one: '# day late', other: '# days late' })}`;
}

/** Shows a name of the contract in words. */
export function Named({ name }: { readonly name: string }): ReactNode {
  return useAnyWord()(name);
}

const minuteMs = 60_000;

/** The time of this page, to the minute. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Shows the time until a moment, or since it passed: `35 min`, `3 h 10 min`, `1 day 4 h`, `6 days`. */
export function DueIn({ at }: { readonly at: string }): ReactNode {
  const { t } = useLingui();
  const minutes = Math.round((new Date(at).getTime() - useMinute()) / minuteMs);
  const length = Math.abs(minutes);
  const [days, hours, rest] = [Math.floor(length / 1440), Math.floor(length / 60), length % 60];
  const words =
    days > 1
      ? t`${Math.round(length / 1440)} days`
      : days === 1
        ? hours > 24
          ? t`1 day ${hours - 24} h`
          : t`1 day`
        : hours > 0
          ? rest > 0
            ? t`${hours} h ${rest} min`
            : t`${hours} h`
          : t`${rest} min`;
  if (minutes < 0) return <Status tone="danger">{t`${words} over`}</Status>;
  return <Status tone={minutes <= 120 ? 'clock' : 'plain'}>{words}</Status>;
}
