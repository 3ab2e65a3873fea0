import type { HitRow } from '@hiram/contract/console/officer';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useDates } from '../kit/dates.ts';
import { Status } from '../kit/Status.tsx';
import { useHitStates } from './words.ts';

/** The decision on a match; of a confirmed one also the day by which it is reported. */
export function HitState({ hit }: { readonly hit: HitRow }): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const states = useHitStates();
  const { state, asked, reportBy, reportedAt } = hit;
  if (asked)
    return (
      <Status tone="waiting">
        {asked.verdict === 'confirmed'
          ? t`Confirmed by ${asked.by}, awaiting approval`
          : t`Cleared by ${asked.by}, awaiting approval`}
      </Status>
    );
  if (state === 'open') return <Status tone="waiting">{states.open}</Status>;
  if (state !== 'confirmed') return <Status tone="plain">{states[state]}</Status>;
  if (reportedAt !== undefined) return <Status tone="good">{t`Confirmed and reported`}</Status>;
  const day = reportBy === undefined ? '' : dates.day(reportBy);
  return <Status tone="danger">{t`Confirmed, report by ${day}`}</Status>;
}
