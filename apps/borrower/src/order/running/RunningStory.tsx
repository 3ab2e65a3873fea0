import type { LoanDetails } from '@hiram/contract/order';
import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { market } from '../../app/settings/market.ts';
import { LoanStory, PaidCount } from '../../lending/story/LoanStory.tsx';
import { stepsOf } from '../../lending/story/story-steps.ts';
import { ChosenSteppers, type StoryRemote, useChosenSteps } from './useStoryChoice.tsx';

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
  const { repayments, payments, due } = details.order;
  const isArranged = due?.kind === 'arranged';
  const rows = useMemo(() => {
    // What a kept arrangement covers is not late.
    if (isArranged)
      return repayments.map((row) => (row.state === 'late' ? { ...row, state: 'due' as const } : row));
    // What the last payment of a settled loan paid early has its day.
    const isSettled = repayments.every(({ state }) => state === 'paid');
    const end = isSettled
      ? payments.find(({ kind, state }) => kind === 'payment' && state === 'posted')?.date
      : undefined;
    return end ? repayments.map((row) => (row.dueDate > end ? { ...row, dueDate: end } : row)) : repayments;
  }, [repayments, payments, isArranged]);
  const atRest = useMemo(() => stepsOf(rows), [rows]);
  const steps = useChosenSteps(remote) ?? atRest;
  const controls = remote?.controls;
  const late = rows.filter(({ state }) => state === 'late').length;
  const isSpecified = market.specifiedCopy;
  const hint =
    late > 1 ? (
      <Plural value={late} one="You are here" other="You are here. # payments are waiting" />
    ) : remote ? (
      <Trans>Drag sideways or up</Trans>
    ) : undefined;
  // A drag changes the figures with each frame, and the drawing seldom.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hint follows from the repayments and the controls
  const story = useMemo(
    () => (
      <LoanStory
        title={isSpecified ? details.productName : <PaidCount steps={steps} />}
        sub={isSpecified ? <PaidCount steps={steps} /> : hint}
        steps={steps}
        controls={controls}
        footer={footer}
      />
    ),
    [details, steps, controls, footer, isSpecified],
  );
  if (rows.length === 0) return null;
  return (
    <>
      {story}
      {remote ? <ChosenSteppers remote={remote} /> : null}
    </>
  );
}
