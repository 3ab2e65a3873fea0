import type { LoanDetails } from '@hiram/contract/order';
import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { market } from '../app/settings/market.ts';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import { FoldedDates } from '../lending/FoldedDates.tsx';
import { LoanStory, PaidCount, StoryBalance } from '../lending/LoanStory.tsx';
import { stepsOf } from '../lending/story-steps.ts';
import type { StoryRemote } from './useStoryChoice.tsx';

/** Its script is loaded when the list is opened. */
const Dates = lazyPart(() => import('./Dates.tsx').then((module) => module.Dates));

/** The story of a disbursed loan as a control of the amount; its steppers are below it. */
export function RunningStory({
  details,
  remote,
}: {
  readonly details: LoanDetails;
  readonly remote: StoryRemote | undefined;
}): ReactNode {
  const { repayments: rows, due } = details.order;
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
        footer={isSpecified || !due ? <StoryFooter details={details} /> : null}
      />
      {remote?.steppers}
    </>
  );
}

/** What is left, and every date and amount in a list. */
export function StoryFooter({ details }: { readonly details: LoanDetails }): ReactNode {
  const { repayments: rows, due, paid } = details.order;
  return (
    <>
      <StoryBalance owed={due?.owedInAll ?? 0} due={due} paid={paid} />
      <FoldedDates
        list={() => (
          <Suspense fallback={null}>
            <Dates rows={rows} />
          </Suspense>
        )}
      />
    </>
  );
}
