import type { WorkPart } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { useDates } from '../kit/dates.ts';
import { Nothing } from '../kit/Nothing.tsx';
import type { Counts } from './counts.ts';

interface Props {
  readonly part: WorkPart;
  readonly counts: Counts | undefined;
  readonly onPart: (part: WorkPart) => void;
}

/** Nothing waits: what was done, what comes back, and what waits for others. */
export function NoWork({ part, counts, onPart }: Props): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const titles: Record<WorkPart, string> = {
    open: t`Nothing waits for you`,
    own: t`You own no task`,
    unassigned: t`Everything has an owner`,
    deferred: t`Nothing is deferred`,
  };
  const at = dates.timeToSecond(Date.now());
  const closed = counts?.closedToday ?? 0;
  const last = dates.time(counts?.lastClosedAt ?? Date.now());
  const deferred = counts?.parts.deferred ?? 0;
  const open = counts?.parts.open ?? 0;
  const others = counts?.others ?? 0;
  return (
    <>
      <Nothing
        title={titles[part]}
        text={
          closed > 0
            ? t`You closed ${closed} in the last day, the last one at ${last}. Looked at ${at}.`
            : t`Looked at ${at}. What waits appears here by itself.`
        }
        next={
          <>
            {part !== 'open' && open > 0 && (
              <Button look="primary" onClick={() => onPart('open')}>{t`Look at all ${open}`}</Button>
            )}
            {part !== 'deferred' && deferred > 0 && (
              <Button onClick={() => onPart('deferred')}>{t`Look at ${deferred} deferred`}</Button>
            )}
          </>
        }
      />
      {others > 0 && (
        <Banner tone="info" title={t`${others} wait for other roles.`}>
          {t`You cannot open them; the people with these roles see them.`}
        </Banner>
      )}
    </>
  );
}
