import type { Emi } from '@hiram/contract/calculator';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { money } from '../app/settings/money.ts';
import { Amount, Card, Rows } from '../kit/layout/Card.tsx';
import { sumText } from '../lending/amount/sum-text.ts';
import css from './Calculator.module.css';
import { Schedule } from './Schedule.tsx';

/** The calculated loan: its payment a month, its sums and its schedule. A new result gets the focus. */
export function LoanResult({
  result,
  isAsked,
}: {
  readonly result: Emi;
  /** One that came by itself does not take the focus from the field. */
  readonly isAsked: boolean;
}): ReactNode {
  const { t } = useLingui();
  const answer = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new result gets the focus
  useEffect(() => {
    if (!isAsked) return;
    answer.current?.focus({ preventScroll: true });
    answer.current?.scrollIntoView({ block: 'start' });
  }, [result]);
  return (
    <div ref={answer} tabIndex={-1} className={css.answer}>
      <Card>
        <p className={css.sub}>{t`Each month, without fees`}</p>
        <Amount>{money(result.emi)}</Amount>
        <div className={css.figures}>
          <Rows
            rows={[
              { text: t`Loan`, value: money(result.principal) },
              { text: t`Total interest`, value: money(result.totalInterest) },
              {
                text: t`You pay back`,
                value: money(result.totalPayment),
                note: sumText(result.repayments.map(({ amount }) => amount)),
              },
            ]}
          />
        </div>
      </Card>
      <Schedule rows={result.repayments} />
      <p className={css.sub}>
        {t`A calculation for any lender’s loan, without fees. Our own loans show their whole cost on their page.`}
      </p>
    </div>
  );
}
