import type { ConfirmDetail } from '@hiram/contract/confirm';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { market } from '../app/settings/market.ts';
import { money, showDate } from '../app/settings/money.ts';
import { Card } from '../kit/layout/Card.tsx';
import { useEachRepayment } from '../lending/amount/useEachRepayment.ts';
import { FoldedDates } from '../lending/FoldedDates.tsx';
import { LoanStory, PaidCount } from '../lending/story/LoanStory.tsx';
import { offeredSteps } from '../lending/story/story-steps.ts';
import css from './Confirm.module.css';

/** The repayments: the loan's story with a folded list if there are several, otherwise one line. */
export function Plan({
  offer,
  perPeriod,
}: {
  readonly offer: ConfirmDetail;
  readonly perPeriod: boolean;
}): ReactNode {
  const { t } = useLingui();
  const each = useEachRepayment();
  const rows = offer.repayments;
  const total = rows.reduce((sum, row) => sum + row.amount, 0);
  const heading = rows.length > 1 ? t`Your payments` : t`Your payment`;
  if (!perPeriod || rows.length === 1)
    return (
      <Card heading={heading}>
        <Dates offer={offer} />
      </Card>
    );
  const steps = offeredSteps(
    rows.map((row) => ({ amount: row.amount, when: showDate(row.dueDate, 'short') })),
  );
  const eachOne = each(rows.length, rows[0]?.amount ?? 0, total);
  return (
    <LoanStory
      title={market.specifiedWays ? heading : <PaidCount steps={steps} />}
      sub={market.specifiedWays ? `${t`${money(total)} in ${rows.length} payments`}: ${eachOne}` : eachOne}
      steps={steps}
      footer={<FoldedDates list={() => <Dates offer={offer} />} />}
    />
  );
}

function Dates({ offer }: { readonly offer: ConfirmDetail }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <ul className={css.plan}>
        {offer.repayments.map((row) => (
          <li key={row.title}>
            <span>
              {market.specifiedWays || offer.repayments.length > 1 ? `${row.title} · ` : ''}
              {showDate(row.dueDate)}
              <small>{row.description}</small>
            </span>
            <b>{money(row.amount)}</b>
          </li>
        ))}
      </ul>
      <p
        className={css.lead}
      >{t`Dates are counted from today as an example; the final ones follow from the day you receive the money.`}</p>
    </>
  );
}
