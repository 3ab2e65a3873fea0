import type { DocumentSummary } from '@hiram/contract/document';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { showDate } from '../../app/settings/money.ts';
import { LoanStory, PaidCount } from '../story/LoanStory.tsx';
import { offeredSteps } from '../story/story-steps.ts';
import css from './DocumentReader.module.css';

/** The loan of a document: its figures, and its repayments as a story. */
export function DocumentHead({
  summary: { figures, repayments },
}: {
  readonly summary: DocumentSummary;
}): ReactNode {
  const { t } = useLingui();
  const steps = offeredSteps(
    repayments.map(({ amount, dueDate }) => ({ amount, when: showDate(dueDate, 'short') })),
  );
  return (
    <>
      <dl className={css.figures}>
        {figures.map(({ label, value, workedOut }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {workedOut ? <dd className={css.workedOut}>{workedOut}</dd> : null}
          </div>
        ))}
      </dl>
      {steps.length > 1 ? (
        <LoanStory
          title={<PaidCount steps={steps} />}
          sub={t`Dates count from the day the money arrives`}
          steps={steps}
        />
      ) : null}
    </>
  );
}
