import type { LoanDetails } from '@hiram/contract/order';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { RowName } from '../../lending/amount/QuoteList.tsx';
import { FoldedDates } from '../../lending/FoldedDates.tsx';
import { BalancePart, StoryBalance } from '../../lending/story/StoryBalance.tsx';

/** Its script is loaded when the list is opened. */
const Dates = lazyPart(() => import('./Dates.tsx').then((module) => module.Dates));

/** The balance, and every date and amount in a list. */
export function StoryFooter({ details }: { readonly details: LoanDetails }): ReactNode {
  const { repayments: rows, due, paid, quote, loan } = details.order;
  const charges = quote?.rows.filter(({ kind }) => kind === 'late' || kind === 'penalty') ?? [];
  // A payoff, or what is paid ahead, can name other charges than are owed.
  const areAll = charges.reduce((sum, { amount }) => sum + amount, 0) === due?.chargesOwed;
  return (
    <>
      <StoryBalance owed={due?.owedInAll ?? 0} due={due} paid={paid}>
        {areAll
          ? charges.map((row) => (
              <BalancePart
                key={`${row.kind} ${row.no}`}
                name={<RowName row={row} isPenal={loan?.terms.lateKind === 'charge'} />}
                amount={row.amount}
              />
            ))
          : undefined}
      </StoryBalance>
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
