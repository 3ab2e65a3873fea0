import type { LoanDetails } from '@hiram/contract/order';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { market } from '../app/settings/market.ts';
import { LoanStory, PaidCount } from '../lending/LoanStory.tsx';
import { stepsOf } from '../lending/story-steps.ts';
import type { StoryRemote } from './useStoryChoice.tsx';

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
  const { repayments: rows } = details.order;
  if (rows.length === 0) return null;
  const steps = remote?.steps ?? stepsOf(rows);
  const late = rows.filter(({ state }) => state === 'late').length;
  const isSpecified = market.specifiedCopy;
  const hint =
    late > 1 ? (
      <Plural value={late} one="You are here" other="You are here. # steps are waiting" />
    ) : remote ? (
      <Trans>Drag sideways or up</Trans>
    ) : undefined;
  return (
    <>
      <LoanStory
        title={isSpecified ? details.productName : <PaidCount steps={steps} />}
        sub={isSpecified ? <PaidCount steps={steps} /> : hint}
        steps={steps}
        controls={remote?.controls}
        footer={footer}
      />
      {remote?.steppers}
    </>
  );
}
