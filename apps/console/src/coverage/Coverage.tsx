import { type CoverageTime, countUncovered, showCoverage } from '@hiram/contract/console/coverage';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useChoiceInAddress, useTextInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { DayField } from '../kit/controls/DayField.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Page } from '../kit/Page.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { ActionTable } from './ActionTable.tsx';
import { useClock, useSpan } from './clock.ts';
import { OnCallRequests } from './OnCallRequests.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { ShiftChart } from './ShiftChart.tsx';
import { endOf, type Shown } from './shown.ts';

/** The people at work or on call, and those who could approve each action now and at a chosen time. */
export function Coverage({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [when, setWhen] = useChoiceInAddress<CoverageTime>('when', ['now', 'tonight', 'weekend', 'day']);
  const [day, setDay] = useTextInAddress('day');
  const [isPlanning, setPlanning] = useState(false);
  useChanges(['staff_shift', 'approval', 'staff_role']);
  const input = { when, ...(when === 'day' && day !== '' ? { day } : {}) };
  const query = useStaffCall(showCoverage, input, brand);
  const waiting = useStaffCall(countUncovered, {}, brand).data;
  const mayPlan = hasRight(person, 'coverage.plan', brand);
  const options = [
    { value: 'now', label: t`Now` },
    { value: 'tonight', label: t`Tonight` },
    { value: 'weekend', label: t`Weekend` },
    { value: 'day', label: t`A day…` },
  ] as const;
  return (
    <Page
      title={t`Coverage`}
      status={
        <>
          <Tabs label={t`When`} options={options} value={when === 'time' ? 'now' : when} onChange={setWhen} />
          {when === 'day' && <DayField label={t`Day`} value={day} onChange={setDay} />}
        </>
      }
    >
      <Loaded query={query}>
        {(shown) => (
          <>
            <OnCallRequests shown={shown} brand={brand} />
            <Gaps
              shown={shown}
              waiting={when === 'now' ? (waiting?.requests ?? 0) : 0}
              onPlan={mayPlan ? () => setPlanning(true) : undefined}
            />
            <ShiftChart shown={shown} />
            <ActionTable shown={shown} when={when} />
            {isPlanning && <PlanDialog shown={shown} brand={brand} onClose={() => setPlanning(false)} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const dayMs = 86_400_000;

interface GapsProps {
  readonly shown: Shown;
  readonly waiting: number;
  /** Puts somebody on call; undefined: the person may not. */
  readonly onPlan: (() => void) | undefined;
}

/** When no approver is on shift, how many requests wait for one, and who is signed in and may approve. */
function Gaps({ shown, waiting, onPlan }: GapsProps): ReactNode {
  const { t } = useLingui();
  const clock = useClock();
  const span = useSpan();
  const [gap] = shown.gaps;
  const never = shown.actions.filter(
    ({ least, from, reason }) => least === 0 && !from && reason !== 'notAtWork',
  );
  const moment = useDates().moment;
  const plan = onPlan && (
    <Button look="primary" hotkey="new" hotkeyLabel={t`on call`} onClick={onPlan}>
      {t`Put somebody on call…`}
    </Button>
  );
  if (!gap) {
    const { nextGap } = shown;
    const alone = never.length > 0 && t`${never.length} actions have no approver even so: see why below.`;
    if (nextGap === undefined || nextGap.from >= shown.shownTo) {
      const [from, to] = [moment(shown.from), moment(shown.shownTo)];
      return (
        <Banner
          tone={alone ? 'warn' : 'good'}
          title={t`An approver is on shift all the time from ${from} to ${to}.`}
          actions={plan}
        >
          {alone}
        </Banner>
      );
    }
    const near = (at: string, since: string) =>
      Date.parse(at) - Date.parse(since) < dayMs ? clock(at) : moment(at);
    const from = near(nextGap.from, shown.now);
    const to = nextGap.to && near(nextGap.to, nextGap.from);
    return (
      <Banner
        tone="warn"
        title={
          to ? t`No approver is on shift from ${from} to ${to}.` : t`No approver is on shift from ${from} on.`
        }
        actions={plan}
      >
        {t`Until then one is.`} {alone}
      </Banner>
    );
  }
  const end = endOf(shown, gap);
  const [from, to, length] = [clock(gap.from), clock(end), span(gap.from, end)];
  const others = shown.gaps.length - 1;
  const isNow = gap.from <= shown.now && shown.now < end;
  const here = isNow ? shown.people.filter(({ mayApprove, isSignedIn }) => mayApprove && isSignedIn) : [];
  const names = here.map(({ name }) => name).join(', ');
  return (
    <Banner
      tone="danger"
      title={t`No approver is on shift from ${from} to ${to} (${length}).`}
      actions={plan}
    >
      {t`What is requested then waits. Stopping payouts needs one person and always works.`}{' '}
      {waiting > 0 && t`${plural(waiting, { one: '# request waits', other: '# requests wait' })} now.`}{' '}
      {names !== '' && t`Signed in now and able to approve: ${names}.`}{' '}
      {others > 0 && <span className={kit.muted}>{t`${others} more such times.`}</span>}
    </Banner>
  );
}
