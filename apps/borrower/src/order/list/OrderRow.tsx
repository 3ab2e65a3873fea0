import type { ListedOrder } from '@hiram/contract/order';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../../app/navigation/href.ts';
import { Link } from '../../app/navigation/Link.tsx';
import { paths } from '../../app/navigation/paths.ts';
import { money, showDate } from '../../app/settings/money.ts';
import { Head, Pill } from '../../kit/layout/Card.tsx';
import { Icon } from '../../kit/layout/Icon.tsx';
import { useQuoteWords } from '../../lending/amount/quote-words.ts';
import css from '../Order.module.css';

const tones = {
  applied: 'info',
  rejected: 'warning',
  approved: 'info',
  active: 'positive',
  dueSoon: 'warning',
  overdue: 'danger',
  settled: 'positive',
} as const;

/** One loan of the list: its amount and status, and the amount due or the day it ended. */
export function OrderRow({ order }: { readonly order: ListedOrder }): ReactNode {
  const { t } = useLingui();
  const { due, settledOn, credit, refundReceivable } = order;
  const words = useQuoteWords(due);
  return (
    <Link
      className={css.listed}
      href={href(paths.order, { productId: order.productId, orderId: order.orderId })}
    >
      <Head
        name={order.productName}
        logo={order.productLogo}
        sub={
          <>
            {t`Applied on ${showDate(order.appliedOn, 'medium')}`}
            <br />
            <span className="num">{orderNumber(order.orderId)}</span>
          </>
        }
      >
        <Icon name="chevron" size={20} />
      </Head>
      <span className={css.state}>
        <Pill tone={tones[order.status]}>{order.statusText}</Pill>
      </span>
      <span className={css.line}>
        <span>{t`Amount`}</span>
        <b>{money(order.amount)}</b>
      </span>
      {due ? (
        <span className={css.line}>
          <span>{due.kind === 'payoff' ? words.label : words.when}</span>
          <b>{money(due.repayAmount)}</b>
        </span>
      ) : null}
      {credit > 0 ? (
        <span className={css.line}>
          <span>{t`Your credit`}</span>
          <b>{money(credit)}</b>
        </span>
      ) : null}
      {refundReceivable > 0 ? (
        <span className={css.line}>
          <span>{t`Refund to be paid back`}</span>
          <b>{money(refundReceivable)}</b>
        </span>
      ) : null}
      {settledOn ? (
        <span className={css.line}>
          <span>{t`Settled on`}</span>
          <b>{showDate(settledOn)}</b>
        </span>
      ) : null}
    </Link>
  );
}
