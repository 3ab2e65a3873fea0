import type { LoanDetails } from '@hiram/contract/order';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../../app/settings/money.ts';
import { Amount, Pill } from '../../kit/layout/Card.tsx';
import { useQuoteWords } from '../../lending/amount/quote-words.ts';
import { DuePill } from '../../lending/DuePill.tsx';
import css from '../choice/Remote.module.css';

interface Props {
  readonly details: LoanDetails;
}

/** The amount that leads the page of a running loan, how near or late it is, and since or until when. */
export function OrderLead({ details }: Props): ReactNode {
  const { due, repayments } = details.order;
  const words = useQuoteWords(due);
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
  const isOne = due.kind === 'overdue' || due.kind === 'instalment';
  return (
    <div className={css.lead}>
      {isOne ? <p>{due.overdueDays > 0 ? <Trans>To pay now</Trans> : <Trans>Next payment</Trans>}</p> : null}
      <Amount isLead>{money(due.repayAmount)}</Amount>
      <p className={css.pills}>
        {late > 1 ? (
          <Pill tone="danger">
            <Plural value={late} one="# payment late" other="# payments late" />
          </Pill>
        ) : (
          <DuePill due={due} status={details.status} />
        )}
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
