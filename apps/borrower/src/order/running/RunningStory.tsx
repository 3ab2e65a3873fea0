import type { LoanDetails } from '@hiram/contract/order';
import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { market } from '../../app/settings/market.ts';
import { sumText } from '../../lending/amount/sum-text.ts';
import { LoanStory, PaidCount } from '../../lending/story/LoanStory.tsx';
import { stepsOf } from '../../lending/story/story-steps.ts';
import { partSteps } from './part-steps.ts';
import { ChosenSteppers, type StoryRemote, useCanPayMore } from './useStoryChoice.tsx';

/** The story of a disbursed loan as a control of the amount; its steppers are below it. */
export function RunningStory({
  details,
  remote,
  footer,
}: {
  readonly details: LoanDetails;
  readonly remote: StoryRemote | undefined;
  readonly footer?: ReactNode;
}): ReactNode {
  const { arrangement, order } = details;
  const { repayments, due } = order;
  const steps = useMemo(
    () => (arrangement ? partSteps(arrangement, due?.quotedFor ?? '') : stepsOf(repayments)),
    [repayments, arrangement, due],
  );
  const controls = remote?.controls;
  const canPayMore = useCanPayMore(remote);
  const late = steps.filter(({ state }) => state === 'late').length;
  const isSpecified = market.specifiedCopy;
  const unpaid = steps.filter(({ state }) => state !== 'paid');
  const left = sumText(unpaid.map(({ amount }) => amount));
  const said =
    late > 1 ? (
      <Plural value={late} one="You are here" other="You are here. # payments are waiting" />
    ) : remote ? (
      canPayMore ? (
        <Trans>Drag right for a later day, up to pay more</Trans>
      ) : (
        <Trans>Drag right for a later day</Trans>
      )
    ) : undefined;
  const hint =
    unpaid.length > 1 && !remote ? (
      <>
        <Trans>Payments left: {left}</Trans>
        <br />
        {said}
      </>
    ) : (
      said
    );
  // A drag changes the figures with each frame, and the drawing seldom.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hint follows from the repayments and the controls
  const story = useMemo(
    () => (
      <LoanStory
        title={
          isSpecified ? (
            details.productName
          ) : arrangement && unpaid.length === steps.length ? (
            <Plural value={unpaid.length} one="In # part" other="In # parts" />
          ) : (
            <PaidCount steps={steps} />
          )
        }
        sub={isSpecified ? <PaidCount steps={steps} /> : hint}
        steps={steps}
        controls={controls}
        footer={footer}
      />
    ),
    [details, steps, controls, footer, isSpecified, canPayMore],
  );
  if (steps.length === 0) return null;
  return (
    <>
      {/* One payment is no staircase: the stepper alone changes its day. */}
      {remote && steps.length === 1 ? <div hidden>{story}</div> : story}
      {remote ? <ChosenSteppers remote={remote} /> : null}
    </>
  );
}
