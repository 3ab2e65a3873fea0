import type { LoanDetails } from '@hiram/contract/order';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../../app/settings/money.ts';
import { Amount, Pill } from '../../kit/layout/Card.tsx';
import { useQuoteWords } from '../../lending/amount/quote-words.ts';
import { DuePill } from '../../lending/DuePill.tsx';
import { useSavedSum } from '../../lending/offers/payoff-words.ts';
import css from '../choice/Remote.module.css';

interface Props {
  readonly details: LoanDetails;
}

/** The amount that leads the page of a running loan, how near or late it is, and since or until when. */
export function OrderLead({ details }: Props): ReactNode {
  const { due, repayments } = details.order;
  const words = useQuoteWords(due);
  const savedSum = useSavedSum();
  if (!due) return details.status === 'settled' ? <SettledLead details={details} /> : null;
  if (due.kind === 'arranged')
    return (
      <div className={css.lead}>
        <Amount isLead>{money(due.repayAmount)}</Amount>
        <p className={css.pills}>
          <DuePill due={due} status={details.status} />
        </p>
        <p className={css.when}>{`${words.label}. ${words.when}`}</p>
        <h2 className="visually-hidden">{`${details.productName}: ${details.statusTitle}`}</h2>
      </div>
    );
  const late = repayments.filter(({ state }) => state === 'late').length;
  const no = due.periodNo;
  const date = showDate(due.dueDate);
  const { isAllowed, amount, saves: savesThen } = due.payoff;
  // What is due may be everything that is left.
  const saves = isAllowed && amount === due.repayAmount && !due.coolingOff ? savesThen : 0;
  const isOne = due.kind === 'overdue' || due.kind === 'instalment';
  return (
    <div className={css.lead}>
      {isOne || due.kind === 'maturity' ? (
        <p>
          {!isOne ? (
            words.label
          ) : due.overdueDays > 0 ? (
            <Trans>To pay now</Trans>
          ) : (
            <Trans>Next payment</Trans>
          )}
        </p>
      ) : null}
      <Amount isLead>{money(due.repayAmount)}</Amount>
      <p className={css.pills}>
        <DuePill due={due} status={details.status} late={late} />
        {saves > 0 ? (
          <Pill tone="positive">
            <Trans>You save {money(saves)}</Trans>
          </Pill>
        ) : null}
      </p>
      <p className={css.when}>
        {late > 1 ? (
          <Trans>The first was due {date}</Trans>
        ) : isOne && due.overdueDays > 0 ? (
          due.periods === 1 ? (
            <Trans>The whole loan was due {date}</Trans>
          ) : (
            <Trans>
              Payment {no} was due {date}
            </Trans>
          )
        ) : isOne ? (
          <Trans>
            Payment {no} is due {date}
          </Trans>
        ) : due.kind === 'maturity' ? (
          <Trans>Due in one payment on {date}</Trans>
        ) : (
          `${words.label}. ${words.when}`
        )}
      </p>
      {saves > 0 ? <p className={css.working}>{savedSum(due.repayAmount, saves)}</p> : null}
      <h2 className="visually-hidden">{`${details.productName}: ${details.statusTitle}`}</h2>
    </div>
  );
}

/** The sum of the payments leads the page of a settled loan. */
function SettledLead({ details: { statusTitle, statusText, order } }: Props): ReactNode {
  const payments = order.repayments.reduce((sum, { amount }) => sum + amount, 0);
  const late = money(order.paid - payments);
  const sum = money(payments);
  return (
    <div className={css.lead}>
      <p>
        <Trans>You paid in all</Trans>
      </p>
      <Amount isLead>{money(order.paid)}</Amount>
      <p className={css.pills}>
        <Pill tone="positive">
          <Trans>Fully paid</Trans>
        </Pill>
      </p>
      {order.paid > payments && order.credit === 0 ? (
        <p className={css.when}>
          <Trans>
            {sum} + {late} for late days
          </Trans>
        </p>
      ) : null}
      <h2 className={css.settledTitle}>{statusTitle}</h2>
      <p className={css.when}>{statusText}</p>
    </div>
  );
}
