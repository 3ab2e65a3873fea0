import type { OrderId, ProductId } from '@hiram/contract/ids';
import type { DueCard } from '@hiram/contract/order';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../../app/navigation/href.ts';
import { Link } from '../../app/navigation/Link.tsx';
import { paths } from '../../app/navigation/paths.ts';
import { money, showDate } from '../../app/settings/money.ts';
import { Icon } from '../../kit/layout/Icon.tsx';
import css from './PayoffOffer.module.css';
import { usePayoffWords } from './payoff-words.ts';

/**
 * The amount that settles the loan today with a link to pay it, or the day from which a payoff is possible; in the
 * cooling-off period, the amount that cancels the loan. All figures come from the quote.
 */
export function PayoffOffer({
  due,
  page,
}: {
  readonly due: DueCard;
  readonly page: { readonly productId?: ProductId; readonly orderId: OrderId };
}): ReactNode {
  const { t } = useLingui();
  const { payoff, coolingOff } = due;
  const words = usePayoffWords(due);
  return (
    <>
      {coolingOff ? (
        <Offer
          to={href(paths.repay, { ...page, pay: 'end' })}
          title={t`End the loan: ${money(coolingOff.amount)}`}
          text={t`Changed your mind? Until ${showDate(coolingOff.until)} you give back what you received with the interest of these days. The fee of ${money(coolingOff.feeReturned)} is not kept.`}
        />
      ) : null}
      {payoff.isAllowed && payoff.amount !== due.repayAmount && !coolingOff ? (
        <Offer
          to={href(paths.repay, { ...page, pay: 'payoff' })}
          title={t`Pay off the whole loan: ${money(payoff.amount)}`}
          text={words}
        />
      ) : null}
      {!payoff.isAllowed && !coolingOff ? (
        <p className={css.from}>
          {due.kind === 'maturity' ? (
            <Trans>Nothing can be paid today. The whole loan can be paid from {showDate(payoff.date)}.</Trans>
          ) : (
            <Trans>You can pay off the whole loan from {showDate(payoff.date)}.</Trans>
          )}
        </p>
      ) : null}
    </>
  );
}

function Offer({
  to,
  title,
  text,
}: {
  readonly to: string;
  readonly title: string;
  readonly text: string;
}): ReactNode {
  return (
    <Link className={css.offer} href={to}>
      <span>
        <b>{title}</b>
        <span className={css.text}>{text}</span>
      </span>
      <Icon name="chevron" size={20} />
    </Link>
  );
}
