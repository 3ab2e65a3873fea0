import type { RepaymentRow } from '@hiram/contract/loan';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../kit/lazy-part.ts';
import { LoanStory, PaidCount, StoryBalance } from '../lending/LoanStory.tsx';
import { stepsOf } from '../lending/story-steps.ts';
import css from './LoanHistory.module.css';

const Dates = lazyPart(() => import('./Dates.tsx').then((module) => module.Dates));

/** The story of a disbursed loan: its repayments, what is left, and every date and amount in a list. */
export function RunningStory({ details }: { readonly details: LoanDetails }): ReactNode {
  const { repayments: rows, due } = details.order;
  if (rows.length === 0) return null;
  const steps = stepsOf(rows);
  const total = rows.reduce((sum, row) => sum + row.amount, 0);
  const unpaid = rows.reduce((sum, row) => sum + row.unpaid, 0);
  return (
    <LoanStory
      title={details.productName}
      sub={<PaidCount steps={steps} />}
      steps={steps}
      footer={
        <>
          <StoryBalance owed={due?.owedInAll ?? unpaid} paid={total - unpaid} total={total} />
          <FoldedDates rows={rows} />
        </>
      }
    />
  );
}

/** The list of dates, folded. Its script is loaded when it is opened. */
function FoldedDates({ rows }: { readonly rows: readonly RepaymentRow[] }): ReactNode {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={css.dates} onToggle={() => setIsOpen(true)}>
      <summary>{t`All dates and amounts`}</summary>
      {isOpen ? (
        <Suspense fallback={null}>
          <Dates rows={rows} />
        </Suspense>
      ) : null}
    </details>
  );
}
