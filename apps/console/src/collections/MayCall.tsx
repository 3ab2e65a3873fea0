import type { May } from '@hiram/contract/console/collections';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useMinute } from '../app/cells.tsx';
import kit from '../kit/kit.module.css';
import { Status } from '../kit/Status.tsx';
import { useDeskWords } from './words.ts';

const minuteMs = 60_000;

/** Tells if a borrower may be called now; if not why, from when, and the time until then. */
export function MayCall({ may }: { readonly may: May }): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const now = useMinute();
  if (may.ok) return <Status tone="good">{t`now`}</Status>;
  const minutes = may.from === undefined ? 0 : Math.ceil((Date.parse(may.from) - now) / minuteMs);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const left =
    minutes <= 0 || hours >= 24 ? '' : hours > 0 ? t`in ${hours} h ${rest} min` : t`in ${rest} min`;
  return (
    <>
      <Status tone={may.from === undefined ? 'danger' : 'clock'}>{words.why(may.why ?? '')}</Status>
      {may.from !== undefined && (
        <span className={kit.under}>
          {words.from(may.from)} {left}
        </span>
      )}
    </>
  );
}
