import type { StepsQuote } from '@hiram/contract/loan';
import type { LoanDetails } from '@hiram/contract/order';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../../app/navigation/href.ts';
import { Link } from '../../app/navigation/Link.tsx';
import { paths } from '../../app/navigation/paths.ts';
import { money, showDate } from '../../app/settings/money.ts';
import { Card } from '../../kit/layout/Card.tsx';
import { Icon } from '../../kit/layout/Icon.tsx';
import { QuoteList } from '../../lending/amount/QuoteList.tsx';
import { isDue } from '../../lending/order-status.ts';
import { RowWords } from '../running/RowWords.tsx';
import css from './Remote.module.css';
import { type Parts, useRefusalText } from './RemoteParts.tsx';
import type { Choice, Quoting, Refusal } from './remote-choice.ts';

/** Late days bear a penal charge instead of interest. */
const isPenal = ({ order }: LoanDetails): boolean => order.loan?.terms.lateKind === 'charge';

/** The payments of a quote that pays more than one. */
export function RemoteList({ answer, details, orderId, quoting, choice, today }: Parts): ReactNode {
  const { t } = useLingui();
  if (!answer) return null;
  const { quote } = answer;
  const heading = choice.days === 0 ? t`To pay today` : t`On ${showDate(quote.day, 'short')}`;
  return (
    <>
      <Card heading={heading}>
        <QuoteList quote={quote} isPenal={isPenal(details)} terms={details.order.loan?.terms} />
      </Card>
      <p className={css.hint}>
        {quote.kind === 'payoff' ? (
          <Tomorrow quoting={quoting} choice={choice} />
        ) : quote.kind === 'ahead' ? (
          <Ahead quote={quote} isToday={quote.day === today} />
        ) : null}
      </p>
      {isDue(details.status) && !details.arrangement && quote.kind === 'due' ? (
        <Link className={css.linkRow} href={href(paths.waysOut, { orderId })}>
          <RowWords icon="ways" title={details.offer ? t`See the offer` : t`I cannot pay now`} />
          <Icon name="chevron" size={20} />
        </Link>
      ) : null}
    </>
  );
}

/** In place of the words above the drawing: why a choice is refused, the way back to today, or how many payments are paid then. */
export function RemoteAfter({
  answer,
  details,
  choice,
  refusal,
  onToday,
}: Parts & { readonly refusal: Refusal | undefined; readonly onToday: () => void }): ReactNode {
  const { t } = useLingui();
  const refusalText = useRefusalText();
  if (!answer) return null;
  if (choice.days > 0)
    return (
      <p className={css.after}>
        <button type="button" className={css.back} tabIndex={-1} onClick={onToday}>
          ‹ {t`Today`}
        </button>
      </p>
    );
  if (refusal)
    return (
      <p className={css.after}>
        <b>{t`Today you can pay ${money(answer.quote.amount)}`}</b>
        <small>{refusalText(refusal)}</small>
      </p>
    );
  const { repayments } = details.order;
  const { steps, next } = answer.quote;
  const count = repayments.length;
  const paid = repayments.filter(({ state }) => state === 'paid').length + steps;
  return (
    <p className={css.after}>
      <b>{t`Then ${paid} of ${count} are paid`}</b>
      <small>
        {next ? t`Next payment ${showDate(next.dueDate, 'short')}.` : t`Nothing is left to pay after this.`}
      </small>
    </p>
  );
}

function Ahead({ quote, isToday }: { readonly quote: StepsQuote; readonly isToday: boolean }): ReactNode {
  const { t } = useLingui();
  const { saves } = quote;
  return (
    <>
      <Trans>Paying ahead does not lower the interest.</Trans>{' '}
      {saves > 0 && isToday ? t`Paying everything off saves ${money(saves)}.` : ''}
    </>
  );
}

function Tomorrow({
  quoting,
  choice,
}: {
  readonly quoting: Quoting | undefined;
  readonly choice: Choice;
}): ReactNode {
  const { t } = useLingui();
  const next = quoting?.({ ...choice, days: choice.days + 1 });
  if (next?.kind !== 'payoff') return null;
  const amount = money(next.amount);
  const day = showDate(next.day, 'short');
  return next.saves > 0
    ? t`On ${day} it is ${amount} and saves ${money(next.saves)}.`
    : t`On ${day} it is ${amount}.`;
}
