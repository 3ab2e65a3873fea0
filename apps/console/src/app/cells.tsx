import { formatCents } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { formatDayOf, formatMoment } from '@hiram/loan/moments';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useAnyWord } from '../i18n/words.ts';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { Status } from '../kit/Status.tsx';

/** An amount of cents; a dash for none. */
export function Money({ cents }: { readonly cents: number | undefined }): ReactNode {
  const { money } = useBrandFormat();
  return cents === undefined ? '–' : formatCents(cents, money);
}

/** An amount of cents without its currency, in a table that names it; a dash for none. */
export function Figure({ cents }: { readonly cents: number | undefined }): ReactNode {
  const { money } = useBrandFormat();
  return cents === undefined ? '–' : formatCents(cents, { ...money, symbol: '' }).trim();
}

/**
 * A moment, in the time zone of its brand, which is named beside moments of other brands. `at`: ISO 8601; empty: never.
 */
export function When({ at }: { readonly at: string | undefined }): ReactNode {
  const { i18n } = useLingui();
  const { timeZone, isAmongBrands } = useBrandFormat();
  if (at === undefined || at === '') return '–';
  return <time dateTime={at}>{formatMoment(new Date(at), i18n.locale, timeZone, isAmongBrands)}</time>;
}

/** The day of a moment, in the time zone of the brand. `at`: ISO 8601. */
export function DayOf({ at }: { readonly at: string }): ReactNode {
  const { i18n } = useLingui();
  const { timeZone } = useBrandFormat();
  return <time dateTime={at}>{formatDayOf(new Date(at), i18n.locale, timeZone)}</time>;
}

/** A business day. `on`: an ISO 8601 date; empty: none. */
export function Day({ on }: { readonly on: string | undefined }): ReactNode {
  const { i18n } = useLingui();
  if (on === undefined || on === '') return '–';
  return <time dateTime={on}>{formatDate(on, i18n.locale)}</time>;
}

/** The day of a moment without its year, for the last weeks. `at`: ISO 8601. */
export function ShortDayOf({ at }: { readonly at: string }): ReactNode {
  const { i18n } = useLingui();
  const { timeZone } = useBrandFormat();
  return <time dateTime={at}>{formatDayOf(new Date(at), i18n.locale, timeZone, 'short')}</time>;
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

/** Shows the time until a moment, or since it passed. */
export function DueIn({ at }: { readonly at: string }): ReactNode {
  const { t } = useLingui();
  const minutes = Math.round((new Date(at).getTime() - useMinute()) / minuteMs);
  const length = Math.abs(minutes);
  const [days, hours, rest] = [Math.floor(length / 1440), Math.floor(length / 60), length % 60];
  const words = days > 1 ? t`${days} days` : hours > 0 ? t`${hours} h ${rest} min` : t`${rest} min`;
  if (minutes < 0) return <Status tone="danger">{t`${words} over`}</Status>;
  return <Status tone={minutes <= 120 ? 'clock' : 'plain'}>{words}</Status>;
}
