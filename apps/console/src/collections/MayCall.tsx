import type { May } from '@hiram/contract/console/collections';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useMinute } from '../app/cells.tsx';
import { Banner } from '../kit/Banner.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Status } from '../kit/Status.tsx';
import { useDeskWords } from './words.ts';

const minuteMs = 60_000;

/** The time until a moment of today or of the coming night; empty: it is further away, or over. */
function useTimeUntil(at: string | undefined): string {
  const { t } = useLingui();
  const now = useMinute();
  const minutes = at === undefined ? 0 : Math.ceil((Date.parse(at) - now) / minuteMs);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (minutes <= 0 || hours >= 24) return '';
  return hours > 0 ? t`in ${hours} h ${rest} min` : t`in ${rest} min`;
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

/** The same in a sentence, with the time until then: for one loan, or for all of a list. */
export function MayCallNow({ may, ofAll }: { readonly may: May; readonly ofAll?: boolean }): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const dates = useDates();
  const left = useTimeUntil(may.from);
  if (may.ok) return <Banner tone="good" title={t`You may call now.`} />;
  const why = words.why(may.why ?? '');
  if (may.from === undefined)
    return (
      <Banner tone="danger" title={t`Do not call.`}>
        {t`Stopped: ${why}.`}
      </Banner>
    );
  const from = dates.moment(may.from);
  return (
    <Banner tone="warn" title={ofAll ? t`Nobody may be called before ${from}.` : t`Not before ${from}.`}>
      {why.charAt(0).toLocaleUpperCase() + why.slice(1)}
      {may.holiday !== undefined && `; ${t`${dates.day(may.holiday)} is a public holiday`}`}
      {/* The minutes that pass are not announced. */}
      {left !== '' && <span aria-live="off">, {left}</span>}
    </Banner>
  );
}
