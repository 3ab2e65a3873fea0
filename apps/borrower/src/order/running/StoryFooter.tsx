import type { LoanDetails } from '@hiram/contract/order';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { FoldedDates } from '../../lending/FoldedDates.tsx';
import { StoryBalance } from '../../lending/story/StoryBalance.tsx';

/** Its script is loaded when the list is opened. */
const Dates = lazyPart(() => import('./Dates.tsx').then((module) => module.Dates));

/** The balance, and every date and amount in a list. */
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
