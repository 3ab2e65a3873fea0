import type { LoanDetails } from '@hiram/contract/order';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import { FoldedDates } from '../lending/FoldedDates.tsx';
import { LoanStory, PaidCount, StoryBalance } from '../lending/LoanStory.tsx';
import { stepsOf } from '../lending/story-steps.ts';

/** Its script is loaded when the list is opened. */
const Dates = lazyPart(() => import('./Dates.tsx').then((module) => module.Dates));

/** The story of a disbursed loan: its repayments, what is left, and every date and amount in a list. */
export function RunningStory({ details }: { readonly details: LoanDetails }): ReactNode {
  const { repayments: rows, due, paid } = details.order;
  if (rows.length === 0) return null;
  const steps = stepsOf(rows);
  return (
    <LoanStory
      title={details.productName}
      sub={<PaidCount steps={steps} />}
      steps={steps}
      footer={
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
      }
    />
  );
}
