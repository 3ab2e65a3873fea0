import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { marketMoneyFormat, money } from '../app/settings/money.ts';
import { settings } from '../app/settings/settings.ts';
import { StatusArt } from '../art/StatusArt.tsx';
import { Amount } from '../kit/layout/Card.tsx';
import { useQuoteWords } from '../lending/amount/quote-words.ts';
import { DuePill } from '../lending/DuePill.tsx';
import { isDisbursed } from '../lending/order-status.ts';
import css from './Order.module.css';
import { ChosenLead, type StoryRemote } from './running/useStoryChoice.tsx';

/**
 * ORD-02: the status with its picture and meaning. Before the payout it fills the head of the page; afterwards the
 * amount leads.
 */
export function Status({
  details,
  remote,
}: {
  readonly details: LoanDetails;
  readonly remote: StoryRemote | undefined;
}): ReactNode {
  const { status, statusTitle, statusText } = details;
  if (!isDisbursed(status))
    return (
      <div className={css.hero}>
        <StatusArt status={status} currency={marketMoneyFormat.symbol} story={settings.look.story} />
        <h2 className={css.title}>{statusTitle}</h2>
        <p className={css.text}>{statusText}</p>
      </div>
    );
  return (
    <>
      <div className={css.status}>
        <StatusArt status={status} currency={marketMoneyFormat.symbol} story={settings.look.story} />
        <div className={css.statusWords}>
          <h2>{statusTitle}</h2>
          <p className={css.text}>{statusText}</p>
        </div>
      </div>
      {details.order.due ? (
        <div className={css.lead}>
          <ChosenLead remote={remote}>
            <Due details={details} />
          </ChosenLead>
        </div>
      ) : null}
    </>
  );
}

/** The amount due, with its day and how near or late it is. */
function Due({ details }: { readonly details: LoanDetails }): ReactNode {
  const { t } = useLingui();
  const { due } = details.order;
  const words = useQuoteWords(due);
  if (!due) return null;
  // A payoff, or charges alone, do not belong to a single repayment.
  const ofPeriods =
    due.periods > 1 && (due.kind === 'instalment' || due.kind === 'overdue')
      ? t`Payment ${due.periodNo} of ${due.periods}`
      : '';
  return (
    <div className={css.due}>
      <div className={css.dueHead}>
        <p className={css.text}>{words.label}</p>
        <DuePill due={due} status={details.status} />
      </div>
      <Amount>{money(due.repayAmount)}</Amount>
      <p className={css.text}>{[ofPeriods, details.productName, words.when].filter(Boolean).join(' · ')}</p>
    </div>
  );
}
