import { formatDayOf, formatTime } from '@hiram/loan/moments';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { HeldRow } from '../../kit/feedback/HeldRow.tsx';
import { toast } from '../../kit/feedback/toaster.ts';
import type { CallState } from '../answers/useCall.ts';

/** The time of day, with the day if it is not today. */
function momentText(at: number): string {
  const moment = new Date(at);
  const time = formatTime(moment, i18n.locale);
  if (moment.toDateString() === new Date().toDateString()) return time;
  return `${formatDayOf(moment, i18n.locale, '', 'short')}, ${time}`;
}

/** Milliseconds: long enough to look at the figure again. */
const announcedMs = 5_000;

/** Says what has changed since it was shown: the page's headline. Without a new one it says nothing. */
export function announce(before: string, now: string): void {
  if (now && before !== now) toast(t`Updated: ${now}`, { kind: 'info', duration: announcedMs });
}

/** Says that the figures on the screen are not new, and since when. */
export function LastKnownMark({
  at,
  state,
  retry,
}: {
  readonly at: number;
  readonly state: CallState<unknown>;
  readonly retry: () => void;
}): ReactNode {
  const { t: translate } = useLingui();
  const when = momentText(at);
  if (state.state !== 'unreachable') return <HeldRow>{translate`As of ${when}. Updating…`}</HeldRow>;
  return (
    <HeldRow action={{ label: translate`Retry`, go: retry }}>
      {state.isServerFault
        ? translate`We cannot update this right now. This is what we knew at ${when}.`
        : translate`No connection: shown as of ${when}. The buttons work again online.`}
    </HeldRow>
  );
}
